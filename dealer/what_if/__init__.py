"""A night decided another way, set beside the night as it was."""
