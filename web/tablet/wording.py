"""Cards, names and sums in words for a screen."""

from __future__ import annotations

from dealer.faro.cards import rank_of, suit_of
from dealer.night import Night
from dealer.refusal import dollars
from dealer.wording import counted

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def card_words(card: str | None) -> str:
    """A card with its suit as a symbol, where it was noted: ``Q♠``."""
    if card is None:
        return ""
    return rank_of(card) + SYMBOLS.get(suit_of(card) or "", "")


def name_of(night: Night, player: str) -> str:
    """A player's name; his key where nobody of it ever sat."""
    seat = night.seats.get(player)
    return seat.name if seat else player


def chips_words(chips: int, chip_cents: int) -> str:
    """So many chips and what they are worth: ``14 chips ($3.50)``; ``nothing`` for none."""
    return f"{counted(chips, 'chip')} ({dollars(chips * chip_cents)})" if chips else "nothing"


def listed(parts: list[str] | tuple[str, ...]) -> str:
    """Things in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
