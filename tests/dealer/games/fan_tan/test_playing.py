"""A hand from the deal to the last card (rulebook 3 and the contract's refusals)."""

from __future__ import annotations

import pytest

from dealer.game.cards import PACK
from tests.support.tables import PotTable


@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (3, [18, 17, 17]),
        (4, [13] * 4),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
    ],
)
def test_the_pack_is_dealt_out_from_the_dealers_left(players: int, dealt: list[int]) -> None:
    table = PotTable(players)
    table("start_hand", dealer="blue")
    assert table.hand.players[0] == table.players[2]
    assert table.hand.players[-1] == "blue"
    assert [table.hand.dealt[player] for player in table.hand.players] == dealt


@pytest.mark.parametrize("players", [2, 9])
def test_fan_tan_is_for_three_to_eight(players: int) -> None:
    table = PotTable(3)
    for extra in range(3, players):
        table("seat_player", player=f"seat{extra}", name="More")
    if players == 2:
        table("leave_table", player="green")
    assert table.refusal("start_hand", dealer="red") == "not_allowed_here"


def test_the_dealer_is_one_of_those_who_sit() -> None:
    table = PotTable(3)
    assert table.refusal("start_hand", dealer="white") == "unknown_player"
    table("start_hand", dealer="green")
    assert table.refusal("start_hand", dealer="white") == "unknown_player"
    assert table.refusal("start_hand", dealer="red") == "wrong_phase"


def test_a_long_hand_pays_the_bigger_ante() -> None:
    table = PotTable(3, preset="antes")
    table("start_hand", dealer="green")
    assert table.hand.put_in == {"red": 2, "blue": 1, "green": 1}
    assert table.pot == 4 * 25


def test_with_even_hands_everybody_pays_the_same_ante() -> None:
    table = PotTable(4, preset="antes")
    table("start_hand", dealer="white")
    assert set(table.hand.put_in.values()) == {1}


def test_a_house_may_have_the_short_hands_pay_more() -> None:
    table = PotTable(3, preset="antes", extra_from="short")
    table("start_hand", dealer="green")
    assert table.hand.put_in == {"red": 1, "blue": 2, "green": 2}


def test_who_cannot_pay_their_ante_stops_the_deal_and_nothing_is_kept() -> None:
    table = PotTable(3, chips=0, preset="antes")
    table("buy_checks", player="red", amount=50)
    table("buy_checks", player="blue", amount=25)
    assert table.refusal("start_hand", dealer="green") == "not_enough_checks"
    assert table.pot == 0
    table("issue_marker", player="green", amount=25)
    table("start_hand", dealer="green")
    assert table.pot == 100


def test_play_goes_clockwise_and_out_of_turn_is_refused() -> None:
    table = PotTable(4)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="blue", card="7h") == "not_your_turn"
    assert table.refusal("pass", player="white") == "not_your_turn"
    table.lay("7h")
    assert table.hand.on_turn == "blue"


def test_a_pass_costs_a_chip_where_the_house_has_it_so() -> None:
    table = PotTable(4)
    table("start_hand", dealer="white")
    table.pass_on()
    assert (table.pot, table.chips("red")) == (25, 5_000 - 25)


def test_who_has_no_chip_for_a_pass_buys_or_borrows_first() -> None:
    table = PotTable(3, chips=0)
    table("start_hand", dealer="green")
    assert table.refusal("pass", player="red") == "not_enough_checks"
    table("issue_marker", player="red", amount=25)
    table.pass_on()


def test_a_card_that_lies_is_odd_and_one_that_does_not_fit_cannot_be_played() -> None:
    table = PotTable(4)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", card="8h") == "cannot_play"
    table.lay("7h")
    assert table.refusal("lay", player="blue", card="7h") == "odd_card"
    assert table.refusal("lay", player="blue", card="9h") == "cannot_play"
    table.lay("8h")
    table.lay("6h")


def test_a_lay_names_a_card_with_its_suit_or_a_list_of_them_and_not_both() -> None:
    table = PotTable(4, preset="antes")
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red") == "bad_input"
    assert table.refusal("lay", player="red", card="7h", cards=["7h"]) == "bad_input"
    assert table.refusal("lay", player="red", cards=[]) == "bad_input"
    assert table.refusal("lay", player="red", cards=["7h", "7h"]) == "bad_input"
    assert table.refusal("lay", player="red", card="7") == "suit_needed"
    assert table.refusal("lay", player="red", card="1h") == "bad_input"


def test_several_openers_go_down_in_one_turn_where_the_house_lets_them() -> None:
    table = PotTable(4, preset="antes")
    table("start_hand", dealer="white")
    table.lay("7c", "7s")
    assert (table.hand.turns[0].cards, table.hand.on_turn) == (("7s", "7c"), "blue")
    assert table.refusal("lay", player="blue", cards=["7h", "8s"]) == "cannot_play"
    assert table.hand.left("red") == 11


