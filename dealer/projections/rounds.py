"""The rounds of a night: the facts of each, and what was made of it and those before it, once for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar, cast

import msgspec

from dealer.projections.projection import Projection
from events.facts.by_type import ByType
from events.facts.fact import Fact
from events.facts.play import RoundBegun
from events.games import game_of
from events.records import Recorded

T = TypeVar("T")
_Chain = tuple[Fact, Any]
"""A fact, and the chain of those before it; ``None`` where there are none."""


class RoundFacts(msgspec.Struct, eq=False):
    """A round, with the facts of its ``game`` alone, from the one that ``begun`` it to the next round of that game.

    ``before`` is the round of whichever game that was begun before it. The ``newest`` fact comes with those before it,
    newest first, so that one more costs the same however many there are. When the next round has begun they are put in
    ``earlier`` together, which takes an eighth of the room.
    """

    game: str
    begun: Recorded
    before: RoundFacts | None
    newest: _Chain | None
    earlier: tuple[Fact, ...] = ()
    folded: dict[Hashable, Any] | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that stand, in their order."""
        found, rest = list[Fact](), self.newest
        while rest is not None:
            one, rest = rest
            found.append(one)
        return (*self.earlier, *reversed(found))

    def with_one(self, one: Fact) -> RoundFacts:
        """The round with one more fact."""
        return RoundFacts(self.game, self.begun, self.before, (one, self.newest), self.earlier)

    @property
    def gone_by(self) -> RoundFacts:
        """The same round, when the next has begun."""
        return RoundFacts(self.game, self.begun, self.before, None, self.facts, self.folded)

    def __repr__(self) -> str:
        return f"RoundFacts({self.game!r}, begun by {self.begun.version})"


def _after(last: RoundFacts | None, one: Recorded) -> RoundFacts | None:
    fact = one.fact
    game = game_of(fact)
    if not game:
        return last
    if _BEGINS[type(fact)]:
        return RoundFacts(game, one, last.gone_by if last else None, (fact, None))
    if last is not None and last.game == game:
        return last.with_one(fact)
    later: list[RoundFacts] = []
    its = last
    while its is not None and its.game != game:
        later.append(its)
        its = its.before
    if its is None:
        return last
    made = its.with_one(fact)
    for other in reversed(later):
        made = RoundFacts(other.game, other.begun, made, other.newest, other.earlier)
    return made


def _after_all(last: RoundFacts | None, facts: Sequence[Recorded]) -> RoundFacts | None:
    """The same after many facts: those of one round, which follow one another, are put into it at once."""
    newest = last.newest if last else None
    for one in facts:
        fact = one.fact
        if last is not None and game_of(fact) == last.game and not _BEGINS[type(fact)]:
            newest = (fact, newest)
        else:
            last = _after(_with_newest(last, newest), one)
            newest = last.newest if last else None
    return _with_newest(last, newest)


def _with_newest(last: RoundFacts | None, newest: _Chain | None) -> RoundFacts | None:
    if last is None or newest is None or newest is last.newest:
        return last
    return RoundFacts(last.game, last.begun, last.before, newest, last.earlier)


_BEGINS = ByType({RoundBegun: True})

ROUNDS: Projection[RoundFacts | None] = Projection(None, _after, _after_all)
"""The round that was begun last, of whichever game, and through it those before it."""


def fold(last: RoundFacts | None, what: Hashable, initial: T, apply: Callable[[T, RoundFacts], T]) -> T:
    """What comes of the rounds up to the ``last``, in order; it is kept with each round under ``what``.

    It must hang on nothing but the facts of the rounds and ``what``.
    """
    newer: list[RoundFacts] = []
    now, state = last, initial
    while now is not None:
        # Another thread may put another dictionary there.
        folded = now.folded
        if folded is not None and what in folded:
            state = cast(T, folded[what])
            break
        newer.append(now)
        now = now.before
    for one in reversed(newer):
        if one.folded is None:
            one.folded = {}
        state = one.folded[what] = apply(state, one)
    return state
