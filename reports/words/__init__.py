"""Words: what facts and commands say, what everything is called, amounts and dates, in the language in force."""
