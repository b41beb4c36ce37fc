"""The course of a player's checks through the night, in hand and on the layout, beside what they had put in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from events.facts import money, night
from events.facts.fact import Fact
from events.facts.play import RoundBegun, StepEnded
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import gained_cents


class Point(Frozen):
    """After a turn, or after something at the cage between turns.

    ``at`` counts what closes a step since the start: turns, hocks, pots that are paid or left.
    """

    at: int
    checks_cents: int
    put_in_cents: int


class Stretch(Frozen):
    """One round of a game in the course, and where it began and ended; ``match`` is that of its number, 0 for none."""

    game: str
    number: int
    start: int
    end: int
    match: int = 0


class Course(Frozen):
    """The course of one player: its points in order, and the rounds it goes through."""

    points: tuple[Point, ...]
    stretches: tuple[Stretch, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to draw: checks, and a turn."""
        return self.length > 0 and len(self.points) > 1

    @property
    def length(self) -> int:
        """How many steps it spans."""
        return self.stretches[-1].end if self.stretches else 0


class RoundNumbers:
    """What rounds are called by, as they are begun: their game, match (0 for none), and their number in it."""

    def __init__(self) -> None:
        self._begun: Counter[tuple[str, int]] = Counter()

    def of(self, begun: RoundBegun) -> tuple[str, int, int]:
        """The name of the next round that was begun."""
        game, match = game_of(begun), getattr(begun, "match", 0)
        self._begun[game, match] += 1
        return game, match, self._begun[game, match] if match else begun.round_number


def course_of(facts: Iterable[Recorded], player: str) -> Course:
    """The course of a player's checks from the effective facts, up to the closing or to their leaving for good."""
    commands = [[one.fact for one in group] for _, group in groupby(facts, key=lambda one: one.command)]
    at = held = put_in = 0
    points: list[Point] = []
    starts: list[tuple[tuple[str, int, int], int]] = []
    rounds = RoundNumbers()
    gone = False
    for made in commands:
        gone = _ends(made, player, gone)
        starts += [(rounds.of(fact), at) for fact in made if isinstance(fact, RoundBegun)]
        if any(isinstance(fact, StepEnded) for fact in made):
            at += 1
        for fact in made:
            if fact.moves and (gained := gained_cents(fact.moves, player)):
                held += gained
                put_in += gained if _at_the_cage(fact) else 0
        if not gone:
            points.append(Point(at=at, checks_cents=held, put_in_cents=put_in))
    ends = [start for _, start in starts[1:]] + [at]
    stretches = tuple(
        Stretch(game=game, match=match, number=number, start=start, end=end)
        for ((game, match, number), start), end in zip(starts, ends, strict=False)
    )
    return Course(points=tuple(_without_repeats(_from_first_checks(points))), stretches=stretches)


def _ends(made: Sequence[Fact], player: str, gone: bool) -> bool:
    for fact in made:
        match fact:
            case night.NightClosed():
                return True
            case night.PlayerLeft() if fact.player == player:
                return True
            case night.PlayerSeated() if fact.player == player:
                return False
    return gone


def _at_the_cage(fact: Fact) -> bool:
    return type(fact).__module__ == money.__name__ and not isinstance(fact, money.TokeGiven)


def _from_first_checks(points: Sequence[Point]) -> Sequence[Point]:
    """The points from their first checks on; all that they got before the next turn counts as one."""
    first = next((at for at, one in enumerate(points) if one.checks_cents or one.put_in_cents), len(points))
    later = points[first:]
    together = sum(1 for one in later if one.at == later[0].at)
    return later[max(together - 1, 0) :]


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    """The points without those between two others at the same height."""
    kept: list[Point] = []
    for point in points:
        level = [(one.checks_cents, one.put_in_cents) for one in (*kept[-2:], point)]
        if len(level) == 3 and len(set(level)) == 1:
            kept.pop()
        kept.append(point)
    return kept
