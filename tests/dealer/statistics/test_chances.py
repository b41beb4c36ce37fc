"""Exact chances against counting every case."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, groupby, permutations, product

import pytest

from dealer import statistics as chances_of
from dealer.statistics import Distribution, as_before, by_inclusion, drawn, runs, sum_of, trials

DIE = Distribution(1, (1,) * 6)


def by_counting(counts: list[int]) -> dict[int, Fraction]:
    return {count: Fraction(number, len(counts)) for count, number in Counter(counts).items()}


def chances(distribution: Distribution) -> dict[int, Fraction]:
    counts = range(distribution.least, distribution.most + 1)
    return {count: distribution.chance(count) for count in counts if distribution.chance(count)}


def test_two_dice_and_three_by_counting() -> None:
    assert chances(DIE.plus(DIE)) == by_counting([sum(dice) for dice in product(range(1, 7), repeat=2)])
    three = by_counting([sum(dice) for dice in product(range(1, 7), repeat=3)])
    assert chances(DIE.times(3)) == chances(sum_of([DIE, DIE, DIE])) == three


def test_tails_of_a_die() -> None:
    assert (DIE.at_least(5), DIE.at_most(2), DIE.at_least(7), DIE.at_most(0)) == (Fraction(1, 3), Fraction(1, 3), 0, 0)
    assert (DIE.either_way(6), DIE.either_way(3), DIE.either_way(1)) == (Fraction(1, 3), 1, Fraction(1, 3))
    assert (DIE.mean, DIE.chance(9)) == (Fraction(7, 2), 0)
    assert [DIE.rare_from(level) for level in (Fraction(1, 7), Fraction(1, 6), Fraction(1, 2), 1)] == [7, 6, 4, 1]


def test_a_sum_too_long_for_its_digits_is_rounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances_of, "EXACT_BITS", 300)
    whole = 300 // 3
    assert DIE.times(whole).exact
    rounded = DIE.times(3 * whole)
    assert not rounded.exact
    one, cases = [1], 6 ** (3 * whole)
    for _ in range(3 * whole):
        one = [sum(one[max(0, at - 5) : at + 1]) for at in range(len(one) + 5)]
    for count in (rounded.least, int(rounded.mean), int(rounded.mean) + 120):
        exact = Fraction(sum(one[count - 3 * whole :]), cases)
        assert abs(rounded.at_least(count) - exact) < exact / 10**25


def test_runs_by_laying_every_row() -> None:
    for some, others in ((1, 1), (3, 3), (2, 5), (4, 0), (5, 3)):
        rows = [
            [place in chosen for place in range(some + others)] for chosen in combinations(range(some + others), some)
        ]
        assert chances(runs(some, others)) == by_counting([len(list(groupby(row))) for row in rows]), (some, others)


def test_what_falls_as_before_by_every_order() -> None:
    pack = "aabbc"
    orders = [sum(map(str.__eq__, order, pack)) for order in permutations(pack)]
    assert chances(as_before(((2, 2), (2, 2), (1, 1)))) == by_counting(orders)
    new = [sum(map(str.__eq__, order, "aabbd")) for order in permutations("abbbc")]
    assert chances(as_before(((2, 1), (2, 3), (0, 1)))) == by_counting(new)


def test_cards_drawn_and_trials_by_counting() -> None:
    hands = [sum(card < 3 for card in hand) for hand in combinations(range(7), 5)]
    assert chances(drawn(7, 3, 5)) == by_counting(hands)
    dice = [sum(die == 6 for die in thrown) for thrown in product(range(1, 7), repeat=3)]
    assert chances(trials(3, Fraction(1, 6))) == by_counting(dice)


def test_chances_that_are_no_parts_of_a_whole_are_refused() -> None:
    for wrong in ([Fraction(1, 2)], [Fraction(3, 2), Fraction(-1, 2)]):
        with pytest.raises(ValueError, match="whole"):
            Distribution.of(wrong)
    with pytest.raises(ValueError, match="whole"):
        by_inclusion([Fraction(1), Fraction(3)])
