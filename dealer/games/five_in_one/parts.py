"""The five parts of a round, in their order, which is fixed (rulebook G5)."""

from __future__ import annotations

PLUS_OR_MINUS, COLD_HAND, BANGO = "plus_or_minus", "cold_hand", "bango"
PUT_AND_TAKE, CONSOLATION = "put_and_take", "consolation"

PARTS = (PLUS_OR_MINUS, COLD_HAND, BANGO, PUT_AND_TAKE, CONSOLATION)

TOLD = (PLUS_OR_MINUS, BANGO, PUT_AND_TAKE)
"""The parts of which the book has only what everybody won or lost."""