def test_one_card_a_turn_in_other_houses() -> None:
    table = PotTable(4)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", cards=["7c", "7s"]) == "not_allowed_here"
    table("lay", player="red", cards=["7c"])


def test_openers_of_two_ranks_do_not_go_down_together() -> None:
    table = PotTable(4, preset="five_or_nine", several_openers=True)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", cards=["5c", "9s"]) == "cannot_play"
    table.lay("9c", "9s")
    assert table.refusal("lay", player="blue", card="5h") == "cannot_play"


@pytest.mark.parametrize("cards", [("8h",), ("8h", "6h"), ("6h", "8h", "9h"), ("10h", "8h", "9h"), ("5h", "6h")])
def test_several_cards_of_a_suit_go_down_in_one_turn_up_and_down(cards: tuple[str, ...]) -> None:
    table = PotTable(4, several_cards=True)
    table("start_hand", dealer="white")
    table.lay("7h")
    table.lay(*cards)
    assert set(table.hand.turns[1].cards) == set(cards)
    assert table.hand.left("blue") == 13 - len(cards)
    assert all(map(table.hand.layout.holds, cards))


def test_a_suit_may_be_opened_and_built_on_in_one_turn() -> None:
    table = PotTable(4, several_cards=True)
    table("start_hand", dealer="white")
    table.lay("6h", "8h", "7h")
    assert (table.hand.turns[0].cards, table.hand.layout.openers) == (("7h", "6h", "8h"), ("7",))
    table.lay("7d")


def test_a_five_and_a_nine_laid_at_once_are_opened_by_the_five() -> None:
    table = PotTable(4, preset="five_or_nine", several_cards=True)
    table("start_hand", dealer="white")
    table.lay("9h", "8h", "7h", "6h", "5h")
    assert table.refusal("lay", player="blue", card="9s") == "cannot_play"
    table.lay("5s")


@pytest.mark.parametrize("cards", [("8h", "8s"), ("7d", "7c"), ("9h", "10h"), ("8h", "10h"), ("6s", "5s")])
def test_what_leaves_a_gap_or_is_of_two_suits_does_not_go_down_together(cards: tuple[str, str]) -> None:
    table = PotTable(4, several_cards=True)
    table("start_hand", dealer="white")
    table.lay("7h")
    assert table.refusal("lay", player="blue", cards=list(cards)) == "cannot_play"


def test_a_house_may_have_both_openers_of_a_rank_and_cards_of_a_suit_together_but_not_mixed() -> None:
    table = PotTable(4, several_cards=True, several_openers=True)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", cards=["7h", "7s", "8s"]) == "cannot_play"
    table.lay("7h", "7s")
    table.lay("8s", "9s")
    assert table.refusal("lay", player="green", cards=["8h", "7h"]) == "odd_card"


def test_a_turn_of_several_cards_proves_the_passes_at_which_the_first_of_them_could_be_laid() -> None:
    table = PotTable(3, several_cards=True, wrong_pass=3)
    table.deal("green", seed=2, given={"red": "7h", "blue": "8h 9h"})
    table.lay("7h")
    for _ in table.players:
        table.pass_on()
    table.lay("8h", "9h")
    table.play_out()
    table.show_all()
    table("end_hand")
    proved = next(one for one in table.hand.proved if one.turn == 2)
    known = {one.card: one.laid_at for one in proved.held}
    assert known["8h"] == 5
    assert "9h" not in known


def test_where_the_deal_moves_the_next_dealer_is_at_the_last_ones_left() -> None:
    table = PotTable(4, deal_moves=True)
    table("start_hand", dealer="green")
    table("void_hand", reason="misdealt")
    assert table.refusal("start_hand", dealer="white") == "not_allowed_here"
    table("start_hand", dealer="green")
    for _ in table.players:
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    assert table.refusal("start_hand", dealer="green") == "not_allowed_here"
    table("leave_table", player="white")
    table("start_hand", dealer="red")


def test_nobody_lays_more_cards_than_they_hold() -> None:
    table = PotTable(8, several_openers=True)
    table("start_hand", dealer="grey")
    while table.hand.left("red") > 1:
        card = next(card for card in table.hand.layout.playable() if card[:-1] != "7" or table.hand.layout.is_empty)
        table.lay(card) if table.hand.on_turn == "red" else table.pass_on()
    while table.hand.on_turn != "red":
        table.pass_on()
    openers = [card for card in table.hand.layout.playable() if card.startswith("7")]
    assert len(openers) > 1
    assert table.refusal("lay", player="red", cards=openers) == "cannot_play"


