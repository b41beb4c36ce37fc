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
    is there to be read. ``held`` is the ratio that a quick run holds the program to: a worse one than is to be reached
    where that is not reached yet, or where a short run has more of what is not measured in it.
    """

    what: str
    beside: str
    unit: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    at_least: float | None = None
    at_most: float | None = None
    held: float | None = None

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
        return not self._is_worse(self.ratio, self._to_reach)

    @property
    def is_missed(self) -> bool:
        """Whether even the best round, bettered by the spread of all of them, is short of what is held."""
        noise = max(self.ratios) - min(self.ratios)
        best = max(self.ratios) + noise if self.at_least is not None else min(self.ratios) - noise
        return self._is_worse(best, self._held)

    @property
    def goal(self) -> str:
        """What to reach, in words; nothing where the figure is there to be read."""
        return self._said(self._to_reach)

    @property
    def held_to(self) -> str:
        """What a quick run holds the figure to, in words."""
        return self._said(self._held)

    @property
    def _held(self) -> float | None:
        return self._to_reach if self.held is None else self.held

    @property
    def _to_reach(self) -> float | None:
        return self.at_most if self.at_least is None else self.at_least

    def _said(self, ratio: float | None) -> str:
        return "" if ratio is None else f"{'≤' if self.at_least is None else '≥'} {ratio:g}"

    def _is_worse(self, ratio: float, than: float | None) -> bool:
        if than is None:
            return False
        return ratio < than if self.at_least is not None else ratio > than


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
