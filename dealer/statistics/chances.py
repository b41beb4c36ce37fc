"""Exact chances of counts: distributions in whole numbers, and what follows from counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm, perm

from events.frozen import Frozen

EXACT_BITS = 1_024
"""Up to this size of its numbers a distribution is kept to the last digit: that of eleven deals of a pack together."""

ROUNDED_BITS = 160
"""Past that its weights are rounded down to so many binary digits of the whole: an error of one in 10**40."""


class Distribution(Frozen, kw_only=False):
    """The chances of a count: it is ``least + n`` in ``weights[n]`` cases of all of them, which are equally likely.

    ``exact`` is whether the weights are whole numbers of cases to the last digit, and not rounded.
    """

    least: int
    weights: tuple[int, ...]
    exact: bool = True

    @classmethod
    def of(cls, chances: Sequence[Fraction], least: int = 0) -> Distribution:
        """The distribution with these chances of ``least``, ``least + 1``, …; they add up to 1."""
        if sum(chances) != 1 or min(chances) < 0:
            raise ValueError("chances are parts of one whole")
        whole = lcm(*(chance.denominator for chance in chances))
        return _trimmed(least, [int(chance * whole) for chance in chances])

    @property
    def cases(self) -> int:
        """How many cases there are in all."""
        return sum(self.weights)

    @property
    def most(self) -> int:
        """The greatest count that there can be."""
        return self.least + len(self.weights) - 1

    @property
    def mean(self) -> Fraction:
        """The count to be expected."""
        return Fraction(sum(count * weight for count, weight in enumerate(self.weights, self.least)), self.cases)

    def chance(self, count: int) -> Fraction:
        """The chance of exactly this count."""
        inside = self.least <= count <= self.most
        return Fraction(self.weights[count - self.least] if inside else 0, self.cases)

    def at_least(self, count: int) -> Fraction:
        """The chance of this count or more."""
        return Fraction(sum(self.weights[max(0, count - self.least) :]), self.cases)

    def at_most(self, count: int) -> Fraction:
        """The chance of this count or less."""
        return Fraction(sum(self.weights[: max(0, count - self.least + 1)]), self.cases)

    def rare_from(self, level: Fraction | float) -> int:
        """The smallest count that comes, or a greater one, with a chance of ``level`` at the most."""
        rare = level * self.cases
        tail = 0
        for count in range(self.most, self.least - 1, -1):
            tail += self.weights[count - self.least]
            if tail > rare:
                return count + 1
        return self.least

    def either_way(self, count: int) -> Fraction:
        """The chance to be as far out as this on either side: the smaller of both tails, doubled."""
        return min(Fraction(1), 2 * min(self.at_least(count), self.at_most(count)))

    def plus(self, other: Distribution) -> Distribution:
        """The distribution of the sum with another count that has nothing to do with this one."""
        weights = _product(self.weights, other.weights)
        bits = sum(weights).bit_length()
        exact = self.exact and other.exact and bits <= EXACT_BITS
        if not exact:
            weights = [weight >> max(0, bits - ROUNDED_BITS) for weight in weights]
        return _trimmed(self.least + other.least, weights, exact)

    def times(self, number: int) -> Distribution:
        """The distribution of the sum of so many such counts, one or more, that have nothing to do with one another."""
        if number == 1:
            return self
        half = self.times(number // 2)
        both = half.plus(half)
        return both.plus(self) if number % 2 else both


NOTHING = Distribution(0, (1,))
"""The count that is always 0."""


def sum_of(distributions: Iterable[Distribution]) -> Distribution:
    """The distribution of the sum of counts that have nothing to do with one another."""
    numbers: dict[Distribution, int] = {}
    for one in distributions:
        numbers[one] = numbers.get(one, 0) + 1
    total = NOTHING
    for one, number in numbers.items():
        total = total.plus(one.times(number))
    return total


@lru_cache(maxsize=512)
def trials(number: int, chance: Fraction) -> Distribution:
    """How many of so many trials come off, each with this chance and by itself."""
    one = Distribution.of((1 - chance, chance))
    return one.times(number) if number else NOTHING


@lru_cache(maxsize=512)
def drawn(pack: int, marked: int, number: int) -> Distribution:
    """How many marked cards there are among ``number`` cards drawn from a shuffled pack."""
    least = max(0, number - (pack - marked))
    counts = range(least, min(number, marked) + 1)
    return _trimmed(least, [comb(marked, count) * comb(pack - marked, number - count) for count in counts])


@lru_cache(maxsize=512)
def runs(some: int, others: int) -> Distribution:
    """How many runs there are in a row of two sorts of cards, so many of each, every order equally likely.

    A run is made of neighbours of one sort. Of ``2k`` runs each sort has ``k``; of ``2k + 1`` one sort has one more.
    """
    if not some or not others:
        return Distribution(1 if some + others else 0, (1,))
    weights = []
    for number in range(2, some + others + 1):
        few = number // 2
        many = number - few
        ways = comb(some - 1, few - 1) * comb(others - 1, many - 1)
        weights.append(ways + comb(some - 1, many - 1) * comb(others - 1, few - 1))
    return _trimmed(2, weights)


@lru_cache(maxsize=64)
def as_before(blocks: tuple[tuple[int, int], ...]) -> Distribution:
    """How many things fall where they fell before, when they are shuffled anew.

    A block is a kind of place and of thing that fit each other: how many places of it there are, and how many things.
    Any k places can be filled fittingly in as many ways as k rooks that attack nobody stand on the blocks.
    """
    things = sum(number for _, number in blocks)
    ways = [1]
    for places, number in blocks:
        one = [comb(places, rooks) * perm(number, rooks) for rooks in range(min(places, number) + 1)]
        ways = _product(ways, one)
    return by_inclusion([Fraction(way, perm(things, rooks)) for rooks, way in enumerate(ways)])


def by_inclusion(moments: Sequence[Fraction]) -> Distribution:
    """The distribution of how many of some events happen, by inclusion and exclusion.

    ``moments[k]`` is the sum, over all sets of k of the events, of the chance that all of the set happen.
    """
    chances = [
        sum((-1) ** (size - count) * comb(size, count) * moments[size] for size in range(count, len(moments)))
        for count in range(len(moments))
    ]
    return Distribution.of([Fraction(chance) for chance in chances])


def _trimmed(least: int, weights: Sequence[int], exact: bool = True) -> Distribution:
    """The distribution without counts at its ends that cannot be."""
    first = next(at for at, weight in enumerate(weights) if weight)
    last = next(at for at in range(len(weights) - 1, -1, -1) if weights[at])
    return Distribution(least + first, tuple(weights[first : last + 1]), exact)


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The product of two polynomials without negative coefficients.

    Each is written into one great number, a coefficient to a slot wide enough for any sum, and those are multiplied.
    """
    bits = max(one).bit_length() + max(other).bit_length() + min(len(one), len(other)).bit_length()
    slot = bits // 8 + 1
    product = _in_slots(one, slot) * _in_slots(other, slot)
    length = len(one) + len(other) - 1
    digits = product.to_bytes(length * slot, "little")
    return [int.from_bytes(digits[at : at + slot], "little") for at in range(0, length * slot, slot)]


def _in_slots(coefficients: Sequence[int], slot: int) -> int:
    return int.from_bytes(b"".join(one.to_bytes(slot, "little") for one in coefficients), "little")
