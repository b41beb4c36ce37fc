"""Floor 2: double entry. Moves in, balances out; knows no game."""
