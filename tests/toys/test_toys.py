"""A night of each toy goes through the house: played, taken back, corrected, disputed, verified, closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.commands.refusal import Refusal
from dealer.verification.streams import verify
from tests.support.house import House

TOYS = ("high_low", "tally")
MOST_LINES = 150


def test_what_was_won_is_paid(house: House, played: dict[str, str]) -> None:
    of_stakes, of_points = (house.result(played[toy]) for toy in TOYS)
    assert [(row["bet"], row["result"], row["paid"], row["taken"]) for row in of_stakes["bets"]] == [
        ("1-red", "won", 500, 0),
        ("1-blue", "lost", 0, 700),
        ("2-red", "lost", 0, 1_200),
        ("2-blue", "lost", 0, 300),
    ]
    assert {player: one["net"] for player, one in of_stakes["players"].items()} == {"red": -700, "blue": -1_000}
    assert of_stakes["bank"]["play"] == 1_700
    assert {player: one["net"] for player, one in of_points["players"].items()} == {"red": 400, "blue": -400}


@pytest.mark.parametrize("toy", TOYS)
def test_a_night_is_sound_from_its_opening_to_its_close(house: House, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    house.do(night, "void")
    if toy == "high_low":
        house.do(night, "raise_dispute", dispute="d", player="red", about="2-red", claim="I backed low")
        correction = {"from": "bank", "to": "red", "amount": 1_200}
        house.do(night, "rule_dispute", dispute="d", ruling="corrected", law=7, reason="So.", corrections=[correction])
    house.do(night, "close_night")
    assert house.assistant.night(night).closed
    assert verify(house.book, night).sound


def test_nobody_leaves_whose_stake_lies(house: House, played: dict[str, str]) -> None:
    with pytest.raises(Refusal, match="take them down first"):
        house.do(played["high_low"], "leave_table", player="red")


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_is_small(toy: str) -> None:
    files = (Path(__file__).parent / toy).glob("*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES
