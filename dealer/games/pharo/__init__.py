"""Pharo, Hoyle's older game (rulebook G1): pure rules, no I/O."""
