"""Spoil Five in words and on paper."""
