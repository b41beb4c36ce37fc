"""Charts of Faro's cards: the number of splits, and how often each rank won and lost. The template scales them."""

from __future__ import annotations

from fractions import Fraction

from dealer.games.faro.fairness import FaroObservation
from events.frozen import Frozen

_TOO_SELDOM = Fraction(1, 2_000)
_MOST_NUMBERS = 20


class Pictures(Frozen):
    """The charts of the observed cards.

    ``splits`` are counts of splits with their chance in a square pack, as a share of the highest chance; each count
    that is a multiple of ``numbered``, from the first on, has its number written.
    ``ranks`` are the times that each rank won and lost; ``highest`` is the largest of them.
    """

    splits: tuple[tuple[int, float], ...]
    numbered: int
    seen: int
    mean: float
    ranks: tuple[tuple[str, int, int], ...]
    highest: int
    average: float


def pictures_of(seen: FaroObservation) -> Pictures:
    """The charts of the cards of one or more nights, without very rare counts of splits."""
    square, found = seen.splits, seen.splits_found
    likely = [count for count in range(square.least, square.most + 1) if square.chance(count) > _TOO_SELDOM]
    first, last = min(likely[0], found), max(likely[-1], found)
    most_likely = max(square.chance(count) for count in likely)
    ranks = tuple((rank, won, lost) for rank, (won, lost) in seen.rank_by_rank.items())
    return Pictures(
        splits=tuple((count, float(square.chance(count) / most_likely)) for count in range(first, last + 1)),
        numbered=1 + (last - first) // _MOST_NUMBERS,
        seen=found,
        mean=float(square.mean),
        ranks=ranks,
        highest=max(max(won, lost) for _, won, lost in ranks) or 1,
        average=sum(won for _, won, _ in ranks) / len(ranks),
    )
