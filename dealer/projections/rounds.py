"""The rounds of a night: the facts of each, and what was made of it and those before it, once for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from dealer.projections.projection import Projection
from events.facts.play import RoundBegun
from events.games import game_of
from events.records import Recorded

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class RoundFacts:
    """The facts of a round that stand, those of its ``game`` alone: from the one that began it to its next round.

    ``before`` is the round of whichever game that was begun before it.
    """

    game: str
    facts: tuple[Recorded, ...]
    before: RoundFacts | None = field(repr=False)
    folded: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def begun(self) -> Recorded:
        """The fact that began it."""
        return self.facts[0]


def _after(last: RoundFacts | None, one: Recorded) -> RoundFacts | None:
    game = game_of(one.fact)
    if not game:
        return last
    if isinstance(one.fact, RoundBegun):
        return RoundFacts(game, (one,), last)
    later: list[RoundFacts] = []
    its = last
    while its is not None and its.game != game:
        later.append(its)
        its = its.before
    if its is None:
        return last
    made = replace(its, facts=(*its.facts, one))
    for other in reversed(later):
        made = replace(other, before=made)
    return made


ROUNDS: Projection[RoundFacts | None] = Projection(None, _after)
"""The round that was begun last, of whichever game, and through it those before it."""


def fold(last: RoundFacts | None, what: Hashable, initial: T, apply: Callable[[T, RoundFacts], T]) -> T:
    """What comes of the rounds up to the ``last``, in order; it is kept with each round under ``what``.

    It must hang on nothing but the facts of the rounds and ``what``.
    """
    newer: list[RoundFacts] = []
    now = last
    while now is not None and what not in now.folded:
        newer.append(now)
        now = now.before
    state = initial if now is None else cast(T, now.folded[what])
    for one in reversed(newer):
        state = one.folded[what] = apply(state, one)
    return state
