"""Farmer's pack of 45 cards and what a hand counts: no eights, of the sixes only that of hearts (rulebook G3)."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.game.cards import PACK as WHOLE_PACK
from dealer.game.cards import number_of, rank_of

SIXTEEN = 16
COURT_POINTS = 10
SIX = "6h"
PACK = tuple(card for card in WHOLE_PACK if rank_of(card) not in ("6", "8") or card == SIX)
"""The 45 cards, with their suits."""


def points_of(cards: Iterable[str]) -> int:
    """What cards count: an ace one, a court card ten, any other its spots."""
    return sum(min(number_of(card), COURT_POINTS) for card in cards)


def has_six(cards: Iterable[str]) -> bool:
    """Whether the six is among cards; there is but one."""
    return any(rank_of(card) == "6" for card in cards)
