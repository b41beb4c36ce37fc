"""Cards in words: short with a sign for the suit, and written out."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.faro.cards import rank_of, suit_of
from dealer.wording import listed

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def card_words(card: str | None) -> str:
    """A card with its suit as a symbol, where it was noted: ``Q♠``; nothing for none."""
    if card is None:
        return ""
    return rank_of(card) + SYMBOLS.get(suit_of(card) or "", "")


def card_in_words(card: str) -> str:
    """A card written out, with its suit where that was noted.

    >>> card_in_words("7d"), card_in_words("Q")
    ('7 of diamonds', 'Q')
    """
    suit = suit_of(card)
    return f"{rank_of(card)} of {SUIT_NAMES[suit]}" if suit else card


def cards_words(cards: Iterable[str]) -> str:
    """Several cards: ``7♠ and 7♦``."""
    return listed([card_words(card) for card in cards])


def cards_in_words(cards: Iterable[str]) -> str:
    """Several cards written out.

    >>> cards_in_words(["7s", "7d"])
    'the 7 of spades and the 7 of diamonds'
    """
    return listed([f"the {card_in_words(card)}" for card in cards])
