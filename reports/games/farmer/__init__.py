"""Farmer in words and on paper."""
