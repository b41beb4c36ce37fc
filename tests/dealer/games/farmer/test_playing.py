"""A hand from the antes to the last hand shown, voided, left over: every refusal in its row (rulebook G3, contract)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dealer.games.farmer.tables import FarmTable


def begun(players: int = 4, **more: Any) -> FarmTable:
    table = FarmTable(players, **more)
    table("start_hand", dealer=table.players[-1])
    return table


def test_a_dealer_who_does_not_sit_is_unknown_at_any_time() -> None:
    assert FarmTable().refusal("start_hand", dealer="nobody") == "unknown_player"
    assert begun().refusal("start_hand", dealer="nobody") == "unknown_player"


def test_a_hand_is_begun_while_none_is_on_and_all_else_while_one_is() -> None:
    table = FarmTable()
    for do, arguments in (
        ("show_hand", {"player": "red", "cards": "no list"}),
        ("settle_hand", {}),
        ("void_hand", {}),
    ):
        assert table.refusal(do, **arguments) == "wrong_phase"
    table("start_hand", dealer="red")
    assert table.refusal("start_hand") == "wrong_phase"
    assert table.refusal("settle_hand") == "wrong_phase"


@pytest.mark.parametrize("arguments", [{}, {"dealer": None}, {"dealer": 7}, {"dealer": ["red"]}])
def test_a_hand_names_its_dealer(arguments: dict[str, Any]) -> None:
    assert FarmTable(1).refusal("start_hand", **arguments) == "bad_input"


@pytest.mark.parametrize("players", [1, 9])
def test_it_is_for_two_to_eight(players: int) -> None:
    assert FarmTable(players, chips=0).refusal("start_hand", dealer="red") == "not_allowed_here"


@pytest.mark.parametrize("players", [2, 8])
def test_two_and_eight_can_play(players: int) -> None:
    FarmTable(players)("start_hand", dealer="red")


def test_the_number_of_players_comes_before_the_dealer_and_the_dealer_before_the_antes() -> None:
    table = FarmTable(2)
    table.deal("blue", red="9 5", blue="9 4")
    table("cash_in", player="red", amount=table.chips("red") * 25)
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    assert table.refusal("start_hand", dealer="blue") == "not_enough_checks"
    table("leave_table", player="red")
    assert table.refusal("start_hand", dealer="blue") == "not_allowed_here"


def test_who_has_no_ante_holds_up_all() -> None:
    table = FarmTable(3, chips=0)
    table("buy_checks", player="red", amount=25)
    assert table.refusal("start_hand", dealer="red") == "not_enough_checks"
    assert table.held == {"red": 1, "blue": 0, "white": 0}


def test_the_farmer_deals_until_another_wins_the_farm() -> None:
    table = FarmTable(3)
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table.deal("blue", red="9 5", blue="9 4", white="9 7")
    assert table.refusal("start_hand", dealer="blue") == "not_your_turn"
    table("start_hand", dealer="white")


def test_of_a_farmer_who_left_the_next_on_the_left_deals() -> None:
    table = FarmTable(4)
    table.deal("blue", red="9 5", blue="9 4", white="9 7", black="2 2")
    table("leave_table", player="white")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="black")
    assert table.table.players == ("red", "blue", "black")


def test_a_farmer_who_comes_back_deals_again() -> None:
    table = FarmTable(4)
    table.deal("blue", red="9 5", blue="9 4", white="9 7", black="2 2")
    table("leave_table", player="white")
    table("seat_player", player="white", name="White")
    table("buy_checks", player="white", amount=25)
    table("start_hand", dealer="white")
    assert table.table.players == ("black", "red", "blue", "white")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"player": "nobody", "cards": ["8"]}, "unknown_player"),
        ({"cards": ["K", "5"]}, "bad_input"),
        ({"player": ["nobody"], "cards": ["K", "5"]}, "bad_input"),
        ({"player": "red"}, "bad_input"),
        ({"player": "red", "cards": None}, "bad_input"),
        ({"player": "red", "cards": "K 5"}, "bad_input"),
        ({"player": "red", "cards": ["K", "5x"]}, "bad_input"),
        ({"player": "red", "cards": ["8"]}, "odd_card"),
        ({"player": "red", "cards": ["8h", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["6s", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["Ks", "Ks"]}, "odd_card"),
        ({"player": "red", "cards": ["9h", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["6", "2"]}, "odd_card"),
        ({"player": "red", "cards": ["K"]}, "bad_result"),
        ({"player": "red", "cards": []}, "bad_result"),
    ],
)
def test_a_hand_that_cannot_be_shown(arguments: dict[str, Any], code: str) -> None:
    table = begun()
    table.show(blue="9h 6h")
    assert table.refusal("show_hand", **arguments) == code


def test_who_sat_down_after_the_deal_holds_no_hand() -> None:
    table = begun(3)
    table("seat_player", player="late", name="Late")
    assert table.refusal("show_hand", player="late", cards=["8"]) == "bad_input"
    table("leave_table", player="late")


def test_a_hand_shown_again_stands_in_place_of_the_one_before() -> None:
    table = begun(2)
    table.show(red="6h K", blue="9 5")
    table.show(red="6h 9")
    assert table.refusal("show_hand", player="blue", cards=["6", "2"]) == "odd_card"
    table.show(red="Kh 5", blue="6 5")
    table("settle_hand")
    assert table.rows[0]["totals"] == {"red": 15, "blue": 11}


def test_a_hand_noted_wrongly_is_put_right_in_its_place() -> None:
    table = begun(2)
    table.do({"id": "noted", "do": "show_hand", "player": "red", "cards": ["9", "5"]})
    table.show(blue="9 4")
    table("settle_hand")
    assert table.rows[0]["nearest"] == "red"
    right = {"do": "show_hand", "player": "red", "cards": ["9", "7"]}
    table("void")
    table("amend", command="noted", instead=right, drop=[])
    table("settle_hand")
    assert (table.rows[0]["winner"], table.rows[0]["pot"]) == ("red", 2)


def test_nothing_is_settled_before_all_have_shown() -> None:
    table = begun(2)
    table.show(red="9 5")
    assert table.refusal("settle_hand") == "wrong_phase"
    table.show(blue="9 4")
    table("settle_hand")


@pytest.mark.parametrize("reason", [None, "", " ", 5])
def test_a_hand_is_voided_for_a_reason(reason: Any) -> None:
    assert begun().refusal("void_hand", reason=reason) == "bad_input"


def test_a_voided_hand_gives_back_the_antes_leaves_no_row_and_its_number_is_used_up() -> None:
    table = FarmTable(3, ante=2)
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    held = table.held
    table("start_hand", dealer="blue")
    table.show(red="9 7")
    table("void_hand", reason="misdealt")
    assert (table.held, table.pot, len(table.rows)) == (held, 6, 1)
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table.deal("blue", red="9 7", blue="9 4", white="9 3")
    assert [row["hand"] for row in table.rows] == [1, 3]
    assert table.rows[1]["pot"] == 12


def test_of_a_first_hand_voided_the_same_player_deals_again() -> None:
    table = begun(3)
    table("void_hand", reason="misdealt")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="white")


@pytest.mark.parametrize("house", ["farm", "banker"])
def test_nobody_leaves_who_is_in_a_hand_nor_its_farmer(house: str) -> None:
    table = begun(3, preset=house)
    for player in table.players:
        assert table.refusal("leave_table", player=player) == "wrong_phase"
    table("void_hand", reason="they want to go")
    for player in table.players:
        table("leave_table", player=player)


def test_a_farm_left_over_is_divided_the_odd_chips_from_the_last_dealers_left() -> None:
    table = FarmTable(3, ante=2)
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    table("leave_table", player="red")
    table("seat_player", player="late", name="Late")
    table("seat_player", player="red", name="Red")
    net = table.won
    table("close_night")
    assert {player: chips - net[player] for player, chips in table.won.items()} == {
        "white": 3,
        "late": 3,
        "red": 3,
        "blue": 3,
    }


def test_the_close_in_mid_hand_gives_the_antes_back_and_divides_what_lay_before() -> None:
    table = FarmTable(3)
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    table.deal("blue", red="9 7", blue="9 4", white="9 3")
    table.deal("red", red="9 5", blue="9 4", white="9 3")
    table("start_hand", dealer="red")
    before = table.won
    table("close_night")
    assert {player: chips - before[player] for player, chips in table.won.items()} == {"red": 2, "blue": 2, "white": 2}
    assert table.pot == 0


def test_where_nobody_sits_the_farm_goes_to_all_who_sat() -> None:
    table = FarmTable(3)
    table.deal("blue", red="9 5", blue="9 4", white="9 3")
    for player in table.players:
        table("leave_table", player=player)
    table("close_night")
    assert table.pot == 0
    assert sum(table.won.values()) == 0
