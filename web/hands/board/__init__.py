"""The board of a table of hands: the pot, the seats, what came of the last hands."""
