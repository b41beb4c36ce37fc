"""In how many orders cards come out in turns, with two of one rank in a turn or without: whole numbers."""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, perm


@lru_cache(maxsize=1024)
def pairings(counts: tuple[int, ...]) -> tuple[int, ...]:
    """In how many orders 0, 1, 2, … turns can each bring two cards of one rank; ``counts`` are the cards of each rank.

    A rank of m cards fills j turns in m! / (m − 2j)! orders, and the turns are shared out among the ranks: a product
    of polynomials, as in :mod:`dealer.games.faro.fairness.splits`.
    """
    ways = [1]
    for cards in counts:
        product = [0] * (len(ways) + cards // 2)
        for turns in range(cards // 2 + 1):
            one = perm(cards, 2 * turns) // factorial(turns)
            for before, way in enumerate(ways):
                product[before + turns] += way * one
        ways = product
    return tuple(factorial(turns) * way for turns, way in enumerate(ways))


@lru_cache(maxsize=65536)
def unmatched(counts: tuple[int, ...], turns: int, matched: int = 0) -> int:
    """In how many orders so many turns can each bring two cards of two ranks, after ``matched`` turns of one rank each.

    By inclusion and exclusion over which of the turns are of one rank nevertheless.
    """
    cards, pairs = sum(counts), pairings(counts)
    total = 0
    for also in range(turns + 1):
        together = matched + also
        if together >= len(pairs):
            break
        orders = pairs[together] * perm(cards - 2 * together, 2 * (turns - also))
        total += (-1) ** also * comb(turns, also) * orders
    return total
