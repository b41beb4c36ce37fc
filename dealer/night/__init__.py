"""A night at the table: its state, its decisions and its result."""
