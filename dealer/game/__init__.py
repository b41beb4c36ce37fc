"""What the program knows of a game: one record with a default for everything, and building blocks for games."""
