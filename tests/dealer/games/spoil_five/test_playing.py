"""Antes, dead hands, players without cards, hands voided and pools left over (rulebook G4, contract)."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.spoil_five import GAME
from tests.dealer.games.spoil_five.tables import PoolTable


def test_the_house_is_the_contracts() -> None:
    house = GAME.read_house("spoil_five")
    assert {name: house[name] for name in ("chip", "ante", "all_five")} == {"chip": 25, "ante": 1, "all_five": 1}
    for wrong in ("farm", {"chip": 0}, {"ante": -1}, {"all_five": None}, {"goal": 5}):
        with pytest.raises(Refusal) as refused:
            GAME.read_house(wrong)
        assert refused.value.code == "bad_input"


@pytest.mark.parametrize("players", [1, 11])
def test_it_is_for_two_to_ten(players: int) -> None:
    assert PoolTable(players, chips=0).refusal("start_hand", dealer="red") == "not_allowed_here"


@pytest.mark.parametrize("players", [2, 10])
def test_two_and_ten_can_play(players: int) -> None:
    PoolTable(players).begin()


def test_the_first_dealer_is_free_then_the_deal_goes_to_the_left_also_to_one_without_cards() -> None:
    table = PoolTable(4)
    table("start_hand", dealer="white")
    table("kill_hand", player="black", why="exposure")
    table.score(red=2, blue=2, white=1)
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="black")
    table.score(red=3)
    table("leave_table", player="red")
    table("start_hand", dealer="blue")


def test_everybody_antes_also_who_has_no_cards() -> None:
    table = PoolTable(3, ante=2)
    table.begin()
    table("kill_hand", player="red", why="robbing")
    table.score(blue=2, white=2, red=1)
    table.begin()
    assert table.held == {"red": 96, "blue": 96, "white": 96}
    assert table.pot == 12


def test_who_has_no_ante_holds_up_all() -> None:
    table = PoolTable(3, chips=0)
    table("buy_checks", player="red", amount=25)
    assert table.refusal("start_hand", dealer="red") == "not_enough_checks"
    assert table.pot == 0


def test_the_refusals_of_a_beginning_are_in_order() -> None:
    """Form, the number of players, of those with cards, the dealer, the antes."""
    table = PoolTable(3, chips=1)
    table.begin()
    table("kill_hand", player="red", why="revoke")
    table.score(blue=2, white=2, red=1)
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand") == "bad_input"
    table("leave_table", player="white")
    assert table.refusal("start_hand", dealer="blue") == "not_allowed_here"
    table("seat_player", player="black", name="Black")
    assert table.refusal("start_hand", dealer="blue") == "not_your_turn"
    assert table.refusal("start_hand", dealer="black") == "not_enough_checks"
    table("buy_checks", player="black", amount=25)
    table("buy_checks", player="red", amount=25)
    table("buy_checks", player="blue", amount=25)
    table("start_hand", dealer="black")


@pytest.mark.parametrize("why", ["revoke", "exposure", "robbing"])
def test_who_offends_has_no_cards_until_the_pool_is_won(why: str) -> None:
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


def test_an_irregular_hand_is_dead_for_itself_alone() -> None:
    table = PoolTable()
    table.begin()
    table("kill_hand", player="red", why="irregular")
    table.score(blue=2, white=2, red=1)
    assert table.rows[-1]["out"] == []
    table.deal(red=3)


def test_a_dead_hands_offence_is_lifted_where_the_pool_is_won_with_it() -> None:
    table = PoolTable()
    table.begin()
    table("kill_hand", player="red", why="revoke")
    table.score(blue=3)
    table.deal(red=3)
    assert table.rows[-1]["winner"] == "red"


def test_out_is_sorted_and_has_who_left_too() -> None:
    table = PoolTable(6)
    for player in ("white", "blue"):
        table.begin()
        table("kill_hand", player=player, why="revoke")
        table.score(red=2, black=2, yellow=1)
    table("leave_table", player="white")
    table.deal(red=2, black=2, yellow=1)
    assert table.rows[-1]["out"] == ["blue", "white"]
    table("seat_player", player="white", name="White")
    table("buy_checks", player="white", amount=100)
    table.begin()
    assert table.refusal("kill_hand", player="white", why="revoke") == "already_done"
    assert table.refusal("score_hand", tricks={"white": 1, "red": 3}) == "bad_result"


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


def test_two_live_hands_must_remain() -> None:
    table = PoolTable(3)
    table.begin()
    table("kill_hand", player="red", why="irregular")
    assert table.refusal("kill_hand", player="blue", why="irregular") == "not_allowed_here"
    assert table.refusal("kill_hand", player="red", why="irregular") == "already_done"
    table.score(red=2, blue=2, white=1)
    table.begin()
    table("kill_hand", player="blue", why="revoke")


def test_what_killed_hands_in_a_voided_hand_is_void_with_it() -> None:
    table = PoolTable()
    table.begin()
    table("kill_hand", player="black", why="revoke")
    table.score(red=2, blue=2, white=1)
    held = table.held
    table.begin()
    table("kill_hand", player="red", why="revoke")
    assert table.refusal("void_hand") == "bad_input"
    table("void_hand", reason="a short pack")
    assert (table.held, table.pot, len(table.rows)) == (held, 5, 1)
    assert table.refusal("start_hand", dealer="blue") == "not_your_turn"
    table.deal(red=2, blue=2, white=1)
    assert (table.rows[-1]["hand"], table.rows[-1]["dealer"], table.rows[-1]["out"]) == (3, "red", ["black"])


def test_of_a_dealer_who_left_after_a_voided_hand_the_next_on_the_left_deals() -> None:
    table = PoolTable(4)
    table("start_hand", dealer="white")
    table("void_hand", reason="misdealt")
    table("leave_table", player="white")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="black")


def test_nobody_leaves_who_is_in_a_hand() -> None:
    table = PoolTable(3)
    table.begin()
    for player in table.players:
        assert table.refusal("leave_table", player=player) == "wrong_phase"
    table.score(red=3)
    for player in table.players:
        table("leave_table", player=player)


@pytest.mark.parametrize("mid_hand", [False, True])
def test_a_pool_left_over_is_divided_the_odd_chips_from_the_last_dealers_left(mid_hand: bool) -> None:
    """In mid-hand that hand's antes go back first, and its dealer is the last dealer."""
    table = PoolTable(3, ante=1)
    table("start_hand", dealer="red")
    table.score(red=2, blue=2, white=1)
    table("seat_player", player="late", name="Late")
    if mid_hand:
        table("buy_checks", player="late", amount=25)
        table("start_hand", dealer="blue")
    table("close_night")
    first_lacks = {False: "red", True: "blue"}[mid_hand]
    assert table.won == {
        player: (0 if player == "late" else -1) + (player != first_lacks) for player in (*table.players, "late")
    }
    assert table.pot == 0
