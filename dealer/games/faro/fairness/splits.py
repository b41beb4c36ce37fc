"""Splits: how many a square pack gives, exactly, and how many would have to be put up to be noticed.

In t turns of a shuffled pack k given turns are all splits with the chance k! [x^k] (1 + 12x + 12x²)^13 / 52·51·…,
2k factors below the line: a rank makes one pair in 4·3 orders, and two in 4!, of which 2! is in the k!. Inclusion and
exclusion over the turns make of that the chance of every number of splits; it adds up to 25/17 for 25 turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm

from dealer.commands.phrases import counted
from dealer.game.cards import rank_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import Distribution, by_inclusion, sum_of
from dealer.statistics.looks import Look

MOST_PUT_UP = 13
"""The most splits that the sum below can put up in one deal: one of each rank."""

OFTEN_ENOUGH = Fraction(9, 10)
"""How often what is put up should be noticed."""

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


def splits_in(deals: Iterable[Dealt]) -> int:
    """How many splits there were."""
    return sum(rank_of(loser) == rank_of(winner) for deal in deals for loser, winner in deal.turns)


def look_at_splits(deals: Sequence[Dealt]) -> Look:
    """The number of splits, against all that a square pack can give in as many turns."""
    found, turns = splits_in(deals), sum(len(deal.turns) for deal in deals)
    square = splits_of_deals([len(deal.turns) for deal in deals])
    mean = float(square.mean)
    return Look(
        name="splits",
        title="Splits",
        observed=f"{found} in {counted(turns, 'turn')} of {counted(len(deals), 'deal')}",
        square=f"{mean:.1f}, which is {turns} times 1/17",
        chance=float(square.either_way(found)),
        way="exact",
        means="that splits were put up, by which the bank gains" if found > mean else "that pairs were kept apart",
        figures={"splits": found, "turns": turns, "expected": mean},
    )


def put_up_to_be_noticed(deals: int, turns: int, level: Fraction) -> int | None:
    """How many splits in all would have to be put up in so many deals to be noticed 9 times in 10.

    Noticed is what a square pack does, one way or the other, with a chance of ``level`` or less. ``None`` where as
    many as there are ranks in every deal are not enough.
    """
    noticed = splits_of(turns).times(deals).rare_from(level / 2)
    most = MOST_PUT_UP * deals
    low, high = 0, 1
    while _chance_to_notice(deals, turns, high, noticed) < OFTEN_ENOUGH:
        if high == most:
            return None
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        if _chance_to_notice(deals, turns, middle, noticed) >= OFTEN_ENOUGH:
            high = middle
        else:
            low = middle
    return high


def _chance_to_notice(deals: int, turns: int, put_up: int, noticed: int) -> Fraction:
    """The chance of ``noticed`` splits or more with so many put up, spread over the deals as evenly as can be."""
    each, more = divmod(put_up, deals)
    fewer = splits_of(turns, each).times(deals - more)
    return (fewer.plus(splits_of(turns, each + 1).times(more)) if more else fewer).at_least(noticed)


def _times(row: list[int], by: Sequence[int], most: int) -> list[int]:
    """The product of two polynomials, no further than x to the ``most``."""
    product = [0] * min(most + 1, len(row) + len(by) - 1)
    for at, one in enumerate(row):
        for beyond, other in enumerate(by[: len(product) - at]):
            product[at + beyond] += one * other
    return product
