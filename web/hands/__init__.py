"""Shared screens of games in which hands are played for chips: the next hand, the pot, the payments."""
