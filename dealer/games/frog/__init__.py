"""Frog: three play for chips, by the points in the bidder's tricks (rulebook G6)."""
