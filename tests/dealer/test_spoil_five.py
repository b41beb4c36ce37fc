"""Spoil Five: how a hand ends, what it pays, hands without cards, every refusal, and pools left over (G4)."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games.spoil_five import SpoilFiveTable, spoil_five_of
from tests.support.tables import ChipTable


class PoolTable(ChipTable):
    """An open Spoil Five night with so many players seated."""

    def __init__(self, players: int = 5, **more: Any) -> None:
        super().__init__("spoil_five", players, **more)

    @property
    def table(self) -> SpoilFiveTable:
        """The table's state."""
        return spoil_five_of(self.now)

    def begin(self) -> None:
        """Begin a hand with whoever is due to deal, at first the player seated last."""
        self("start_hand", dealer=self.table.dealer_due(self.table.seated) or self.players[-1])

    def deal(self, **tricks: Any) -> None:
        """A whole hand, scored; ``went_on`` among the tricks is that argument."""
        self.begin()
        self.score(**tricks)

    def score(self, **tricks: Any) -> None:
        """Score the hand that is on."""
        went_on = {"went_on": tricks.pop("went_on")} if "went_on" in tricks else {}
        self("score_hand", tricks=tricks, **went_on)


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


@pytest.mark.parametrize("why", ["revoke", "exposure", "robbing"])
def test_an_offender_has_no_cards_until_the_pool_is_won(why: str) -> None:
    table = PoolTable()
    table.begin()
    table("kill_hand", player="red", why=why)
    table.score(blue=2, white=2, red=1)
    assert table.rows[-1]["out"] == ["red"]
    table.deal(blue=4, white=1)
    assert table.rows[-1]["out"] == ["red"]
    table.deal(blue=3)
    assert table.rows[-1]["out"] == []
    table.deal(red=3)
    assert table.rows[-1]["winner"] == "red"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"player": "nobody"}, "unknown_player"),
        ({"player": "red", "why": "talking"}, "already_done"),
        ({"player": "red"}, "already_done"),
        ({"player": "blue"}, "already_done"),
        ({"player": "white"}, "bad_input"),
        ({"player": "white", "why": None}, "bad_input"),
        ({"player": "white", "why": "talking"}, "bad_input"),
        ({"why": "revoke"}, "bad_input"),
        ({"player": "late", "why": "revoke"}, "bad_input"),
    ],
)
def test_a_hand_that_cannot_be_killed(arguments: dict[str, Any], code: str) -> None:
    """Red is out, blue's hand is dead, the last to come sat down after the deal."""
    table = PoolTable()
    assert table.refusal("kill_hand", player="red", why="talking") == "wrong_phase"
    table.begin()
    table("kill_hand", player="red", why="revoke")
    table.score(blue=2, white=2, red=1)
    table.begin()
    table("kill_hand", player="blue", why="irregular")
    table("seat_player", player="late", name="Late")
    assert table.refusal("kill_hand", **arguments) == code


WON = [({"red": 3}, None), ({"red": 3, "blue": 1}, None), ({"red": 3, "blue": 1, "white": 1}, False)]
ALL_FIVE = [({"red": 5}, None), ({"red": 5, "blue": 0}, True)]
SPOILT = [
    *(({"red": 4, "blue": 1}, None), ({"red": 4, "blue": 1}, True), ({"red": 3, "blue": 2}, True)),
    *(({"red": 2, "blue": 2, "white": 1}, None), ({"red": 2, "blue": 1, "white": 1, "black": 1}, False)),
]
IMPOSSIBLE = [
    *(({"red": 3}, True), ({"red": 3, "blue": 1}, True), ({"red": 4}, None), ({"red": 4}, True), ({}, None)),
    *(({"red": 4, "blue": 1}, False), ({"red": 5}, False), ({"red": 3, "blue": 3}, None), ({"red": 6}, None)),
    *(
        ({"red": 2, "blue": 2, "white": 2}, None),
        ({"red": 2, "blue": 2}, None),
        ({"red": 2, "blue": 2, "white": 1}, True),
    ),
]


@pytest.mark.parametrize(
    ("hands", "winner", "pot", "left"), [(WON, "red", 5, 0), (ALL_FIVE, "red", 5 + 8, 0), (SPOILT, None, 0, 5)]
)
def test_a_hand_is_won_won_with_all_five_or_spoilt(hands: Any, winner: str | None, pot: int, left: int) -> None:
    for tricks, went_on in hands:
        table = PoolTable(all_five=2)
        table.begin()
        table("score_hand", tricks=tricks, went_on=went_on)
        row = table.rows[0]
        assert (row["winner"], row["pot"], row["left"]) == (winner, pot, left)
        assert row["tricks"] == {player: number for player, number in tricks.items() if number}
        assert sum(table.won.values()) + table.pot == 0


@pytest.mark.parametrize(("tricks", "went_on"), IMPOSSIBLE)
def test_tricks_that_cannot_be_are_a_bad_result(tricks: dict[str, int], went_on: bool | None) -> None:
    table = PoolTable()
    table.begin()
    assert table.refusal("score_hand", tricks=tricks, went_on=went_on) == "bad_result"
