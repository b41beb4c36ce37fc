"""Cards in words for a screen."""

from __future__ import annotations

from dealer.faro.cards import rank_of, suit_of

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_words(card: str | None) -> str:
    """A card with its suit as a symbol, where it was noted: ``Q♠``."""
    if card is None:
        return ""
    return rank_of(card) + SYMBOLS.get(suit_of(card) or "", "")
