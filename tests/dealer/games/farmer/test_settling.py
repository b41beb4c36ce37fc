"""Who has the farm, who is nearest, and what each hand pays (rulebook G3)."""

from __future__ import annotations

import pytest

from events.games.farmer import FarmWon, NearestPaid, OverdrawnPaid
from tests.dealer.games.farmer.tables import FarmTable


def test_the_rulebooks_worked_example() -> None:
    table = FarmTable()
    table.deal("black", red="9 5 A", blue="K 7", white="10 4 3", black="J 4")
    assert table.won == {"red": 2, "blue": -3, "white": -3, "black": 0}
    assert table.pot == 4
    assert table.rows == [
        {
            "hand": 1,
            "game": "farmer",
            "dealer": "black",
            "winner": None,
            "pot": 0,
            "totals": {"red": 15, "blue": 17, "white": 17, "black": 14},
            "nearest": "red",
            "left": 4,
        }
    ]
    table.deal("black", red="10 6", white="9 7", blue="K 10", black="10 3")
    assert table.won == {"red": 9, "blue": -8, "white": -4, "black": 3}
    assert table.rows[1] == {
        "hand": 2,
        "game": "farmer",
        "dealer": "black",
        "winner": "red",
        "pot": 8,
        "totals": {"red": 16, "blue": 20, "white": 16, "black": 13},
        "nearest": None,
        "left": 0,
    }
    assert table.table.farmer_due == "red"


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("9 7, 10 6, 10 3 3, J 4 2", "blue"),
        ("10 2 4, 9 7, J 6, 10 A 5", "white"),
        ("10 2 4, 9 7, J 5 A, 7 9", "blue"),
        ("10 2 4, 9 5 2, J 5 A, 7 9", "black"),
        ("6 9 A, 9 7, J 5 A, 7 9", "red"),
        ("6 9, 9 4 3, J 5 A, 7 9 A", "blue"),
        ("6 9, 9 4, J 5 A, 7 9 A", "white"),
    ],
)
def test_sixteen_with_the_six_wins_else_with_the_fewest_cards_of_equals_the_first_from_the_left(
    hands: str, winner: str
) -> None:
    table = FarmTable()
    table.deal("black", **dict(zip(table.players, hands.split(", "), strict=True)))
    assert table.rows[0]["winner"] == winner


def test_who_wins_by_the_six_is_told() -> None:
    table = FarmTable(2)
    table("start_hand", dealer="blue")
    table.show(red="10 6", blue="9 7")
    assert [fact.with_six for fact in table("settle_hand") if isinstance(fact, FarmWon)] == [True]


def test_order_is_from_the_farmers_left_and_the_farmer_is_last() -> None:
    table = FarmTable()
    table.deal("red", red="9 7", blue="9 4", white="7 9", black="10 3 3")
    assert table.rows[0]["winner"] == "white"
    assert list(table.rows[0]["totals"]) == ["blue", "white", "black", "red"]


def test_nobody_at_sixteen_the_highest_below_has_a_chip_of_every_other_hand() -> None:
    """The farmer's and overdrawn ones too; of equals the first."""
    table = FarmTable(nearest_pays=2, over_pays=0)
    table("start_hand", dealer="red")
    table.show(red="10 5", blue="10 4", white="K Q", black="9 6h")
    paid = [(one.player, one.to, one.chips) for one in table("settle_hand") if isinstance(one, NearestPaid)]
    assert paid == [("blue", "black", 2), ("white", "black", 2), ("red", "black", 2)]
    assert table.table.farmer == "red"
    assert table.pot == 4


def test_where_all_are_over_nobody_is_nearest() -> None:
    table = FarmTable(3)
    table.deal("white", red="K 7", blue="K 9", white="10 10")
    assert table.rows[0]["nearest"] is None
    assert table.won == {"red": -2, "blue": -4, "white": 3}


def test_a_hand_over_sixteen_pays_the_farmer_a_point_over_also_where_the_farm_is_won() -> None:
    table = FarmTable(over_pays=3)
    table("start_hand", dealer="black")
    table.show(red="9 7", blue="K 7", white="K Q", black="K K")
    paid = [(one.player, one.to, one.over, one.chips) for one in table("settle_hand") if isinstance(one, OverdrawnPaid)]
    assert paid == [("blue", "black", 1, 3), ("white", "black", 4, 12)]
    assert table.rows[0]["winner"] == "red"


def test_a_farmer_who_only_banks_holds_no_hand_and_antes_nothing() -> None:
    table = FarmTable(3, preset="banker")
    table("start_hand", dealer="red")
    assert table.held == {"red": 100, "blue": 99, "white": 99}
    assert table.refusal("show_hand", player="red", cards=["K", "5"]) == "bad_input"
    table.show(blue="K 5", white="K 9")
    table("settle_hand")
    assert table.won == {"red": 3, "blue": 0, "white": -5}
    assert table.rows[0]["totals"] == {"blue": 15, "white": 19}
    assert table.table.farmer_due == "red"


def test_the_farm_that_stayed_is_won_with_the_next_antes() -> None:
    table = FarmTable(2, ante=3)
    for _ in range(3):
        table.deal("blue", red="10 4", blue="10 3")
    table.deal("blue", red="9 7", blue="10 3")
    assert [(row["pot"], row["left"]) for row in table.rows] == [(0, 6), (0, 12), (0, 18), (24, 0)]


def test_what_one_owes_is_one_sum_and_is_there_before_anything_is_received() -> None:
    table = FarmTable(3, chips=2)
    table("start_hand", dealer="white")
    table.show(red="9 7", blue="K 7", white="K 3")
    table("cash_in", player="blue", amount=25)
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("buy_checks", player="blue", amount=25)
    table("settle_hand")
    assert table.won == {"red": 2, "blue": -2, "white": 0}


def test_nearest_and_over_are_owed_together() -> None:
    table = FarmTable(3, chips=3)
    table("start_hand", dealer="white")
    table.show(red="9 5", blue="K 9", white="K 3")
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("issue_marker", player="blue", amount=50)
    table("settle_hand")
    assert table.chips("blue") == 0


def test_who_pays_does_not_pay_out_of_what_the_same_command_brings() -> None:
    """The farmer is to have four chips of an overdrawn hand and owes the nearest one."""
    table = FarmTable(3)
    table("start_hand", dealer="white")
    table("cash_in", player="white", amount=table.chips("white") * 25)
    table.show(red="9 5", blue="K Q", white="K 3")
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("buy_checks", player="white", amount=25)
    table("settle_hand")
    assert table.chips("white") == 4
