"""A player's part in a game that shows it in no way of its own."""
