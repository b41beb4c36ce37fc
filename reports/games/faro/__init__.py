"""Faro on paper and in words."""
