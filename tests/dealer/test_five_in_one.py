"""Five in One: the chances of the consolation's hits, and dealers who know the pack (rulebook G5)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.game.statistics import StatisticalTest
from dealer.games.five_in_one import COUNTED, hits, hits_of, inspect_consolations
from tests.support.tables import ChipTable


def hits_in(cards: list[str]) -> int:
    return sum(rank_of(card) == called for called, card in zip(RANKS, cards, strict=False))


def turned(seed: int) -> list[str]:
    return Random(seed).sample(PACK, COUNTED)


def test_ten_thirteenths_of_a_hit_are_to_be_expected() -> None:
    """Ten calls, each of which one card in thirteen answers."""
    assert hits().mean == Fraction(10, 13)
    assert hits().most == COUNTED


@pytest.mark.parametrize("number", range(4))
def test_the_chances_are_those_of_shuffled_packs(number: int) -> None:
    packs = 6_000
    came = sum(hits_in(turned(seed)) == number for seed in range(packs))
    assert came / packs == pytest.approx(float(hits().chance(number)), abs=0.02)


def test_a_square_pack_stands_out_no_more_often_than_it_may() -> None:
    rare = 0
    for evening in range(200):
        seen = inspect_consolations([[hits_in(turned(1_000 * evening + entry)) for entry in range(12)]])
        assert seen is not None
        (card_test,) = seen.tests
        assert isinstance(card_test, StatisticalTest)
        rare += card_test.chance <= 0.05
    assert rare <= 20


def test_a_dealer_who_knows_the_pack_stands_out() -> None:
    seen = inspect_consolations([[3, 4, 2], [5, 3]])
    assert seen is not None
    (card_test,) = seen.tests
    assert isinstance(card_test, StatisticalTest)
    assert str(card_test.observed) == "17 hits in 5 consolations"
    assert card_test.chance < 0.00001


def test_the_hits_are_those_of_the_night() -> None:
    table = ChipTable("five_in_one", 2)
    table("start_hand", dealer="red")
    for part in ("plus_or_minus", "cold_hand", "bango", "put_and_take"):
        if part == "cold_hand":
            table(part, winners=["red"])
        else:
            table("part_result", part=part, chips={})
    table("consolation", cards=["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"])
    assert hits_of([record.event for record in table.recorded], {}) == [4]
    assert inspect_consolations([[], []]) is None
