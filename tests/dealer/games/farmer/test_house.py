"""The Farmer house rules: the contract's table of settings and two presets."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.farmer import GAME

CONTRACT = {
    "chip": (25, 25),
    "ante": (1, 1),
    "farmer_plays": (True, False),
    "nearest_pays": (1, 1),
    "over_pays": (1, 1),
}


def test_the_presets_are_the_contracts_the_usual_one_first() -> None:
    farm, banker = GAME.read_house("farm"), GAME.read_house("banker")
    assert {name: (farm[name], banker[name]) for name in CONTRACT} == CONTRACT
    assert next(iter(GAME.presets)) == "farm"


def test_nothing_may_be_paid_where_a_house_has_it_so() -> None:
    assert GAME.read_house({"ante": 0, "nearest_pays": 0, "over_pays": 0})["ante"] == 0


@pytest.mark.parametrize(
    "house",
    ["roulette", {"chip": 0}, {"ante": -1}, {"ante": True}, {"farmer_plays": 1}, {"over_pays": 1.5}, {"stake": 1}],
)
def test_what_does_not_read_is_refused(house: Any) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.read_house(house)
    assert refused.value.code == "bad_input"
