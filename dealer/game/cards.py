"""A card of the pack of 52: its rank, and its suit where that was noted (``Qs``, ``10h``, ``Q``)."""

from __future__ import annotations

from dealer.commands.fields import RANKS

NUMBER = {rank: number for number, rank in enumerate(RANKS, start=1)}
"""A rank's number: A is 1, K is 13."""

RED_SUITS = frozenset("hd")


def rank_of(card: str) -> str:
    """A card's rank, with or without its suit noted."""
    return card if card in NUMBER else card[:-1]


def suit_of(card: str) -> str | None:
    """A card's suit letter, ``None`` where it was not noted."""
    return None if card in NUMBER else card[-1]
