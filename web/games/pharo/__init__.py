"""Pharo on screens."""
