"""Faro: the ten laws (rulebook 1.9), a player's orders (1.5), paroli, stuss, and last bets laid again."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.games.faro.commands import FaroHouse, house_of
from dealer.games.faro.state import faro_of
from events.common.event import Event
from events.games.faro import (
    BankBroken,
    BetLeftOut,
    BetPaid,
    BetPlaced,
    BetReturned,
    BetsLaidAgain,
    BetTakenDown,
    Place,
)
from reports.words.sentences import last_sentence_of
from tests.support.pure import PureNight
from tests.support.tables import Table


def test_law_1_bets_are_taken_and_paid_as_they_lie() -> None:
    table = Table()
    won, lost = table.bet("A"), table.bet("2")
    rows = table.turn("2h", "Ah")
    assert (rows[won].result, rows[won].paid_cents) == ("won", 100)
    assert (rows[lost].result, rows[lost].taken_cents) == ("lost", 100)
    assert table.held("red") == 20_000 - 200 + 100
    assert table.table.bets[won].stake_cents == 100


def test_law_2_a_bar_for_two_turns_covers_the_next_two() -> None:
    table = Table()
    bet = table.bet("A")
    table("bar_bet", bet=bet, turns=2)
    assert bet not in table.turn("Ah", "2h")
    assert bet not in table.turn("2s", "Ad")
    assert table.turn("Ac", "3s")[bet].result == "lost"


def test_law_3_half_goes_and_the_rest_lies_on_under_the_same_order() -> None:
    table = Table()
    bet = table.bet("A", 125)
    table("half_goes", bet=bet)
    row = table.turn("Ah", "2h")[bet]
    assert (row.stake_cents, row.taken_cents) == (50, 50)
    assert table.table.bets[bet].stake_cents == 75
    assert table.turn("As", "3h")[bet].taken_cents == 25
    table("whole_goes", bet=bet)
    assert table.turn("Ad", "4h")[bet].taken_cents == 50


def test_law_4_a_correction_moves_checks_to_the_owner_of_the_altered_bet() -> None:
    table = Table()
    bet = table.bet("A")
    table.turn("Ah", "2h")
    table("raise_dispute", dispute="d1", player="red", about=bet, claim="blue moved it")
    assert table.refusal("close_night") == "wrong_phase"
    corrections = [{"from": "blue", "to": "red", "amount": 100}]
    table("rule_dispute", dispute="d1", ruling="corrected", law=4, reason="they did", corrections=corrections)
    assert (table.held("red"), table.held("blue")) == (20_000, 19_900)


def test_law_5_of_equal_stakes_that_win_in_one_turn_the_coppered_one_is_paid_first() -> None:
    table = Table()
    table.bet("A", player="red")
    coppered = table.bet("2", player="blue", coppered=True)
    events = table("turn", loser="2h", winner="Ah")
    paid = [event.bet for event in events if isinstance(event, BetPaid)]
    assert paid[0] == coppered


def test_law_6_bills_are_paid_only_to_the_limit() -> None:
    table = Table(limit=200, running_limit=10_000)
    bet = table.bet("A", 200, paroli=True, form="bills")
    assert table.turn("2h", "Ah")[bet].paid_cents == 200
    assert table.turn("2s", "As")[bet].paid_cents == 200
    assert table.table.bets[bet].stake_cents == 600


def test_law_7_the_dealer_takes_losses_and_splits_before_paying() -> None:
    table = Table()
    table.bet("A")
    table.bet("2")
    results = [type(event).__name__ for event in table("turn", loser="2h", winner="Ah")]
    assert results == ["LoserDrawn", "WinnerDrawn", "BetLost", "BetPaid"]


def test_law_8_a_broken_bank_takes_every_loss_pays_the_largest_first_and_returns_the_stakes() -> None:
    table = Table(roll=1_000)
    small, large, lost, other = table.bet("A", 500), table.bet("A", 2_000), table.bet("2", 500), table.bet("9", 300)
    events = table("turn", loser="2h", winner="Ah")
    paid = {event.bet: (event.due_cents, event.paid_cents) for event in events if isinstance(event, BetPaid)}
    assert paid == {large: (2_000, 1_500), small: (500, 0)}
    assert [event.unpaid_cents for event in events if isinstance(event, BankBroken)] == [1_000]
    assert [event.bet for event in events if isinstance(event, BetReturned)] == [small, large, other]
    assert table.result()["bank"]["in_sight"] == 0
    assert lost not in table.table.bets
    assert table.refusal("place_bet", bet="new", player="red", kind="single", ranks=["3"], stake=25) == "bank_broken"
    table("raise_roll", amount=1_000)
    table.bet("3")


def test_law_9_at_the_close_what_still_lies_is_returned() -> None:
    table = Table()
    bet = table.bet("A", 300)
    table("close_night")
    assert [(row["bet"], row["result"], row["stake"]) for row in table.result()["bets"]] == [(bet, "returned", 300)]
    assert table.result()["players"]["red"] == {
        "name": "Red",
        "checks": 0,
        "bought": 20_000,
        "markers_issued": 0,
        "markers_open": 0,
        "pledges_open": 0,
        "stakes_owed": 0,
        "cashed": 20_000,
        "staked": 0,
        "net": 0,
    }


def test_law_10_the_cards_are_counted_for_everybody() -> None:
    table = Table()
    table.turn("Ah", "Kd")
    assert (table.table.box.left("K"), table.table.box.left("A"), table.table.box.cards_left) == (2, 3, 49)


def test_paroli_leaves_stake_and_winnings_on_up_to_the_running_limit() -> None:
    table = Table(running_limit=350)
    bet = table.bet("A", 100, paroli=True)
    table.turn("2h", "Ah")
    assert (table.table.bets[bet].stake_cents, table.held("red")) == (200, 19_900)
    table.turn("2s", "As")
    assert (table.table.bets[bet].stake_cents, table.held("red")) == (350, 19_950)


def at_the_hock(**house: Any) -> tuple[Table, str, str]:
    """A table whose last turn is dealt, with the key of a bet that was barred and lies on, and of a call."""
    table = Table(soda="2c", **house)
    last = ["Ac", "Qc", "Kc"]
    pack = [card for rank in RANKS for suit in "shdc" if (card := rank + suit) not in ("2c", *last)]
    for loser, winner in zip(pack[::2], pack[1::2], strict=True):
        table.turn(loser, winner)
    bet = table.bet("K", 300)
    table("bar_bet", bet=bet)
    table("call_turn", bet="call", player="red", order=["A", "Q", "K"], stake=100)
    table.turn("Ac", "Qc")
    return table, bet, "call"


@pytest.mark.parametrize("house", [{"lift_before_hock": False}, {"preset": "early_bank"}])
def test_a_house_may_keep_what_lies_until_the_hock(house: dict[str, Any]) -> None:
    table, bet, call = at_the_hock(**house)
    assert table.refusal("take_down_bet", bet=bet) == "wrong_phase"
    assert table.refusal("take_down_bet", bet=call) == "wrong_phase"
    assert table.refusal("take_down_all", player="red") == "wrong_phase"
    table("expose_hock", card="Kc")
    assert [row["result"] for row in table.result()["bets"][-2:]] == ["won", "after_hock"]


def test_all_of_a_players_bets_come_down_by_one_command_and_go_back_by_one() -> None:
    """What may not come down stays: a call before the hock, another's bet, in some houses a bet without action."""
    table, bet, _ = at_the_hock()
    assert table.refusal("take_down_all", player="nobody") == "unknown_player"
    assert table.refusal("take_down_all", player="blue") == "not_allowed_here"
    before = table.table
    events = table("take_down_all", player="red")
    assert [event.bet for event in events if isinstance(event, BetTakenDown)] == [bet]
    assert table.refusal("take_down_all", player="red") == "not_allowed_here"
    table("void")
    assert table.table == before
    table = Table(locked_until_action=True)
    first, second = table.bet("A", 100), table.bet("3", 200)
    table.turn("2h", "Ah")
    table.bet("A", 50, player="blue")
    table("take_down_all", player="red")
    assert list(table.table.bets) == [second, "b3"], first
    assert table.held("red") == 20_000 + 100 - 200


