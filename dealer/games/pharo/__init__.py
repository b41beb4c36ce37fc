"""Pharo, Hoyle's older game (rule 2): pure rules, no I/O."""
