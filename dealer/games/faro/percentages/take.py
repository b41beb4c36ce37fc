"""What the bank may expect of a stake: by play, and of what nobody won or lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

NONE = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """What the bank may expect of a stake of 1, below zero what it may expect to pay.

    ``play`` is by bets decided, ``sleepers`` and ``after_hock`` are what it gets of bets that were not; ``decided`` is
    the chance of a decision.
    """

    play: Fraction
    sleepers: Fraction = NONE
    after_hock: Fraction = NONE
    decided: Fraction = Fraction(1)

    @property
    def of_laid(self) -> Fraction:
        """What the bank may expect of a stake laid."""
        return self.play + self.sleepers + self.after_hock

    @property
    def of_decided(self) -> Fraction | None:
        """What the bank may expect of a stake that is decided; ``None`` where none can be."""
        return self.play / self.decided if self.decided else None


def mean_of(cases: Iterable[tuple[int, Take]]) -> Take:
    """What may be expected where a case comes as often as its number says; there is one at least."""
    number, play, sleepers, after_hock, decided = 0, NONE, NONE, NONE, NONE
    for ways, take in cases:
        number += ways
        play += ways * take.play
        sleepers += ways * take.sleepers
        after_hock += ways * take.after_hock
        decided += ways * take.decided
    return Take(
        play=play / number, sleepers=sleepers / number, after_hock=after_hock / number, decided=decided / number
    )
