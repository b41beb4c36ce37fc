"""High or low: a toy game of stakes against the bank. It is played by the tests alone."""
