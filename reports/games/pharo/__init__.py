"""Pharo on paper and in words."""
