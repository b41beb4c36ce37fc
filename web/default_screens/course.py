"""What was played last, in sentences, as everybody at the table saw it: nobody's money is among it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from dealer.night.night import Night
from events.facts import money, night
from events.records import Recorded
from reports.words.sentences import sentence

_PRIVATE = (money.__name__, night.__name__)


def plays_of(now: Night, kept: Sequence[Recorded], most: int) -> tuple[str, ...]:
    """The last commands of play that stand, the newest first; ``kept`` are the night's standing facts."""
    return tuple(islice(_plays(now, kept), most))


def _plays(now: Night, kept: Sequence[Recorded]) -> Iterator[str]:
    for _, made in groupby(reversed(kept), lambda one: one.command):
        facts = [one.fact for one in made]
        if any(type(fact).__module__ not in _PRIVATE for fact in facts):
            yield sentence(now, facts[::-1])
