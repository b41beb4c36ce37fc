"""How a hand ends, told from the tricks, and what it pays (rulebook G4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dealer.games.spoil_five.tables import PoolTable

WON, ALL_FIVE, SPOILT = "won", "all five", "spoilt"


def test_the_rulebooks_worked_example() -> None:
    table = PoolTable()
    table.deal(red=2, blue=2, white=1)
    assert (table.pot, table.rows[0]["left"]) == (5, 5)
    table.begin()
    table("kill_hand", player="yellow", why="revoke")
    table.score(red=4, blue=1)
    assert table.rows[1] == {
        "hand": 2,
        "game": "spoil_five",
        "dealer": "red",
        "winner": None,
        "pot": 0,
        "tricks": {"red": 4, "blue": 1},
        "left": 10,
        "out": ["yellow"],
    }
    table.deal(blue=5)
    assert table.rows[2] == {
        "hand": 3,
        "game": "spoil_five",
        "dealer": "blue",
        "winner": "blue",
        "pot": 19,
        "tricks": {"blue": 5},
        "left": 0,
        "out": [],
    }
    assert table.won == {"red": -4, "blue": 16, "white": -4, "black": -4, "yellow": -4}


@pytest.mark.parametrize(
    ("tricks", "went_on", "ends"),
    [
        ({"red": 3}, None, WON),
        ({"red": 3}, False, WON),
        ({"red": 3, "blue": 1}, None, WON),
        ({"red": 3, "blue": 1, "white": 1}, False, WON),
        ({"red": 3, "blue": 2, "white": 0}, None, WON),
        ({"red": 5}, None, ALL_FIVE),
        ({"red": 5, "blue": 0}, True, ALL_FIVE),
        ({"red": 4, "blue": 1}, None, SPOILT),
        ({"red": 4, "blue": 1}, True, SPOILT),
        ({"red": 3, "blue": 2}, True, SPOILT),
        ({"red": 3, "blue": 1, "white": 1}, True, SPOILT),
        ({"red": 2, "blue": 2, "white": 1}, None, SPOILT),
        ({"red": 2, "blue": 1, "white": 1, "black": 1}, False, SPOILT),
        ({"red": 1, "blue": 1, "white": 1, "black": 1, "yellow": 1}, None, SPOILT),
        ({"red": 3}, True, None),
        ({"red": 3, "blue": 1}, True, None),
        ({"red": 4}, None, None),
        ({"red": 4}, True, None),
        ({"red": 4, "blue": 1}, False, None),
        ({"red": 5}, False, None),
        ({"red": 3, "blue": 3}, None, None),
        ({"red": 5, "blue": 1}, None, None),
        ({"red": 6}, None, None),
        ({"red": 3, "blue": 2, "white": 1}, None, None),
        ({"red": 2, "blue": 2, "white": 2}, None, None),
        ({"red": 2, "blue": 2}, None, None),
        ({"red": 2, "blue": 2, "white": 1}, True, None),
        ({}, None, None),
        ({}, True, None),
    ],
)
def test_a_hand_ends_in_one_of_four_ways(tricks: dict[str, int], went_on: bool | None, ends: str | None) -> None:
    table = PoolTable(all_five=2)
    table.begin()
    if ends is None:
        assert table.refusal("score_hand", tricks=tricks, went_on=went_on) == "bad_result"
        return
    table("score_hand", tricks=tricks, went_on=went_on)
    row = table.rows[0]
    assert (row["winner"], row["pot"], row["left"]) == {
        WON: ("red", 5, 0),
        ALL_FIVE: ("red", 5 + 8, 0),
        SPOILT: (None, 0, 5),
    }[ends]
    assert row["tricks"] == {player: number for player, number in tricks.items() if number}


@given(
    tricks=st.dictionaries(st.sampled_from(("red", "blue", "white", "black", "yellow")), st.integers(0, 6)),
    went_on=st.none() | st.booleans(),
)
def test_whatever_is_said_of_the_tricks_chips_are_conserved(tricks: dict[str, int], went_on: bool | None) -> None:
    table = PoolTable()
    table.begin()
    table.play([{"do": "score_hand", "tricks": tricks, "went_on": went_on}])
    if table.refused:
        assert [one["code"] for one in table.refused] == ["bad_result"]
        assert table.table.is_on
        return
    row = table.rows[0]
    assert table.pot == row["left"]
    assert sum(table.won.values()) + table.pot == 0
    assert (row["winner"] is None) == (row["left"] > 0)
    assert sum(tricks.values()) <= 5


def test_all_five_are_paid_by_every_other_player_dead_hands_and_those_without_cards_too() -> None:
    table = PoolTable(all_five=3)
    table.begin()
    table("kill_hand", player="blue", why="robbing")
    table.score(red=2, white=2, black=1)
    table.begin()
    table("kill_hand", player="white", why="irregular")
    table.score(red=5)
    assert table.won == {"red": 8 + 12, "blue": -5, "white": -5, "black": -5, "yellow": -5}
    assert table.rows[1]["pot"] == 10 + 12


def test_who_cannot_pay_for_all_five_holds_up_all() -> None:
    table = PoolTable(3, chips=1)
    table.begin()
    assert table.refusal("score_hand", tricks={"red": 5}) == "not_enough_checks"
    for player in ("blue", "white"):
        table("buy_checks", player=player, amount=25)
    table.score(red=5)
    assert table.held == {"red": 5, "blue": 0, "white": 0}


def test_nobody_need_have_a_chip_where_all_five_pay_nothing() -> None:
    table = PoolTable(3, chips=1, all_five=0)
    table.deal(red=5)
    assert table.rows[0]["pot"] == 3


def test_a_dead_hand_has_two_tricks_at_most_and_a_player_without_cards_none() -> None:
    table = PoolTable()
    table.begin()
    table("kill_hand", player="red", why="irregular")
    table("kill_hand", player="blue", why="revoke")
    assert table.refusal("score_hand", tricks={"red": 3}) == "bad_result"
    table.score(red=2, blue=2, white=1)
    table.begin()
    assert table.refusal("score_hand", tricks={"blue": 1, "red": 3}) == "bad_result"
    table("score_hand", tricks={"blue": 0, "red": 3})


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"tricks": {"nobody": 9}}, "unknown_player"),
        ({"tricks": {"late": 3}}, "bad_input"),
        ({}, "bad_input"),
        ({"tricks": None}, "bad_input"),
        ({"tricks": ["red", 3]}, "bad_input"),
        ({"tricks": "red"}, "bad_input"),
        ({"tricks": {"red": -1, "blue": 3}}, "bad_input"),
        ({"tricks": {"red": 2.5}}, "bad_input"),
        ({"tricks": {"red": True}}, "bad_input"),
        ({"tricks": {"red": "3"}}, "bad_input"),
        ({"tricks": {"red": 3}, "went_on": "yes"}, "bad_input"),
    ],
)
def test_tricks_that_do_not_read(arguments: dict[str, Any], code: str) -> None:
    table = PoolTable()
    table.begin()
    table("seat_player", player="late", name="Late")
    assert table.refusal("score_hand", **arguments) == code


def test_nothing_is_scored_before_a_hand_is_begun() -> None:
    assert PoolTable().refusal("score_hand") == "wrong_phase"
    assert PoolTable().refusal("score_hand", tricks={"nobody": 3}) == "unknown_player"
