"""Blank papers to print and keep or play on: cue-cards, the layout, a score sheet. They belong to no night."""
