"""Spoil Five: three tricks of five win the pool; where nobody has them it is spoilt, and grows (rulebook G4)."""
