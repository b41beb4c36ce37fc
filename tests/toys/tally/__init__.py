"""Tally: a toy game of points between players, without stakes. It is played by the tests alone."""
