"""How a wrong pass is proved, in words for a screen."""

from __future__ import annotations

from events.games.fan_tan import HeldCard, WrongPassProved
from reports.hands import WrongPass
from reports.words.cards import cards_words
from reports.words.formatting import listed


def held_in_words(wrong: WrongPass | WrongPassProved) -> str:
    """The cards that could have been laid, with how each is known to have been held: ``7♦ (laid at turn 20)``."""
    known: dict[int, list[HeldCard]] = {}
    for one in wrong.held:
        known.setdefault(one.laid_at, []).append(one)
    return listed([f"{_listed(cards)} ({_how(turn)})" for turn, cards in sorted(known.items(), key=_shown_last)])


def _shown_last(known: tuple[int, list[HeldCard]]) -> tuple[bool, int]:
    return not known[0], known[0]


def _listed(cards: list[HeldCard]) -> str:
    return cards_words(one.card for one in cards)


def _how(laid_at: int) -> str:
    return f"laid at turn {laid_at}" if laid_at else "shown at the end"
