"""What a game is to the rest of the house: its record, with a default for everything, and what games are built from."""
