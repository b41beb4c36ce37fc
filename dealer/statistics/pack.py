"""What a shuffled pack gives that is dealt in turns of two cards: splits, and the sides to which a rank falls.

In t turns of a shuffled pack k given turns are all splits with the chance k! [x^k] (1 + 12x + 12x²)^13 / 52·51·…,
2k factors below the line: a rank makes one pair in 4·3 orders, and two in 4!, of which 2! is in the k!. Inclusion and
exclusion over the turns make of that the chance of every number of splits; it adds up to 25/17 for 25 turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm

from dealer.statistics.chances import Distribution, by_inclusion, sum_of

_ONE_PAIR = (1, 12, 12)
_ONE_PAIR_PUT_UP = (1, 2)


@lru_cache(maxsize=512)
def splits_of(turns: int, put_up: int = 0, ranks: int = 13) -> Distribution:
    """The number of splits in a deal of so many turns, 26 at the most, from a pack of four cards of each rank.

    ``put_up`` of them were laid beforehand, each of another rank and all within these turns, and the rest shuffled.
    """
    if not 0 <= put_up <= min(turns, ranks):
        raise ValueError(f"{put_up} splits cannot be put up in {turns} turns")
    free, cards = turns - put_up, 4 * ranks - 2 * put_up
    ways = [1]
    for rank in range(ranks):
        ways = _times(ways, _ONE_PAIR_PUT_UP if rank < put_up else _ONE_PAIR, free)
    moments = [
        Fraction(comb(free, pairs) * factorial(pairs) * way, perm(cards, 2 * pairs)) for pairs, way in enumerate(ways)
    ]
    by_chance = by_inclusion(moments)
    return Distribution(by_chance.least + put_up, by_chance.weights)


def splits_of_deals(turns: Sequence[int]) -> Distribution:
    """The number of splits in several deals, each stopped after so many turns."""
    return sum_of(map(splits_of, turns))


@lru_cache(maxsize=64)
def wins_less_losses(turns: int) -> Distribution:
    """How often a rank wins in a deal of so many turns, less how often it loses.

    Its four cards lie anywhere in the pack: w among the winners, l among the losers, and the rest elsewhere, in
    C(t, w) C(t, l) C(52 - 2t, 4 - w - l) of C(52, 4) ways.
    """
    weights = [0] * 9
    for won in range(5):
        for lost in range(5 - won):
            ways = comb(turns, won) * comb(turns, lost) * comb(52 - 2 * turns, 4 - won - lost)
            weights[4 + won - lost] += ways
    return Distribution.of([Fraction(ways, comb(52, 4)) for ways in weights], least=-4)


def _times(row: list[int], by: Sequence[int], most: int) -> list[int]:
    """The product of two polynomials, no further than x to the ``most``."""
    product = [0] * min(most + 1, len(row) + len(by) - 1)
    for at, one in enumerate(row):
        for beyond, other in enumerate(by[: len(product) - at]):
            product[at + beyond] += one * other
    return product
