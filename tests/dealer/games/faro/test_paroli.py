"""Paroli as a player decides on it while their bet lies (rulebook 1.4, 1.6)."""

from __future__ import annotations

import pytest

from tests.support.tables import Table


def stake(table: Table, bet: str) -> int:
    return table.table.bets[bet].stake_cents


def test_a_bet_is_left_on_after_its_first_win() -> None:
    """The first win is paid to them; then they call paroli, and the next one stays with the stake."""
    table = Table(running_limit=10_000)
    bet = table.bet("A", 100)
    table.turn("2h", "Ah")
    assert (stake(table, bet), table.held("red")) == (100, 20_000)
    table("paroli_bet", bet=bet)
    table.turn("2s", "As")
    assert (stake(table, bet), table.held("red")) == (200, 20_000)


def test_a_paroli_that_stands_pat_keeps_its_stake_and_takes_its_winnings() -> None:
    table = Table(running_limit=10_000)
    bet = table.bet("A", 100, paroli=True)
    table.turn("2h", "Ah")
    table("stand_pat", bet=bet)
    table.turn("2s", "As")
    assert (stake(table, bet), table.held("red")) == (200, 20_100)


def test_wins_as_a_paroli_count_together_however_often_it_stood_pat_between() -> None:
    table = Table(running_limit=10_000, paroli_times=1)
    bet = table.bet("A", 100, paroli=True)
    table.turn("2h", "Ah")
    table("stand_pat", bet=bet)
    table("paroli_bet", bet=bet)
    table.turn("2s", "As")
    assert (stake(table, bet), table.held("red")) == (200, 20_100)


def test_wins_before_it_was_a_paroli_do_not_count() -> None:
    table = Table(running_limit=10_000, paroli_times=1)
    bet = table.bet("A", 100)
    table.turn("2h", "Ah")
    table("paroli_bet", bet=bet)
    table.turn("2s", "As")
    assert stake(table, bet) == 200


@pytest.mark.parametrize(("paroli", "order"), [(True, "paroli_bet"), (False, "stand_pat")])
def test_the_order_that_a_bet_has_already_is_taken_and_changes_nothing(paroli: bool, order: str) -> None:
    table = Table(running_limit=10_000)
    bet = table.bet("A", 100, paroli=paroli)
    before = table.table
    assert len(table(order, bet=bet)) == 1
    assert table.table == before


def test_taking_a_paroli_back_leaves_the_bet_as_it_was() -> None:
    table = Table(running_limit=10_000)
    bet = table.bet("A", 100)
    before = table.table
    table("paroli_bet", bet=bet)
    assert table.table.bets[bet].paroli
    table("void")
    assert table.table == before


def test_a_house_without_a_running_limit_plays_no_paroli_but_lets_any_bet_stand_pat() -> None:
    table = Table()
    bet = table.bet("A")
    assert table.refusal("paroli_bet", bet=bet) == "not_allowed_here"
    table("stand_pat", bet=bet)


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


@pytest.mark.parametrize("order", ["paroli_bet", "stand_pat"])
def test_a_call_is_no_paroli(order: str) -> None:
    table = Table(running_limit=10_000)
    table.turn("Kh", "Kd")
    table.deal_until(24)
    table("call_turn", bet="c", player="red", order=["A", "A", "K"], stake=25)
    assert table.refusal(order, bet="c") == "not_allowed_here"
