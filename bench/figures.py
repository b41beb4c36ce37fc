"""What is measured: a figure beside a peer's in the same run, round by round in turn, as ratios with their spread."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Ours beside a peer's, a value of each for every round, in the same unit.

    ``ratios`` are ours over theirs. ``at_least`` or ``at_most`` is the ratio to reach; a figure with neither
    is there to be read.
    """

    what: str
    beside: str
    unit: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratios(self) -> tuple[float, ...]:
        """Ours over theirs in each round."""
        return tuple(one / other for one, other in zip(self.ours, self.theirs, strict=True))

    @property
    def ratio(self) -> float:
        """The median of the rounds."""
        return median(self.ratios)

    @property
    def is_reached(self) -> bool:
        """Whether the median is where it should be."""
        return self._is_within(self.ratio)

    @property
    def is_missed(self) -> bool:
        """Whether no round at all was where it should be: more than the noise that the run itself shows."""
        return not any(self._is_within(ratio) for ratio in self.ratios)

    @property
    def goal(self) -> str:
        """What to reach, in words; nothing where the figure is there to be read."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return f"≤ {self.at_most:g}" if self.at_most is not None else ""

    def _is_within(self, ratio: float) -> bool:
        return (self.at_least is None or ratio >= self.at_least) and (self.at_most is None or ratio <= self.at_most)


Measure = Callable[[], float]
"""Does the work once and gives its value: a rate, or how long it took."""


def in_turn(rounds: int, *measures: Measure) -> tuple[tuple[float, ...], ...]:
    """The values of each measure, taken in turn round after round, so that a machine whose speed drifts does no harm.

    A round before the first is not counted. Rubbish of one is collected before the next begins.
    """
    taken: list[list[float]] = [[] for _ in measures]
    for number in range(rounds + 1):
        for values, measure in zip(taken, measures, strict=True):
            gc.collect()
            value = measure()
            if number:
                values.append(value)
    return tuple(tuple(values) for values in taken)
