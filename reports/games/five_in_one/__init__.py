"""Five in One in words and on paper."""
