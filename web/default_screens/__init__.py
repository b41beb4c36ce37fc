"""The default screens of a game."""
