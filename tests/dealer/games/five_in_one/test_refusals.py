"""Every refusal of a Five in One table, in the contract's order (rulebook G5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dealer.games.five_in_one.tables import NO_HIT, FiveTable

CARDS = list(NO_HIT)


def test_a_round_is_begun_in_the_contracts_order_of_refusals() -> None:
    table = FiveTable(1)
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand") == "bad_input"
    assert table.refusal("start_hand", dealer=7) == "bad_input"
    assert table.refusal("start_hand", dealer=None) == "bad_input"
    assert table.refusal("start_hand", dealer="red") == "not_allowed_here"
    table("seat_player", player="blue", name="Blue")
    table("buy_checks", player="blue", amount=2_500)
    table.whole_round("red")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="blue")
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand", dealer="red") == "wrong_phase"
    assert table.refusal("start_hand") == "wrong_phase"


def test_ten_may_play_and_no_more() -> None:
    FiveTable(10)("start_hand", dealer="red")
    assert FiveTable(11).refusal("start_hand", dealer="red") == "not_allowed_here"


PARTS: dict[str, dict[str, Any]] = {
    "plus_or_minus": {"do": "part_result", "part": "plus_or_minus", "chips": {}},
    "cold_hand": {"do": "cold_hand", "winners": ["red"]},
    "bango": {"do": "part_result", "part": "bango", "chips": {}},
    "put_and_take": {"do": "part_result", "part": "put_and_take", "chips": {}},
    "consolation": {"do": "consolation", "cards": CARDS},
}


@pytest.mark.parametrize("due", PARTS)
@pytest.mark.parametrize("given", PARTS)
def test_the_order_of_the_parts_is_fixed(due: str, given: str) -> None:
    table = FiveTable()
    assert table.refusal(**PARTS[given]) == "wrong_phase"
    table.until(due)
    if due == given:
        table(**PARTS[given])
        assert table.table.turn == list(PARTS).index(due) + 1
    else:
        assert table.refusal(**PARTS[given]) == "wrong_phase"


@pytest.mark.parametrize(
    ("due", "asked", "code"),
    [
        # What is due is asked before the form.
        ("plus_or_minus", {"do": "part_result", "part": "bango", "chips": 7}, "wrong_phase"),
        ("plus_or_minus", {"do": "part_result", "part": "bango"}, "wrong_phase"),
        ("cold_hand", {"do": "part_result"}, "wrong_phase"),
        ("cold_hand", {"do": "consolation"}, "wrong_phase"),
        ("consolation", {"do": "cold_hand"}, "wrong_phase"),
        ("plus_or_minus", {"do": "part_result", "part": "roulette", "chips": {}}, "bad_input"),
        ("plus_or_minus", {"do": "part_result", "part": None, "chips": {}}, "bad_input"),
        ("plus_or_minus", {"do": "part_result", "chips": {}}, "bad_input"),
        ("plus_or_minus", {"do": "part_result", "part": "plus_or_minus"}, "bad_input"),
        # Players come before all else.
        ("plus_or_minus", {"do": "part_result", "part": "bango", "chips": {"nobody": 1}}, "unknown_player"),
        ("plus_or_minus", {"do": "cold_hand", "winners": ["nobody"]}, "unknown_player"),
    ],
)
def test_players_then_the_time_then_the_form(due: str, asked: dict[str, Any], code: str) -> None:
    table = FiveTable()
    table.until(due)
    assert table.refusal(**asked) == code


@pytest.mark.parametrize(
    ("chips", "code"),
    [
        ({"red": "1", "blue": -1}, "bad_input"),
        ({"red": 1.0, "blue": -1}, "bad_input"),
        ({"red": True, "blue": -1}, "bad_input"),
        ([1, -1], "bad_input"),
        (None, "bad_input"),
        ({"red": 1}, "bad_result"),
        ({"red": 1, "blue": -2}, "bad_result"),
        ({"red": 101, "blue": -101}, "not_enough_checks"),
        ({"red": 102, "blue": -101}, "bad_result"),
        ({"green": 1, "red": 1}, "bad_input"),
    ],
)
def test_what_is_won_is_what_is_lost_and_is_there(chips: Any, code: str) -> None:
    table = FiveTable()
    table("start_hand", dealer="red")
    table("seat_player", player="green", name="Green")
    assert table.refusal("part_result", part="plus_or_minus", chips=chips) == code


@pytest.mark.parametrize(
    ("winners", "code"),
    [
        ([], "bad_input"),
        (["red", "red"], "bad_input"),
        ("red", "bad_input"),
        ([7], "bad_input"),
        (None, "bad_input"),
        (["green"], "bad_input"),
        (["red", "nobody"], "unknown_player"),
        (["blue"], "not_enough_checks"),
    ],
)
def test_the_cold_hand_is_won_by_players_of_the_round(winners: Any, code: str) -> None:
    table = FiveTable()
    table("start_hand", dealer="red")
    table("seat_player", player="green", name="Green")
    table.part("plus_or_minus", red=-100, white=100)
    assert table.refusal("cold_hand", winners=winners) == code


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (CARDS[:9], "bad_input"),
        ([*CARDS, "A"], "bad_input"),
        ([*CARDS[:9], "1"], "bad_input"),
        ([*CARDS[:9], 7], "bad_input"),
        ("K", "bad_input"),
        (None, "bad_input"),
        ([*CARDS[:9], "K"], "odd_card"),
        (["5s", *CARDS[:8], "5s"], "odd_card"),
        (["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "not_enough_checks"),
    ],
)
def test_ten_cards_of_one_pack_are_turned(cards: Any, code: str) -> None:
    table = FiveTable(chips=9)
    table.until("consolation")
    assert table.refusal("consolation", cards=cards) == code


def test_a_round_is_broken_off_before_its_first_part_only() -> None:
    table = FiveTable()
    assert table.refusal("void_hand", reason="foul") == "wrong_phase"
    table("start_hand", dealer="red")
    assert table.refusal("void_hand") == "bad_input"
    assert table.refusal("void_hand", reason=" ") == "bad_input"
    table.part("plus_or_minus")
    assert table.refusal("void_hand", reason="foul") == "wrong_phase"
    assert table.refusal("void_hand") == "wrong_phase"


def test_nobody_leaves_a_round_that_is_on() -> None:
    table = FiveTable()
    table("start_hand", dealer="red")
    for player in table.players:
        assert table.refusal("leave_table", player=player) == "wrong_phase"
    table("void_hand", reason="foul")
    table("leave_table", player="red")
