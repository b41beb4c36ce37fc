"""What the five parts of a round pay, who deals, and what its row says (rulebook G5)."""

from __future__ import annotations

import pytest

from tests.dealer.games.five_in_one.tables import NO_HIT, FiveTable

TEN = "5 2 9 K 5 6 A 8 10 J"


def test_the_rulebooks_worked_example() -> None:
    table = FiveTable()
    table("start_hand", dealer="white")
    table.part("plus_or_minus", red=2, blue=-1, white=-1)
    assert table.won == {"red": 2, "blue": -1, "white": -1}
    table("cold_hand", winners=["blue"])
    assert table.won == {"red": 1, "blue": 1, "white": -2}
    table.part("bango")
    table.part("put_and_take", white=3, red=-3)
    assert table.rows == []
    table("consolation", cards=TEN.split())
    assert table.won == {"red": -6, "blue": -3, "white": 9}
    assert table.rows == [
        {
            "hand": 1,
            "game": "five_in_one",
            "dealer": "white",
            "winner": "blue",
            "pot": 2,
            "hits": 4,
            "net": {"red": -6, "blue": -3, "white": 9},
        }
    ]
    assert table.table.dealer_due(table.table.seated) == "red"


@pytest.mark.parametrize(
    ("winners", "won"),
    [
        (["blue"], {"red": -3, "blue": 12, "white": -3, "black": -3, "yellow": -3}),
        # Six chips for two.
        (["white", "blue", "red"], {"red": 2, "blue": 2, "white": 2, "black": -3, "yellow": -3}),
        # Nine for two: the odd one to the first from blue's left.
        (["red", "white"], {"red": 4, "blue": -3, "white": 5, "black": -3, "yellow": -3}),
        # Three for four: none to blue, the last of them.
        (["red", "blue", "black", "white"], {"red": 1, "blue": 0, "white": 1, "black": 1, "yellow": -3}),
        (["red", "blue", "white", "black", "yellow"], {"red": 0, "blue": 0, "white": 0, "black": 0, "yellow": 0}),
    ],
)
def test_of_a_tied_cold_hand_the_others_chips_are_divided_odd_ones_from_the_dealers_left(
    winners: list[str], won: dict[str, int]
) -> None:
    table = FiveTable(5, cold_hand_pays=3)
    table.until("cold_hand", "blue")
    table("cold_hand", winners=winners)
    assert table.won == won
    for part in ("bango", "put_and_take"):
        table.part(part)
    table("consolation", cards=list(NO_HIT))
    (row,) = table.rows
    assert row["winner"] == (winners[0] if len(winners) == 1 else None)
    assert row["pot"] == sum(chips for chips in won.values() if chips > 0)
    assert row["net"] == won


@pytest.mark.parametrize(
    ("cards", "hits"),
    [
        ("A 2 3 4 5 6 7 8 9 10", 10),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s", 10),
        ("2 A 4 3 6 5 8 7 10 9", 0),
        ("K Q J K Q J K Q J 10", 1),
        ("A A A A 5 5 5 5 9 9", 3),
        (TEN, 4),
    ],
)
def test_the_dealer_has_a_payment_of_each_for_every_card_that_is_the_number_called(cards: str, hits: int) -> None:
    table = FiveTable(4, hit_pays=2)
    table.until("consolation", "white")
    before = table.held
    table("consolation", cards=cards.split())
    each = 2 * hits
    gained = {player: table.chips(player) - before[player] for player in table.players}
    assert gained == {"red": -each, "blue": -each, "white": 3 * each, "black": -each}
    assert table.rows[0]["hits"] == hits


def test_the_deal_goes_to_the_left_of_whoever_dealt_last_and_who_left_is_passed_over() -> None:
    table = FiveTable(4)
    table.whole_round("blue")
    assert table.refusal("start_hand", dealer="blue") == "not_your_turn"
    table("leave_table", player="white")
    table.whole_round("black")
    table("seat_player", player="white", name="White")
    table("buy_checks", player="white", amount=2_500)
    table.whole_round("red")
    assert table.refusal("start_hand", dealer="white") == "not_your_turn"


def test_a_round_that_is_broken_off_is_dealt_again_by_the_same_player_and_its_number_is_not_used_again() -> None:
    table = FiveTable(4)
    table("start_hand", dealer="white")
    table("void_hand", reason="a short pack")
    assert table.refusal("start_hand", dealer="black") == "not_your_turn"
    table("leave_table", player="white")
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table.whole_round("black")
    assert [row["hand"] for row in table.rows] == [2]


def test_who_sits_down_in_mid_round_plays_from_the_next() -> None:
    table = FiveTable(2)
    table.until("put_and_take", "red")
    table("seat_player", player="green", name="Green")
    table("buy_checks", player="green", amount=2_500)
    assert table.refusal("part_result", part="put_and_take", chips={"green": 0}) == "bad_input"
    table.part("put_and_take")
    table("consolation", cards=list(NO_HIT))
    assert table.rows[0]["net"] == {"red": 1, "blue": -1}
    table.whole_round("blue")
    assert table.rows[1]["net"] == {"red": 2, "blue": -1, "green": -1}


def test_what_a_part_has_paid_stays_paid_when_the_night_closes_in_mid_round_and_there_is_no_row() -> None:
    table = FiveTable()
    table("start_hand", dealer="red")
    table.part("plus_or_minus", red=-5, blue=5)
    table("close_night")
    assert table.won == {"red": -5, "blue": 5, "white": 0}
    assert table.rows == []


def test_a_part_is_taken_back_with_all_that_it_paid() -> None:
    table = FiveTable()
    table.until("consolation", "white")
    before = table.now
    table("consolation", cards=TEN.split())
    table("void")
    assert (table.table, table.now.ledger, table.rows) == (before.tables["five_in_one"], before.ledger, [])


def test_a_loss_may_be_paid_with_what_a_player_has_to_the_last_chip() -> None:
    table = FiveTable(chips=5)
    table("start_hand", dealer="red")
    table.part("plus_or_minus", red=-5, blue=-5, white=10)
    assert table.held == {"red": 0, "blue": 0, "white": 15}
    # Who wins the cold hand needs nothing for it, who loses needs a chip.
    assert table.refusal("cold_hand", winners=["red"]) == "not_enough_checks"
    table("buy_checks", player="blue", amount=25)
    table("cold_hand", winners=["red"])
    assert table.held == {"red": 2, "blue": 0, "white": 14}
