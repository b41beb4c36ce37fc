"""Cards in words: short with a sign for the suit, and written out."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.commands.phrases import marked
from dealer.game.cards import rank_of, suit_of
from reports.words.formatting import listed
from reports.words.language import gettext as _

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAMES = {"s": marked("spades"), "h": marked("hearts"), "d": marked("diamonds"), "c": marked("clubs")}
_WITH_RANKS = {
    "s": marked("%(rank)s of spades"),
    "h": marked("%(rank)s of hearts"),
    "d": marked("%(rank)s of diamonds"),
    "c": marked("%(rank)s of clubs"),
}


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
    return _(_WITH_RANKS[suit], rank=rank_of(card)) if suit else card


def cards_words(cards: Iterable[str]) -> str:
    """Several cards: ``7♠ and 7♦``."""
    return listed([card_words(card) for card in cards])


def cards_in_words(cards: Iterable[str]) -> str:
    """Several cards written out.

    >>> cards_in_words(["7s", "7d"])
    'the 7 of spades and the 7 of diamonds'
    """
    return listed([_("the %(card)s", card=card_in_words(card)) for card in cards])
