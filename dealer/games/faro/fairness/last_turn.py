"""The last turn: cats among the last three cards, and whether their order went against the calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from dealer.commands.phrases import counted
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import Distribution, sum_of, trials
from dealer.statistics.looks import Look, NoLook

CAT = Fraction(13 * 6 * 48, 22_100)
"""The chance that two of the last three cards, and no more, are of one rank: of C(52, 3) there are 13·C(4, 2)·48."""

Calls = tuple[tuple[str, ...], ...]


def look_at_cats(deals: Sequence[Dealt]) -> Look | NoLook:
    """In how many deals two of the last three cards were of one rank."""
    lasts = [deal.last_three for deal in deals if deal.last_three]
    if not lasts:
        return NoLook(name="cats", title="Cats in the last turn", why="no deal was dealt out to the hock")
    cats = sum(len(set(last)) == 2 for last in lasts)
    return Look(
        name="cats",
        title="Cats in the last turn",
        observed=f"{counted(cats, 'cat')} in {counted(len(lasts), 'deal')}",
        square=f"{float(CAT) * len(lasts):.1f}",
        chance=float(trials(len(lasts), CAT).either_way(cats)),
        way="exact",
        means="that the last three cards were put up",
        figures={"cats": cats, "deals": len(lasts), "expected": float(CAT) * len(lasts)},
    )


@lru_cache(maxsize=1024)
def right_calls(last: tuple[str, ...], calls: Calls) -> Distribution:
    """How many of some calls are right, when the last three cards come in any order with the same chance."""
    orders = Counter(tuple(order) for order in permutations(last))
    right = Counter[int]()
    for order, ways in orders.items():
        right[calls.count(order)] += ways
    return Distribution.of([Fraction(right[number], 6) for number in range(max(right) + 1)])


def look_at_calls(deals: Sequence[Dealt]) -> Look | NoLook:
    """How many calls were right, given the three cards that were left and what was called of them."""
    called = [(deal.last_three, deal.calls) for deal in deals if deal.last_three and deal.calls]
    if not called:
        return NoLook(name="calls", title="Calls of the last turn", why="no call lay when the last turn was dealt")
    right = sum(calls.count(last) for last, calls in called)
    square = sum_of(right_calls(tuple(sorted(last)), tuple(sorted(calls))) for last, calls in called)
    number = sum(len(calls) for _, calls in called)
    mean = float(square.mean)
    return Look(
        name="calls",
        title="Calls of the last turn",
        observed=f"{right} of {counted(number, 'call')} right",
        square=f"{mean:.1f} right, of these calls and cards",
        chance=float(square.either_way(right)),
        way="exact",
        means="that the last three cards were put up against the calls"
        if right < mean
        else "that somebody who called knew the last three cards",
        figures={"right": right, "calls": number, "expected": mean},
    )
