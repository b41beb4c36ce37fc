"""The rounds of a game: the facts of each, and what was made of a round that is over, once for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from dealer.projections.projection import Projection
from events.games import game_of
from events.play import RoundBegun
from events.records import Recorded

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class RoundFacts:
    """The facts of a round that stand, those of its game alone: from the one that began it to the next round."""

    facts: tuple[Recorded, ...]
    _made: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def begun(self) -> Recorded:
        """The fact that began it."""
        return self.facts[0]

    def made(self, what: Hashable, make: Callable[[], T]) -> T:
        """What was made of the round, or is now; it must hang on nothing but the round's facts and ``what``."""
        if what not in self._made:
            self._made[what] = make()
        found: T = self._made[what]
        return found


Rounds = tuple[RoundFacts, ...]


@cache
def rounds_of(game: str) -> Projection[Rounds]:
    """The projection of a game's rounds, in order."""

    def after(rounds: Rounds, one: Recorded) -> Rounds:
        if game_of(one.fact) != game:
            return rounds
        if isinstance(one.fact, RoundBegun):
            return (*rounds, RoundFacts((one,)))
        return (*rounds[:-1], RoundFacts((*rounds[-1].facts, one))) if rounds else rounds

    return Projection[Rounds]((), after)
