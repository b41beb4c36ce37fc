"""The house of a Pharo table (the contract of the other games)."""

from __future__ import annotations

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.pharo.commands import PharoHouse
from dealer.games.pharo.game import GAME


def test_hoyle_is_the_usual_house() -> None:
    assert GAME.read_house({})["preset"] == "hoyle"
    house = PharoHouse()
    assert (house.check, house.minimum_cents, house.limit, house.late_cards, house.highest) == (25, 25, 10_000, 8, 5)
    assert (house.figures, house.oppose, house.hockley, house.drawn, house.carry) == (
        True,
        True,
        True,
        "punter",
        "soixante",
    )


def test_in_the_salon_nothing_is_late_and_nothing_carried() -> None:
    read = GAME.read_house("salon")
    assert (read["late_cards"], read["carry"], read["limit"]) == (0, "none", 10_000)


def test_the_least_stake_is_a_check_or_what_the_house_says() -> None:
    assert PharoHouse(check=100).minimum_cents == 100
    assert PharoHouse(minimum=75).minimum_cents == 75


@pytest.mark.parametrize("setting", ["check", "minimum", "limit", "highest"])
def test_an_amount_and_the_highest_fold_are_at_least_one(setting: str) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.read_house({setting: 0})
    assert refused.value.code == "bad_input"


@pytest.mark.parametrize(
    "house", [{"drawn": "both"}, {"carry": "all"}, {"hockley": 1}, {"late_cards": -1}, {"preset": "farm"}, {"box": 1}]
)
def test_what_no_house_is(house: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.read_house(house)
    assert refused.value.code == "bad_input"
