"""Counts the orders in which cards come two by two, as a bet against a bank sees them, until it is decided.

What depends on the cards of a bet alone is kept when others come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm
from operator import mul

from msgspec.structs import replace

from events.frozen import Frozen

NONE = Fraction(0)


class Cover(Frozen, kw_only=False, gc=False):
    """The cards to come by rank: those that win, those that lose, and the number of others.

    Two cards of the same rank and side in a turn are a true split. A bet that looks at one side only has none to lose.
    """

    to_win: tuple[int, ...]
    to_lose: tuple[int, ...]
    others: int

    @property
    def winning(self) -> int:
        """The number of winning cards."""
        return sum(self.to_win)

    @property
    def losing(self) -> int:
        """The number of losing cards."""
        return sum(self.to_lose)

    @property
    def cards(self) -> int:
        """The number of all cards."""
        return self.winning + self.losing + self.others

    def draws(self) -> Iterator[tuple[int, Cover, bool]]:
        """What remains after another card: the counts, how many cards lead there, and whether they are winning."""
        for cards, number in Counter(self.to_win).items():
            yield number * cards, replace(self, to_win=_one_less(self.to_win, cards)), True
        for cards, number in Counter(self.to_lose).items():
            yield number * cards, replace(self, to_lose=_one_less(self.to_lose, cards)), False
        if self.others:
            yield self.others, replace(self, others=self.others - 1), False


def _one_less(counts: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """The counts with one card less of a rank with so many cards."""
    at = counts.index(cards)
    return tuple(sorted((*counts[:at], *((cards - 1,) if cards > 1 else ()), *counts[at + 1 :])))


def splits(cover: Cover, turns: int, halves: bool) -> tuple[int, int]:
    """Of all orders of the cards of so many turns: those in which a bet on ranks ends in a true split, or is halved."""
    weights = _orders_around(cover.cards, cover.others, turns)
    if not halves:
        return sum(map(mul, _standing_then_split(cover.to_win, cover.to_lose), weights)), 0
    matched, first = of_one_rank(cover), weights[0] if turns else 0
    return matched * first, (perm(cover.winning, 2) + perm(cover.losing, 2) - matched) * first


def lying(cover: Cover, turns: int, halves: bool) -> Fraction:
    """The chance that so many turns leave a bet on ranks undecided."""
    return Fraction(sum(_undecided(cover, turns, halves)), perm(cover.cards, 2 * turns))


def lying_to_own_card(cover: Cover, turns: int, halves: bool) -> Fraction:
    """The chance that so many turns leave a bet on ranks undecided, and that another card is then one of its own."""
    own = cover.cards - cover.others
    ways = sum((own - 2 * standoffs) * ways for standoffs, ways in enumerate(_undecided(cover, turns, halves)))
    return Fraction(ways, perm(cover.cards, 2 * turns + 1))


def _undecided(cover: Cover, turns: int, halves: bool) -> Iterator[int]:
    """By the number of standoffs: the orders of the cards of so many turns that leave a bet on ranks undecided."""
    sets = (1,) if halves else standoffs_of(cover.to_win, cover.to_lose)
    for standoffs, orders in enumerate(sets[: turns + 1]):
        yield perm(turns, standoffs) * orders * perm(cover.others, 2 * (turns - standoffs))


def of_one_rank(cover: Cover) -> int:
    """The orders in which two cards of one side and the same rank can come."""
    return sum(perm(cards, 2) for cards in (*cover.to_win, *cover.to_lose))


@lru_cache(maxsize=8192)
def _orders_around(cards: int, others: int, turns: int) -> tuple[int, ...]:
    """By the number of standoffs before a decision: the orders of all cards that are in neither, over so many turns.

    Turns before the decision that are no standoff have two irrelevant cards; what comes after it is in any order. The
    first turn is the decision, or irrelevant, or one of the standoffs; the rest is the same with two cards less.
    """
    if not turns:
        return ()
    before = [perm(cards - 2, 2 * turns - 2)] + [0] * min(turns - 1, (cards - others) // 2)
    if others > 1:
        for standoffs, orders in enumerate(_orders_around(cards - 2, others - 2, turns - 1)):
            before[standoffs] += others * (others - 1) * orders
    if cards - others > 1:
        for standoffs, orders in enumerate(_orders_around(cards - 2, others, turns - 1)[: len(before) - 1], start=1):
            before[standoffs] += standoffs * orders
    return tuple(before)


@lru_cache(maxsize=4096)
def standoffs_of(to_win: tuple[int, ...], to_lose: tuple[int, ...]) -> tuple[int, ...]:
    """By the number of standoffs: the sets of so many, each with an order of its two cards."""
    return _product(_standoffs(to_win, 0), _standoffs(to_lose, 0))


@lru_cache(maxsize=4096)
def _standing_then_split(to_win: tuple[int, ...], to_lose: tuple[int, ...]) -> tuple[int, ...]:
    """The same, with a true split after them."""
    won = _product(_standoffs(to_win, 1), _standoffs(to_lose, 0))
    lost = _product(_standoffs(to_win, 0), _standoffs(to_lose, 1))
    return tuple(map(sum, zip(won, lost, strict=True)))


def _product(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """The product of two polynomials, up to half the cards of both sides."""
    product = [0] * (len(first) + len(second) - 1)
    for at, factor in enumerate(first):
        for beside, other in enumerate(second):
            product[at + beside] += factor * other
    return tuple(product)


@lru_cache(maxsize=1024)
def _standoffs(counts: tuple[int, ...], matched: int) -> tuple[int, ...]:
    """By the number of standoffs of a side: the sets of so many, with ``matched`` true splits after them."""
    return tuple(unmatched(counts, turns, matched) // factorial(turns) for turns in range(sum(counts) // 2 + 1))


@lru_cache(maxsize=1024)
def pairings(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The orders in which 0, 1, 2, … turns can each have two cards of one rank; ``counts`` are the cards per rank.

    A rank of m cards fills j turns in m! / (m − 2j)! orders, and the ranks share the turns: a product of polynomials.
    """
    ways = [1]
    for cards in counts:
        product = [0] * (len(ways) + cards // 2)
        for turns in range(cards // 2 + 1):
            turned = perm(cards, 2 * turns) // factorial(turns)
            for before, way in enumerate(ways):
                product[before + turns] += way * turned
        ways = product
    return tuple(factorial(turns) * way for turns, way in enumerate(ways))


@lru_cache(maxsize=65536)
def unmatched(counts: tuple[int, ...], turns: int, matched: int = 0) -> int:
    """The orders in which so many turns can each have two ranks, after ``matched`` turns of a single rank.

    By inclusion and exclusion over the turns that have a single rank after all.
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
