"""Faro: the order in which bets are settled (laws 5 and 7), cards counted (law 10), and last bets laid again."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games.faro.commands import FaroHouse, house_of
from dealer.games.faro.state import faro_of
from events.common.event import Event
from events.games.faro import (
    BetLeftOut,
    BetPaid,
    BetPlaced,
    BetsLaidAgain,
    Place,
)
from reports.words.sentences import last_sentence_of
from tests.support.pure import PureNight
from tests.support.tables import Table


@pytest.mark.parametrize(("kind", "ranks"), [("single", "2"), ("figure", "2-3-4")])
def test_law_5_of_equal_stakes_that_win_in_one_turn_the_coppered_one_is_paid_first(kind: str, ranks: str) -> None:
    table = Table()
    table.bet("A", player="red")
    coppered = table.bet(ranks, player="blue", kind=kind, coppered=True)
    events = table("turn", loser="2h", winner="Ah")
    paid = [event.bet for event in events if isinstance(event, BetPaid)]
    assert paid[0] == coppered


def test_law_7_the_dealer_takes_losses_and_splits_before_paying() -> None:
    table = Table()
    table.bet("A")
    table.bet("2")
    results = [type(event).__name__ for event in table("turn", loser="2h", winner="Ah")]
    assert results == ["LoserDrawn", "WinnerDrawn", "BetLost", "BetPaid"]


def test_law_10_the_cards_are_counted_for_everybody() -> None:
    table = Table()
    table.turn("Ah", "Kd")
    assert (table.table.box.left("K"), table.table.box.left("A"), table.table.box.cards_left) == (2, 3, 49)


def stuss(**house: Any) -> Table:
    return Table(soda=None, preset="stuss", **house)


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
        "Red lays 2 bets again, $45 in all; $1 on the 2 was left out: a dead card; "
        "$60 on the 3 was left out: over the limit; $90 on the figure 2-3-4 was left out: not enough checks."
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
