"""The Five in One house rules: the contract's table of settings and its one preset."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.five_in_one import GAME


def test_the_usual_house_is_the_contracts() -> None:
    house = GAME.read_house("five_in_one")
    assert {name: house[name] for name in ("chip", "cold_hand_pays", "hit_pays")} == {
        "chip": 25,
        "cold_hand_pays": 1,
        "hit_pays": 1,
    }
    assert list(GAME.presets) == ["five_in_one"]


@pytest.mark.parametrize(
    "house", ["farm", {"chip": 0}, {"cold_hand_pays": -1}, {"hit_pays": True}, {"hit_pays": 1.5}, {"ante": 1}]
)
def test_what_does_not_read_is_refused(house: Any) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.read_house(house)
    assert refused.value.code == "bad_input"
