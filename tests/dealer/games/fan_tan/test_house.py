"""The Fan-Tan house rules: the contract's table of settings, three presets, and what does not go together."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.fan_tan.commands import PRESETS, house_of
from dealer.games.fan_tan.game import GAME

CONTRACT = {
    "chip": (25, 25),
    "ante": (0, 1),
    "ante_extra": (0, 2),
    "pass_pays": (1, 0),
    "several_openers": (False, True),
    "several_cards": (False, False),
    "deal_moves": (False, False),
    "opener": ("7", "7"),
    "card_pays": (1, 1),
    "wrong_pass": (0, 3),
    "wrong_pass_opener": (0, 5),
    "dead_hand": (0, 1),
}


def test_the_presets_are_the_contracts() -> None:
    encyclopedia, antes = GAME.read_house("encyclopedia"), GAME.read_house("antes")
    assert {name: (encyclopedia[name], antes[name]) for name in CONTRACT} == CONTRACT


def test_five_or_nine_is_the_encyclopedias_game_with_other_openers() -> None:
    changed = {name for name, value in GAME.read_house("five_or_nine").items() if value != _usual()[name]}
    assert changed == {"preset", "opener"}
    assert house_of(GAME.read_house("five_or_nine")).openers == ("5", "9")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_house_reads_back_as_it_was_recorded(preset: str) -> None:
    recorded = GAME.read_house({"preset": preset, "chip": 100, "marker_limit": 5_000})
    assert asdict(house_of(recorded)) == recorded


@pytest.mark.parametrize(
    "house",
    [
        "roulette",
        None,
        7,
        [],
        {"preset": "roulette"},
        {"chip": 0},
        {"chip": 2.5},
        {"ante": -1},
        {"pass_pays": True},
        {"opener": "8"},
        {"first": "7s"},
        {"counted": "cents"},
        {"several_openers": 1},
        {"free_passes": -1},
        {"unknown": 1},
        {"preset": "five_or_nine", "first": "7d"},
    ],
)
def test_a_house_that_does_not_read_is_refused(house: Any) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.read_house(house)
    assert refused.value.code == "bad_input"


def _usual() -> dict[str, Any]:
    return dict(GAME.read_house({}))
