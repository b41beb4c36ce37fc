"""Markers on paper: their register with its roll-forward, and the slips."""
