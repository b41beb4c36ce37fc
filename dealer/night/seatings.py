"""The seatings of a night, which links to a player's pages name: the events by which players have their seats."""

from __future__ import annotations

from typing import TypeAlias

from rpds import HashTrieMap

from dealer.projections import Projection
from events.common.night import PlayerSeated
from events.effective_events import NightEvents, as_given
from events.records import Recorded

Seated: TypeAlias = "HashTrieMap[str, Recorded]"
"""The event that first seated each player, by seat key."""


def _after(seated: Seated, recorded: Recorded) -> Seated:
    event = recorded.event
    if not isinstance(event, PlayerSeated) or event.player in seated:
        return seated
    return seated.insert(event.player, recorded)


_SEATED: Projection[Seated] = Projection(HashTrieMap(), _after)


def seating_of(events: NightEvents, player: str) -> Recorded | None:
    """The event in effect by which a player has their seat, ``None`` for nobody's seat.

    Somebody who leaves and sits down again has the seat by the first of them: a seat is one person's for the night.
    """
    return _SEATED.of(events.effective).get(player)


def is_given_again(events: NightEvents, seating: Recorded) -> bool:
    """Whether a correction recorded a seating, for the first time or again."""
    return events[seating.version - 1].command != seating.command


def first_given(events: NightEvents, seating: Recorded) -> Recorded:
    """The event that recorded a seating first, from all events of the night.

    A correction of something earlier records it again; the same command then seats the same person. A command that was
    corrected to seat somebody else is another seating.
    """
    return next(recorded for recorded in as_given(events) if _seats_alike(recorded, seating))


def _seats_alike(recorded: Recorded, other: Recorded) -> bool:
    first, second = recorded.event, other.event
    return (
        isinstance(first, PlayerSeated)
        and isinstance(second, PlayerSeated)
        and (recorded.command, first.player, first.name, first.card)
        == (other.command, second.player, second.name, second.card)
    )
