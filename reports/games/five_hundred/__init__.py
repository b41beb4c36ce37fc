"""Five Hundred in words and on paper."""
