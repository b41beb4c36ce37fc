"""The facts that stand: all of a night's facts less those of commands that were taken back, and less the voids."""

from __future__ import annotations

from collections.abc import Iterable

from events.night import CommandVoided
from events.records import Recorded


def standing(facts: Iterable[Recorded]) -> list[Recorded]:
    """What projections of bets and money fold; a night's history itself keeps everything."""
    kept: list[Recorded] = []
    for one in facts:
        follow(kept, one)
    return kept


def follow(kept: list[Recorded], one: Recorded) -> None:
    """One more fact of a night: it stands with those kept, or takes the last command's of them back."""
    if not isinstance(one.fact, CommandVoided):
        kept.append(one)
        return
    while kept and kept[-1].command == one.fact.command:
        kept.pop()