def test_the_first_player_to_notice_a_sleeper_may_claim_it() -> None:
    table = Table(soda="Ah")
    bet = table.bet("A", 300)
    table("bar_bet", bet=bet)
    table.turn("As", "2h")
    assert table.refusal("claim_sleeper", bet=bet, player="blue") == "not_allowed_here"
    table.turn("Ad", "Ac")
    table("claim_sleeper", bet=bet, player="blue")
    assert (table.held("red"), table.held("blue")) == (19_700, 20_300)


@pytest.mark.parametrize(("paroli", "order"), [(True, "paroli_bet"), (False, "stand_pat")])
def test_the_order_that_a_bet_has_already_is_taken_and_changes_nothing(paroli: bool, order: str) -> None:
    table = Table(running_limit=10_000)
    bet = table.bet("A", 100, paroli=paroli)
    before = table.table
    assert len(table(order, bet=bet)) == 1
    assert table.table == before


@pytest.mark.parametrize("order", ["paroli_bet", "stand_pat"])
def test_the_reasons_come_in_the_contracts_order(order: str) -> None:
    """No such bet, then the time, then the form, then what is not done: a call is only taken down."""
    table = Table(running_limit=10_000, soda="2s")
    assert table.refusal(order, bet="b9", gently=True) == "unknown_bet"
    table.deal_until(24)
    bet = table.bet("K")
    table("draw_loser", card=table.table.box.ranks_left()[0])
    assert table.refusal(order, bet=bet, gently=True) == "bets_closed"
    table("void")
    assert table.refusal(order, bet=bet, gently=True) == "bad_input"


