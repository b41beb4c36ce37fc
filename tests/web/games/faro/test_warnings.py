"""Warnings before the mistake, and the last turns, as the tablet's view says them."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from tests.support.house import House
from tests.web.games.faro.test_table_view import bet, deal_down_to_the_last_turn, dealt, view
from web.games.faro.tablet import TableView


def limits(shown: TableView) -> dict[str, int]:
    return {one.spot.id: one.limit for one in shown.spots if one.limit is not None}


def dead(shown: TableView) -> set[str]:
    return {one.spot.id for one in shown.spots if one.dead}


def test_a_bank_is_warned_amber_then_red_and_not_before(house: House) -> None:
    night = house.open_night(roll=15_000)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    assert view(house, night).bank is None
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    assert view(house, night).bank is None
    house.do(night, "press_bet", bet="a", add=25)
    near = view(house, night).bank
    assert near is not None
    assert (near.level, near.short) == ("near", "worst turn $75.25")
    bet(house, night, "b", "blue", 7_500, kind="single", ranks=["K"], coppered=True)
    breaking = view(house, night).bank
    assert breaking is not None
    assert breaking.level == "breaking"
    assert breaking.words == "K loses, Q wins would cost $150.25; in sight $150."


def test_a_broken_bank_is_not_warned_but_said(house: House) -> None:
    night = house.open_night(roll=5_000)
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="2", winner="Q")
    shown = view(house, night)
    assert shown.broken
    assert shown.bank is None


def test_a_case_card_says_its_limit_and_a_standing_bet_over_it_is_shown(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    assert limits(view(house, night)) == {}
    assert [one.words for one in view(house, night).sheet.warnings] == []
    house.do(night, "bar_bet", bet="a")
    house.do(night, "turn", loser="Q", winner="Q")
    shown = view(house, night)
    assert limits(shown) == {"single-Q": 5_000}
    assert shown.case_limit == "$50"
    assert [(one.words, one.bets) for one in shown.sheet.warnings] == [
        ("Over the case limit of $50, left as they lie", ("Ada Lamb $75 on the Q",))
    ]
    assert shown.stacks[0].over_limit
    assert shown.stacks[0].badge == "barred · over"


def test_dead_places_are_those_that_no_card_can_reach(house: House) -> None:
    night = dealt(house)
    house.do(night, "turn", loser="9", winner="9")
    assert dead(view(house, night)) == set()
    house.do(night, "turn", loser="9", winner="9")
    assert dead(view(house, night)) == {"single-9"}
    house.do(night, "turn", loser="8", winner="8")
    house.do(night, "turn", loser="8", winner="8")
    assert dead(view(house, night)) == {"single-8", "single-9", "split-8-9"}


def test_the_last_six_turns_stand_there_with_their_suits(house: House) -> None:
    night = dealt(house)
    assert view(house, night).last_turns == ()
    for loser, winner in (("A", "2"), ("3h", "3s"), ("4", "J"), ("6", "7d"), ("8", "9"), ("10", "Q")):
        house.do(night, "turn", loser=loser, winner=winner)
    house.do(night, "draw_loser", card="Kc")
    shown = view(house, night).last_turns
    assert [(turn.loser, turn.winner) for turn in shown] == [
        ("3♥", "3♠"),
        ("4", "J"),
        ("6", "7♦"),
        ("8", "9"),
        ("10", "Q"),
        ("K♣", ""),
    ]
    assert shown[0].said == "Turn 2: loser 3♥, winner 3♠, a split"
    assert shown[-1].said == "Turn 7: loser K♣, the winner is not out"


def test_checks_that_would_go_with_the_hock_are_named_and_a_house_that_returns_them_warns_of_nothing(
    house: House,
) -> None:
    for after_hock, warned in (("dealer", [("Ada Lamb, the A",)]), ("returned", [])):
        night = dealt(house, after_hock=after_hock)
        deal_down_to_the_last_turn(house, night)
        bet(house, night, "a", "red", 500, kind="single", ranks=["A"])
        assert [one.bets for one in view(house, night).sheet.warnings] == warned


def at_the_hock(house: House, **rules: Any) -> str:
    """A night whose last turn is dealt: red has two barred bets and a call left, blue one bet."""
    night = dealt(house, **rules)
    deal_down_to_the_last_turn(house, night)
    for key, player, cents in (("a", "red", 500), ("b", "red", 1_000), ("c", "blue", 200)):
        bet(house, night, key, player, cents, kind="single", ranks=["A"], coppered=key == "b")
        house.do(night, "bar_bet", bet=key)
    left = sorted(key.rank for key in view(house, night).ranks for _ in range(key.left))
    house.do(night, "call_turn", bet="call", player="red", order=left, stake=100)
    loser, winner = (rank for rank in left if rank != "A")
    house.do(night, "turn", loser=loser, winner=winner)
    return night


def test_before_the_hock_what_it_would_take_comes_down_by_one_touch_a_player(house: House) -> None:
    night = at_the_hock(house)
    (warning,) = view(house, night).sheet.warnings
    assert warning.bets == ()
    assert [(one.player, one.name, one.amount, one.bets) for one in warning.lifts] == [
        ("red", "Ada Lamb", "$15", "the A $5, the A $10"),
        ("blue", "Wm. Hart", "$2", "the A $2"),
    ]
    house.do(night, "take_down_all", player="red")
    (warning,) = view(house, night).sheet.warnings
    assert [one.player for one in warning.lifts] == ["blue"]
    house.do(night, "take_down_all", player="blue")
    assert view(house, night).sheet.warnings == ()


def test_what_a_house_does_not_let_come_down_before_the_hock_is_only_named(house: House) -> None:
    (warning,) = view(house, at_the_hock(house, lift_before_hock=False)).sheet.warnings
    assert warning.bets == ("Ada Lamb, the A $5", "Ada Lamb, the A $10", "Wm. Hart, the A $2")
    assert warning.lifts == ()


@pytest.mark.parametrize(("lifted", "phases"), [(True, "betting before_hock"), (False, "betting")])
def test_orders_are_offered_when_they_are_taken_and_at_no_other_time(house: House, lifted: bool, phases: str) -> None:
    """Every order of every bet, asked of the rules at every phase, is taken just where the tablet offers it."""
    night = at_the_hock(house, lift_before_hock=lifted)
    shown = view(house, night)
    of_bet = {one.key: one for one in shown.stacks}
    assert of_bet["a"].lifting_at == tuple(phases.split())
    assert of_bet["call"].lifting_at == ("betting",)
    assert shown.orders_at == of_bet["a"].moving_at == ("betting",)
    assert shown.why_no_orders
    assert bool(shown.sheet.warnings[0].lifts) is lifted
    now = house.assistant.night(night)
    for word, bet_key, offered in (
        ("take_down_bet", "a", "before_hock" in of_bet["a"].lifting_at),
        ("take_down_bet", "call", "before_hock" in of_bet["call"].lifting_at),
        ("copper_bet", "a", "before_hock" in shown.orders_at),
    ):
        try:
            decide(now, read_command({"do": word, "bet": bet_key}))
            taken = True
        except Refusal:
            taken = False
        assert taken is offered, (word, bet_key)


def test_a_bet_that_its_house_locks_is_neither_moved_nor_taken_down_before_it_has_acted(house: House) -> None:
    night = dealt(house, locked_until_action=True)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    (stack,) = view(house, night).stacks
    assert stack.lifting_at == stack.moving_at == ()
    house.do(night, "turn", loser="9", winner="Q")
    (stack,) = view(house, night).stacks
    assert "betting" in stack.lifting_at
    assert "betting" in stack.moving_at


def test_the_list_says_checks_and_sums_up_who_has_several_bets(house: House) -> None:
    night = dealt(house, check_colours="value")
    bet(house, night, "a", "red", 1_250, kind="single", ranks=["Q"])
    bet(house, night, "b", "red", 500, kind="single", ranks=["2"])
    bet(house, night, "c", "blue", 500, kind="single", ranks=["2"])
    house.do(night, "turn", loser="2", winner="Q")
    sheet = view(house, night).sheet
    assert [(line.hand, line.amount, line.checks) for line in sheet.lines] == [
        ("Take", "$5", "1×$5"),
        ("Pay", "$12.50", "2×$5 2×$1 2×25¢"),
        ("Take", "$5", "1×$5"),
    ]
    assert [(group.player_name, group.net) for group in sheet.payments[0].groups] == [
        ("Ada Lamb", "+$7.50"),
        ("Wm. Hart", ""),
    ]


def test_the_bet_of_the_last_command_is_at_hand_until_a_card_is_shown(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    bet(house, night, "b", "blue", 500, kind="single", ranks=["2"])
    at_hand = view(house, night).last_bet
    assert at_hand is not None
    assert at_hand.key == "b"
    house.do(night, "copper_bet", bet="a")
    at_hand = view(house, night).last_bet
    assert at_hand is not None
    assert at_hand.key == "a"
    house.do(night, "take_down_bet", bet="a")
    assert view(house, night).last_bet is None
    house.do(night, "draw_loser", card="K")
    assert view(house, night).last_bet is None
