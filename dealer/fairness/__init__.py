"""Is the game square? The cards of nights, of all games together."""