def stuss(**house: Any) -> Table:
    return Table(soda=None, preset="stuss", **house)


def test_a_split_takes_the_whole_stake_and_the_bet_is_gone() -> None:
    """The rulebook's example: red 300 on the 8, blue 200 on the Q."""
    table = stuss()
    eight, queen = table.bet("8", 300), table.bet("Q", 200, player="blue")
    assert table.turn("5", "Q")[queen].paid_cents == 200
    row = table.turn("8", "8")[eight]
    assert (row.result, row.stake_cents, row.taken_cents) == ("split", 300, 300)
    assert list(table.table.bets) == [queen]
    table("close_night")
    result = table.result()
    assert [result["players"][key]["net"] for key in ("red", "blue")] == [-300, 200]
    assert result["bank"]["play"] == 100


@pytest.mark.parametrize(
    ("combination_pays", "kind", "more", "cards", "taken"),
    [
        ("whole", "split", {"ranks": "6-8"}, ("8h", "8s"), 300),
        ("proportional", "split", {"ranks": "6-8"}, ("8h", "8s"), 150),
        ("proportional", "figure", {"ranks": "8-9-10"}, ("8h", "8s"), 100),
        ("whole", "split", {"ranks": "6-8"}, ("8h", "6s"), 150),
        ("whole", "colors", {"ranks": "", "win": "red"}, ("8h", "8d"), 300),
        ("whole", "high_card", {"ranks": ""}, ("8h", "8d"), 150),
    ],
)
def test_any_house_may_have_a_true_split_take_all_and_nothing_else(
    combination_pays: str, kind: str, more: dict[str, Any], cards: tuple[str, str], taken: int
) -> None:
    table = Table(split_takes="all", both_ways="split", combination_pays=combination_pays)
    bet = table.bet(stake=300, kind=kind, **more)
    row = table.turn(*cards)[bet]
    assert (row.result, row.taken_cents) == ("split", taken)
    assert (bet in table.table.bets) == (taken < 300)


def test_a_night_that_was_opened_without_the_setting_halves() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-23", game="faro", house="american", roll=0, dealer="D")
    recorded = {name: value for name, value in night.now.opened.house.items() if name != "split_takes"}
    assert house_of(recorded) == faro_of(night.now).house == FaroHouse()


def laid(events: tuple[Event, ...]) -> list[tuple[str, str, int]]:
    """The keys, the places and the stakes (cents) of the bets that events lay."""
    return [
        (event.bet, "-".join(event.place.ranks), event.stake_cents) for event in events if isinstance(event, BetPlaced)
    ]


def again(table: Table, player: str = "red", bet: str = "x", **more: Any) -> tuple[Event, ...]:
    return table("same_again", player=player, bet=bet, **more)


def test_the_bets_lost_last_are_laid_again_with_their_orders() -> None:
    table = Table(running_limit=50_000)
    table.bet("2", 100)
    table.bet("Q", 500, coppered=True)
    table.bet("2", 300, paroli=True)
    table.bet("9", 400)
    table.bet("2", 700, player="blue")
    table.turn("2h", "Qs")
    events = again(table)
    assert laid(events) == [("x.1", "2", 100), ("x.2", "Q", 500), ("x.3", "2", 300)]
    assert [(event.coppered, event.paroli) for event in events if isinstance(event, BetPlaced)] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert events[-1] == BetsLaidAgain(
        player="red", deal=1, turn=1, bets=("x.1", "x.2", "x.3"), stake_cents=900, left_out=()
    )
    assert table.held("red") == 20_000 - 1_300 - 900
    assert table.table.stakes_of("red") == 1_300
    assert table.refusal("same_again", player="red", bet="y") == "not_allowed_here"
    assert laid(again(table, "blue", "y")) == [("y.1", "2", 700)]


def test_one_void_takes_all_repeated_bets_back() -> None:
    table = Table()
    table.bet("2", 100)
    table.bet("2-3", 300, kind="split")
    table.turn("2h", "Qs")
    before = table.now
    again(table)
    table("void")
    assert table.now == before
    assert len(laid(again(table, bet="y"))) == 2


def test_a_later_loss_counts_and_a_win_or_a_half_lost_does_not() -> None:
    table = Table()
    table.bet("2", 100)
    table.bet("9", 200)
    halved = table.bet("J", 400)
    table("half_goes", bet=halved)
    table.turn("2h", "Qs")
    table.turn("Jh", "9s")
    table.turn("5h", "5s")
    assert laid(again(table)) == [("x.1", "2", 100)]
    table.turn("9h", "Jd")
    assert laid(again(table, bet="y")) == [("y.1", "9", 200)]


