"""The number of splits against two other ways of counting them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm
from pathlib import Path

import pytest

from dealer.games.faro.fairness import look_at_splits, put_up_to_be_noticed
from dealer.statistics import splits_of, splits_of_deals
from tests.support.packs import PACK, dealt

DOCUMENT = Path(__file__).parents[5] / "docs" / "is-the-game-square.md"


def turn_by_turn(turns: int, put_up: int = 0) -> dict[int, Fraction]:
    """The number of splits by drawing two cards at a time: how many ranks have 4, 3, 2 and 1 cards left, and so far."""
    ways: dict[tuple[tuple[int, ...], int], int] = {((13 - put_up, 0, put_up, 0), put_up): 1}
    for _ in range(turns - put_up):
        after: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (left, splits), number in ways.items():
            for first in range(4):
                ranks = list(left)
                loser = ranks[first] * (4 - first)
                if not loser:
                    continue
                ranks[first] -= 1
                if first < 3:
                    same = list(ranks)
                    if first < 2:
                        same[first + 2] += 1
                    after[tuple(same), splits + 1] += number * loser * (3 - first)
                    ranks[first + 1] += 1
                for second in range(4):
                    others = ranks[second] - (second == first + 1)
                    if others <= 0:
                        continue
                    drawn = list(ranks)
                    drawn[second] -= 1
                    if second < 3:
                        drawn[second + 1] += 1
                    after[tuple(drawn), splits] += number * loser * others * (4 - second)
        ways = dict(after)
    cards = 52 - 2 * put_up
    total: Counter[int] = Counter()
    for (_, splits), number in ways.items():
        total[splits] += number
    return {splits: Fraction(number, perm(cards, 2 * (turns - put_up))) for splits, number in total.items()}


def chances(turns: int, put_up: int = 0, ranks: int = 13) -> dict[int, Fraction]:
    found = splits_of(turns, put_up, ranks)
    return {count: found.chance(count) for count in range(found.most + 1) if found.chance(count)}


def test_a_tiny_pack_by_every_order() -> None:
    orders = list(permutations("aaaabbbb"))
    for turns in range(5):
        counts = Counter(sum(order[at] == order[at + 1] for at in range(0, 2 * turns, 2)) for order in orders)
        assert chances(turns, ranks=2) == {splits: Fraction(n, len(orders)) for splits, n in counts.items()}


def test_a_whole_pack_by_drawing_turn_by_turn() -> None:
    for turns, put_up in ((1, 0), (2, 0), (7, 0), (25, 0), (26, 0), (25, 4)):
        assert chances(turns, put_up) == turn_by_turn(turns, put_up)


def test_it_adds_up_and_its_mean_is_a_seventeenth_of_the_turns() -> None:
    for turns in range(27):
        found = splits_of(turns)
        assert found.mean == Fraction(turns, 17)
        assert found.at_least(0) == 1
    assert splits_of(25).mean == Fraction(25, 17)
    assert splits_of_deals([25, 25, 9]).mean == Fraction(59, 17)
    assert splits_of_deals([25] * 40).mean == pytest.approx(1000 / 17)


def test_two_turns_by_hand() -> None:
    """After a split 2 cards of its rank and 48 of others are left: 2·1 + 48·3 of 50·49."""
    assert splits_of(2).chance(2) == Fraction(1, 17) * Fraction(2 + 144, 50 * 49)


def test_more_splits_than_can_be_laid_are_refused() -> None:
    for turns, put_up in ((5, 6), (25, 14), (5, -1)):
        with pytest.raises(ValueError, match="put up"):
            splits_of(turns, put_up)


def test_what_is_noticed_is_noticed_nine_times_in_ten_and_one_less_is_not() -> None:
    level = Fraction(1, 240)
    needed = put_up_to_be_noticed(1, 25, level)
    assert needed is not None
    square = turn_by_turn(25)
    rare = min(count for count in range(26) if 2 * sum(square.get(more, 0) for more in range(count, 26)) <= level)
    for put_up, enough in ((needed, True), (needed - 1, False)):
        noticed = sum(chance for splits, chance in turn_by_turn(25, put_up).items() if splits >= rare)
        assert (noticed >= Fraction(9, 10)) is enough
    assert put_up_to_be_noticed(1, 25, Fraction(1, 10**30)) is None
    four = put_up_to_be_noticed(4, 25, level)
    assert four is not None
    assert needed < four < 4 * needed


def test_the_look_counts_what_was_dealt() -> None:
    look = look_at_splits([dealt(PACK), dealt(PACK, turns=3)])
    # A to K, the four of each rank together and the first ace the soda: every other turn is a split, from the first on.
    assert look.figures["splits"] == 13 + 2
    assert look.figures["turns"] == 28
    assert look.chance == pytest.approx(float(2 * splits_of_deals([25, 3]).at_least(int(look.figures["splits"]))))


def test_the_worked_figure_of_the_document() -> None:
    """What docs/is-the-game-square.md works out is what the program counts."""
    text = DOCUMENT.read_text(encoding="utf-8")
    deal, evening = splits_of(25), splits_of_deals([25] * 6)
    for number in (
        f"{float(deal.chance(0)):.4f}",
        f"{float(deal.at_least(6)):.4f}",
        f"{float(evening.either_way(18)):.4f}",
        f"{float(evening.mean):.2f}",
        f"{put_up_to_be_noticed(6, 25, Fraction(1, 20) / 16)} splits",
    ):
        assert number in text, number
