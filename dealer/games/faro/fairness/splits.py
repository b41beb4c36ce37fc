"""Splits: how many there were against what a square pack gives, and how many put up would be noticed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dealer.commands.phrases import counted
from dealer.game.cards import rank_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.looks import Look
from dealer.statistics.pack import splits_of, splits_of_deals

MOST_PUT_UP = 13
"""The most splits that the sum below can put up in one deal: one of each rank."""

OFTEN_ENOUGH = Fraction(9, 10)
"""How often what is put up should be noticed."""


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
