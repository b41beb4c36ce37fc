"""Hasenpfeffer in words and on paper."""
