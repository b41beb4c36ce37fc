"""What the players of a night are called, also those whose seat was taken back."""

from __future__ import annotations

from collections.abc import Iterable

from events.night import PlayerSeated
from events.records import Recorded


def names_of(facts: Iterable[Recorded]) -> dict[str, str]:
    """The name of everybody who took a seat, by seat key."""
    return {one.fact.player: one.fact.name for one in facts if isinstance(one.fact, PlayerSeated)}
