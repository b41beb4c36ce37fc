"""Charts of Faro's cards: the number of splits and each rank's wins, in drawing units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dealer.games.faro.fairness import FaroObservation
from dealer.statistics import Distribution
from events.frozen import Frozen

WIDTH, HEIGHT = 640, 200
"""The size of a distribution's chart; its base line is at ``HEIGHT``, with room for numbers below."""

RANKS_HEIGHT = 120
"""The height of the wins above the line of ranks, and of the losses below it."""

_TOO_SELDOM = Fraction(1, 2_000)
_MOST_NUMBERS = 20


class Bar(Frozen):
    """A count: its place and height, whether its number is written, and whether it is the observed count."""

    count: int
    x: float
    width: float
    height: float
    numbered: bool
    seen: bool


class Distributed(Frozen):
    """The distribution of a square pack, with the observed count and the mean."""

    bars: tuple[Bar, ...]
    mean_x: float
    seen_x: float
    seen_height: float
    seen: int
    mean: float


class RankColumn(Frozen):
    """A rank's wins and losses, with their heights."""

    rank: str
    x: float
    width: float
    won: int
    lost: int
    won_height: float
    lost_height: float


class Ranked(Frozen):
    """Every rank's wins and losses, with the heights of their averages."""

    columns: tuple[RankColumn, ...]
    mean_height: float


class Pictures(Frozen):
    """The charts of the observed cards."""

    splits: Distributed
    ranks: Ranked


def pictures_of(seen: FaroObservation) -> Pictures:
    """The charts of the cards of one or more nights."""
    return Pictures(splits=distributed(seen.splits, seen.splits_found), ranks=ranked(seen.rank_by_rank))


def distributed(square: Distribution, seen: int) -> Distributed:
    """The chart of a distribution and the observed count, without very rare counts."""
    likely = [count for count in range(square.least, square.most + 1) if square.chance(count) > _TOO_SELDOM]
    first, last = min(likely[0], seen), max(likely[-1], seen)
    step = WIDTH / (last - first + 1)
    highest = max(square.chance(count) for count in likely)
    every = 1 + (last - first) // _MOST_NUMBERS
    bars = [
        Bar(
            count=count,
            x=round((count - first + 0.1) * step, 2),
            width=round(step * 0.8, 2),
            height=round(float(square.chance(count) / highest) * (HEIGHT - 30), 2),
            numbered=(count - first) % every == 0,
            seen=count == seen,
        )
        for count in range(first, last + 1)
    ]
    mean = float(square.mean)
    return Distributed(
        bars=tuple(bars),
        mean_x=round((mean - first + 0.5) * step, 2),
        seen_x=round((seen - first + 0.5) * step, 2),
        seen_height=next(bar.height for bar in bars if bar.seen),
        seen=seen,
        mean=mean,
    )


def ranked(counts: Mapping[str, tuple[int, int]]) -> Ranked:
    """The chart of each rank's wins and losses."""
    step = WIDTH / len(counts)
    highest = max(max(pair) for pair in counts.values()) or 1
    unit = (RANKS_HEIGHT - 20) / highest
    columns = tuple(
        RankColumn(
            rank=rank,
            x=round((place + 0.2) * step, 2),
            width=round(step * 0.6, 2),
            won=won,
            lost=lost,
            won_height=round(won * unit, 2),
            lost_height=round(lost * unit, 2),
        )
        for place, (rank, (won, lost)) in enumerate(counts.items())
    )
    each = sum(won for won, _ in counts.values()) / len(counts)
    return Ranked(columns=columns, mean_height=round(each * unit, 2))
