"""What lies on a table, which cards were shown and what was scored, of any game whose table follows the base facts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dealer.commands.phrases import dollars
from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.facts.play import CardsShown, RoundBegun, StakeLaid
from events.frozen import Frozen
from events.records import Recorded
from reports.words.cards import card_words
from reports.words.players import name_of
from web.tablet.marks import Mark, marks_of
from web.tablet.seats import SeatView, seats_of

_BASE = frozenset(StakeLaid.__struct_fields__)


def _shown_after(cards: tuple[str, ...], one: Recorded) -> tuple[str, ...]:
    match one.fact:
        case RoundBegun():
            return ()
        case CardsShown() as shown:
            found = getattr(shown, "cards", None) or (getattr(shown, "card", ""),)
            return (*cards, *(card_words(card) for card in found if card))
        case _:
            return cards


CARDS: Projection[tuple[str, ...]] = Projection((), _shown_after)
"""The cards shown in the round that is on or was last."""


def points_of(table: Any) -> Mapping[str, int]:
    """The points scored in the round of a table that is on or was last, by player."""
    found: Mapping[str, int] = getattr(table, "points", {})
    return found


def _lying(table: Any) -> list[tuple[str, StakeLaid]]:
    """The stakes that lie on a table, by their keys."""
    return sorted(getattr(table, "lying", {}).items())


def _on(laid: StakeLaid) -> str:
    """What a stake is on: the plain words of its fact beside those of every stake."""
    said = (getattr(laid, name) for name in laid.__struct_fields__ if name not in _BASE)
    return " ".join(word.replace("_", " ") for word in said if isinstance(word, str))


class Lying(Frozen):
    """A stake as a line: its key, what it is on, and the amount."""

    bet: str
    on: str
    amount: str


class Place(Frozen):
    """A player at the table: what lies for them and, where points are scored, how many they have in this round."""

    seat: SeatView
    mark: Mark
    stakes: tuple[Lying, ...]
    points: int | None


def places_of(night: Night, table: Any) -> tuple[Place, ...]:
    """Everybody who sits at the table, with what lies there."""
    marks, points = marks_of(night), points_of(table)
    return tuple(
        Place(
            seat=seat,
            mark=marks[seat.player],
            stakes=tuple(
                Lying(bet=bet, on=_on(laid), amount=dollars(laid.stake_cents))
                for bet, laid in _lying(table)
                if laid.player == seat.player
            ),
            points=points.get(seat.player, 0) if points else None,
        )
        for seat in seats_of(night)
    )


def stakes_that_lie(night: Night, table: Any) -> tuple[tuple[str, str], ...]:
    """What a command about a stake is asked with: the stakes by their keys as JSON, and whose and what they are."""
    return tuple(
        (json.dumps(bet), f"{name_of(night, laid.player)}: {dollars(laid.stake_cents)} {_on(laid)}".rstrip())
        for bet, laid in _lying(table)
    )
