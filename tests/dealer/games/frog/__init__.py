"""Frog's rules."""