def test_losses_of_the_last_turn_and_the_hock_are_repeated_in_the_next_deal() -> None:
    table = Table()
    table.deal_until(23)
    table.bet("A", 100)
    table.turn("Ac", "Kh")
    table.bet("K", 200)
    table.bet("K", 300, player="blue")
    table.turn("Kd", "Ad")
    table("expose_hock", card="Kc")
    table("end_deal")
    assert table.refusal("same_again", player="red", bet="x") == "wrong_phase"
    table("start_deal")
    table("expose_soda", card="5h")
    assert laid(again(table)) == [("x.1", "K", 200)]
    assert laid(again(table, "blue", "y")) == [("y.1", "K", 300)]


def test_bets_that_cannot_be_repeated_are_reported_and_the_rest_is_laid() -> None:
    """A card dead since, more than the case limit, and checks that do not reach."""
    table = Table(case_limit=5_000)
    table.turn("2s", "2d")
    table.turn("3s", "3d")
    for ranks, stake in (("2", 100), ("3", 6_000), ("4", 4_000), ("2-3-4", 500), ("2-3-4", 9_000)):
        table.bet(ranks, stake, kind="figure" if "-" in ranks else "single")
    table("void_deal", reason="Found foul")
    table("start_deal")
    table("expose_soda", card="2s")
    table.turn("2h", "2d")
    table.turn("3h", "3d")
    table.turn("2c", "3c")
    table("cash_in", player="red", amount=table.held("red") - 5_000)
    events = again(table)
    assert laid(events) == [("x.1", "4", 4_000), ("x.2", "2-3-4", 500)]
    expected = events[-1]
    assert isinstance(expected, BetsLaidAgain)
    assert expected.left_out == (
        BetLeftOut(place=Place(kind="single", ranks=("2",)), stake_cents=100, code="dead_card"),
        BetLeftOut(place=Place(kind="single", ranks=("3",)), stake_cents=6_000, code="over_limit"),
        BetLeftOut(place=Place(kind="figure", ranks=("2", "3", "4")), stake_cents=9_000, code="not_enough_checks"),
    )
    assert last_sentence_of(table.now, table.recorded) == (
        "Red lays 2 bets again, $45 in all; not $1 on the 2: a dead card; not $60 on the 3: over the limit; "
        "not $90 on the figure 2-3-4: not enough checks."
    )


def test_repeating_bets_follows_the_rules_for_a_new_bet() -> None:
    table = Table()
    table.bet("2", 100)
    table.bet("3", 100, player="blue")
    table("turn", loser="2h", winner="Qh")
    assert table.refusal("same_again", player="nobody", bet="x") == "unknown_player"
    assert table.refusal("same_again", player="red", bet="b1") == "already_done"
    assert table.refusal("same_again", player="red", bet="x" * 59) == "bad_input"
    assert table.refusal("same_again", player="blue", bet="x") == "not_allowed_here"
    table("draw_loser", card="9h")
    assert table.refusal("same_again", player="red", bet="x") == "bets_closed"


def test_a_player_can_leave_and_take_down_all_bets() -> None:
    table = Table()
    table.bet("2", 100)
    table.bet("3", 400)
    assert table.refusal("leave_table", player="red") == "wrong_phase"
    table("leave_table", player="red", take_down=True)
    assert not table.now.is_seated("red")
    assert table.table.bets == {}
    table("void")
    assert table.table.stakes_of("red") == 500
    table("draw_loser", card="9h")
    assert table.refusal("leave_table", player="red", take_down=True) == "wrong_phase"


def test_a_bet_taken_down_before_the_hock_is_repeated() -> None:
    table = Table()
    table.deal_until(23)
    table.turn("Ac", "Kh")
    won = table.bet("A", 100)
    table.turn("Kd", "Ad")
    table("take_down_bet", bet=won)
    table("expose_hock", card="Kc")
    table("end_deal")
    table("start_deal")
    table("expose_soda", card="5h")
    assert laid(again(table)) == [("x.1", "A", 100)]


def test_a_bet_taken_down_between_turns_is_not_repeated() -> None:
    table = Table()
    table("take_down_bet", bet=table.bet("2", 100))
    assert table.refusal("same_again", player="red", bet="x") == "not_allowed_here"


def test_repeating_is_refused_if_no_bet_can_be_laid() -> None:
    table = Table()
    table.bet("2", 5_000)
    table.bet("2-3", 300, kind="split")
    table("turn", loser="2h", winner="Qh")
    table("cash_in", player="red", amount=table.held("red"))
    assert table.refusal("same_again", player="red", bet="x") == "not_enough_checks"
