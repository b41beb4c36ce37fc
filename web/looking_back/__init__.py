"""A night as of an earlier fact, and the steps to it."""
