"""How the screens tell of Farmer's hands: what pays whom, how a hand counts, and its cards in words."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.games.farmer.cards import SIX, SIXTEEN, has_six, points_of
from events.facts.fact import Fact
from events.games import farmer as facts
from reports.words.cards import card_words
from web.hands.payment import Hands


def _why(fact: Fact) -> str | None:
    match fact:
        case facts.NearestPaid():
            return "to the nearest"
        case facts.OverdrawnPaid():
            return f"{fact.over} over, to the farmer"
        case _:
            return None


HANDS = Hands(begun=facts.FarmHandBegun, ended=(facts.FarmWon, facts.FarmStayed, facts.FarmHandVoided), why=_why)


def counted_as(cards: Sequence[str]) -> str:
    """What is to be said of a hand's count: ``with the six``, ``over``; nothing below sixteen."""
    points = points_of(cards)
    if points == SIXTEEN:
        return "with the six" if has_six(cards) else "sixteen"
    return f"{points - SIXTEEN} over" if points > SIXTEEN else ""


def faces_of(cards: Sequence[str]) -> str:
    """Cards in a row, as they are shown; none are nothing."""
    return "\u2002".join(map(face_of, cards))


def face_of(card: str) -> str:
    """A card as it is shown: the six is that of hearts, also where its suit was not noted."""
    return card_words(SIX if card == "6" else card)
