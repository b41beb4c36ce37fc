"""The house rules of each game in force, every one of them a sentence."""
