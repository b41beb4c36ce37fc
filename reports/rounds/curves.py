"""The results of the bank and of every player through a night, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap, List

from dealer.projections import Projection
from events.common.play import RoundBegun, StepEnded
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import result_gains
from reports.rounds.statement import RoundNumbers
from reports.words.naming import round_called

Results: TypeAlias = "HashTrieMap[str, int]"
"""Results in cents, by seat key and of ``BANK``; a side without a result yet is missing."""


class Point(Frozen, gc=False):
    """The results after step ``at``, from 1, when ``rounds`` rounds of any game had begun."""

    at: int
    rounds: int
    results: Results


class Curves(Frozen):
    """The results through a night. A step is a turn, a last card, or the pay of a round.

    ``points`` are the steps that changed a result, newest first; what changes between two steps counts for the later
    one. ``steps`` counts the steps that ended, the last by the command ``ended_by``. ``begun`` are the rounds, newest
    first.
    """

    points: List[Point] = field(default_factory=List)
    steps: int = 0
    ended_by: str = ""
    begun: List[RoundBegun] = field(default_factory=List)
    rounds: int = 0

    @property
    def last(self) -> Point | None:
        """The last point."""
        return next(iter(self.points), None)

    @property
    def results(self) -> Results:
        """The results now."""
        return self.last.results if self.last else HashTrieMap()

    @property
    def length(self) -> int:
        """The number of steps, with what came after the last one."""
        return max(self.steps, self.last.at) if self.last else self.steps

    def of(self, side: str) -> list[tuple[int, int]]:
        """The curve of a player or of ``BANK``: steps and cents, from step 0 and nothing, where it changes."""
        curve = [(0, 0)]
        for point in reversed(list(self.points)):
            cents = point.results.get(side, 0)
            if cents != curve[-1][1]:
                curve.append((point.at, cents))
        return curve

    def by_round(self) -> Iterator[tuple[str, Results]]:
        """What each round is called in which results changed, if only for a while, and the results at its end."""
        ends = {point.rounds: point.results for point in reversed(list(self.points))}
        numbers = RoundNumbers()
        for count, begun in enumerate(reversed(list(self.begun)), start=1):
            game, match, number = numbers.of(begun)
            if count in ends:
                yield round_called(game, number, match=match), ends[count]


def _after(before: Curves, recorded: Recorded) -> Curves:
    event, after = recorded.event, before
    if isinstance(event, RoundBegun):
        after = replace(after, begun=after.begun.push_front(event), rounds=after.rounds + 1)
    if isinstance(event, StepEnded):
        after = replace(after, steps=after.steps + 1, ended_by=recorded.command)
    gained = Counter[str]()
    for side, cents in result_gains(event.moves):
        gained[side] += cents
    results = after.results
    for side, cents in gained.items():
        if cents:
            results = results.insert(side, results.get(side, 0) + cents)
    if results is after.results:
        return after
    # All of the command that ends a step belongs to that step.
    at = after.steps if recorded.command == after.ended_by else after.steps + 1
    point = Point(at=at, rounds=after.rounds, results=results)
    last = after.last
    is_same = last is not None and (last.at, last.rounds) == (point.at, point.rounds)
    earlier = after.points.drop_first() if is_same else after.points
    return replace(after, points=earlier.push_front(point))


CURVES: Projection[Curves] = Projection(Curves(), _after)
"""The results through a night, from its effective events."""
