"""The board of a game that brings none: the cards shown, what lies for each player, the pot, what was played last."""
