"""Sentences for events and commands, names of things, amounts and dates, in the language in force."""
