"""A night at the table: its state, what is decided in it, and what it comes to."""
