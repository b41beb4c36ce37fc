"""The consolation's hits: exact, whatever is paid for them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.five_in_one import TURNED, hits, hits_of, inspect_consolations
from dealer.statistics import Look
from tests.support.pure import PureNight


def hits_in(cards: list[str]) -> int:
    return sum(rank_of(card) == called for called, card in zip(RANKS, cards, strict=False))


def turned(seed: int) -> list[str]:
    return Random(seed).sample(PACK, TURNED)


def test_ten_thirteenths_of_a_hit_are_to_be_expected() -> None:
    """Ten calls, each of which one card in thirteen answers."""
    assert hits().mean == Fraction(10, 13)
    assert hits().most == TURNED


@pytest.mark.parametrize("number", range(4))
def test_the_chances_are_those_of_shuffled_packs(number: int) -> None:
    packs = 6_000
    came = sum(hits_in(turned(seed)) == number for seed in range(packs))
    assert came / packs == pytest.approx(float(hits().chance(number)), abs=0.02)


def test_a_square_pack_stands_out_no_more_often_than_it_may() -> None:
    rare = 0
    for evening in range(200):
        seen = inspect_consolations([[hits_in(turned(1_000 * evening + one)) for one in range(12)]])
        assert seen is not None
        (look,) = seen.looks
        assert isinstance(look, Look)
        rare += look.chance <= 0.05
    assert rare <= 20


def test_a_dealer_who_knows_the_pack_stands_out() -> None:
    seen = inspect_consolations([[3, 4, 2], [5, 3]])
    assert seen is not None
    (look,) = seen.looks
    assert isinstance(look, Look)
    assert look.observed == "17 hits in 5 consolations"
    assert look.chance < 0.00001


def test_nothing_is_looked_at_where_no_consolation_was_turned() -> None:
    assert inspect_consolations([[], []]) is None


def test_the_hits_are_those_of_the_night() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-23", game="five_in_one", roll=0, dealer="D")
    for player in ("red", "blue"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=5_000)
    night("start_hand", dealer="red")
    for part in ("plus_or_minus", "", "bango", "put_and_take"):
        night("part_result", part=part, chips={}) if part else night("cold_hand", winners=["red"])
    night("consolation", cards=["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"])
    assert hits_of([one.fact for one in night.recorded], {}) == [4]