@pytest.mark.parametrize("first", ["7d", "7h"])
def test_a_house_may_have_the_holder_of_a_certain_seven_begin(first: str) -> None:
    table = PotTable(4, first=first)
    table("start_hand", dealer="white")
    assert table.refusal("lay", player="red", card="7s") == "not_your_turn"
    assert table.refusal("lay", player="red", card="8h") == "not_your_turn"
    table("lay", player="green", card=first)
    assert table.hand.on_turn == "white"
    assert table.refusal("lay", player="green", card="7s") == "not_your_turn"


def test_the_first_without_cards_is_out_and_play_stops() -> None:
    table = PotTable(4)
    table.deal(seed=1)
    table.play_out()
    winner = table.hand.winner
    assert winner
    assert not table.held[winner]
    assert table.refusal("pass", player=table.hand.on_turn) == "wrong_phase"
    assert table.refusal("lay", player=table.hand.on_turn, card="7h") == "wrong_phase"
    assert table.refusal("start_hand", dealer="red") == "wrong_phase"


def test_a_hand_shown_is_as_many_cards_as_are_left_and_none_that_is_elsewhere() -> None:
    table = PotTable(4)
    table.deal(seed=3)
    assert table.refusal("show_hand", player="red", cards=[]) == "wrong_phase"
    table.play_out()
    one, other = table.hand.to_show[:2]
    mine, laid = sorted(table.held[one]), next(card for card in PACK if table.hand.layout.holds(card))
    assert table.refusal("show_hand", player=one, cards=mine[1:]) == "bad_input"
    assert table.refusal("show_hand", player=one, cards=[*mine[1:], mine[1]]) == "bad_input"
    assert table.refusal("show_hand", player=one, cards=[*mine[1:], laid]) == "odd_card"
    assert table.refusal("show_hand", player=one, cards=[*mine[1:], "7"]) == "suit_needed"
    table("show_hand", player=one, cards=mine)
    theirs = sorted(table.held[other])
    assert table.refusal("show_hand", player=other, cards=[*theirs[1:], mine[0]]) == "odd_card"
    assert table.refusal("end_hand") == "wrong_phase"


def test_a_hand_may_be_shown_again_and_counts_as_shown_last() -> None:
    table = PotTable(4)
    table.deal(seed=1)
    table.play_out()
    one, other = table.hand.to_show[:2]
    mixed = sorted(table.held[one])[1:] + sorted(table.held[other])[:1]
    table("show_hand", player=one, cards=mixed)
    table("show_hand", player=one, cards=sorted(table.held[one]))
    assert set(table.hand.shown[one]) == table.held[one]
    table.finish()


def test_a_full_round_of_passes_does_not_end_a_hand() -> None:
    table = PotTable(3)
    table("start_hand", dealer="green")
    table.lay("7h")
    for _ in range(6):
        table.pass_on()
    assert table.refusal("end_hand") == "wrong_phase"
    table.lay("6h")


def test_when_all_pass_before_a_card_lies_the_hand_can_be_ended_or_played_on() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7c"})
    for _ in range(3):
        assert table.refusal("end_hand") == "wrong_phase"
        table.pass_on()
    table("show_hand", player="red", cards=sorted(table.held["red"]))
    table.lay("7c")
    assert table.hand.shown == {}
    assert table.refusal("end_hand") == "wrong_phase"


def test_a_hand_shown_too_early_is_shown_anew_at_the_end() -> None:
    table = PotTable(3)
    table.deal(seed=3, given={"red": "7h"})
    for _ in range(3):
        table.pass_on()
    table("show_hand", player="blue", cards=sorted(table.held["blue"]))
    table.play_out()
    assert "blue" in table.hand.to_show or table.hand.winner == "blue"
    table.finish()


def test_a_player_leaves_when_their_hand_is_settled_and_who_sits_down_meanwhile_plays_the_next() -> None:
    table = PotTable(3)
    table.deal(seed=1)
    assert table.refusal("leave_table", player="red") == "wrong_phase"
    table("seat_player", player="late", name="Late")
    assert table.hand.players == ("red", "blue", "green")
    table("leave_table", player="late")
    table("seat_player", player="late", name="Late")
    table.play_out()
    table.finish()
    table("leave_table", player="red")
    table("start_hand", dealer="blue")
    assert table.hand.players == ("green", "late", "blue")


def test_who_comes_back_has_their_old_place() -> None:
    table = PotTable(4)
    table("leave_table", player="blue")
    table("seat_player", player="blue", name="Blue")
    table("start_hand", dealer="white")
    assert table.hand.players == ("red", "blue", "green", "white")
