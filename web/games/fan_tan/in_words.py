"""What screens say of a hand to the room and to each player: why it is dead, and how a wrong pass is proved."""

from __future__ import annotations

from dealer.games.fan_tan.house import FanTanHouse
from events.games.fan_tan import HeldCard, WrongPassProved
from reports.games.fan_tan.hands import WrongPass
from reports.words.cards import cards_words
from reports.words.formatting import listed

_OPENERS = {"5": "five", "7": "seven", "9": "nine"}


def dead_hand_in_words(house: FanTanHouse) -> str:
    """A dead hand in a sentence; somebody always holds an opener, so it comes of a wrong pass or a short pack."""
    opener = " or a ".join(_OPENERS[rank] for rank in house.openers)
    return f"A dead hand: nobody laid a {opener}, though somebody held one, unless the pack was short."


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
