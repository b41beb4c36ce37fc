"""Frog in words and on paper."""
