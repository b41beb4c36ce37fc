"""The figures of the papers are those of the ledger, by whichever way they are added up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC

import pytest

from dealer.rows import rows_of
from dealer.standing import standing
from reports.balance import DoesNotAddUp
from reports.play import play_of
from reports.settlement import settlement_view
from reports.tab_sheet import tab_sheet_view
from reports.table_sheet import table_sheet_view
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.reports.nights import Played

GIVEN = [script.stem for script in nights.SCRIPTS]
SEEDS_A_TEST = 15


def assert_papers_add_up(night: Played) -> None:
    """Make every view of a night; each asserts its own sums, and these are held against the contract's result."""
    now, facts, result = night.now, night.facts, night.result
    play = play_of(one.fact for one in standing(facts))
    for player, expected in result["players"].items():
        view = settlement_view(now, facts, player, UTC, play)
        account = view.reckoning
        assert view.net_cents == expected["net"]
        assert account.taken_away_cents - account.brought_cents == expected["net"]
        assert sum(row.figures.net_cents for row in view.deals) + account.beside_play_cents == expected["net"]
        assert view.seal.nets_cents == {player: expected["net"]}
    sheet = table_sheet_view(now, facts, UTC, play)
    bank = result["bank"]
    assert {row.player: row.line.net_cents for row in sheet.players} == {
        player: expected["net"] for player, expected in result["players"].items()
    }
    assert sheet.sums.net_cents + bank["play"] + bank["sleepers"] + bank["after_hock"] + bank["tokes"] == 0
    assert sum(row.figures.bank_cents for row in sheet.deals) + sheet.corrections_cents == sheet.result.cents
    assert sheet.result.cents == bank["play"] + bank["sleepers"] + bank["after_hock"]
    tabs = [tab_sheet_view(now, facts, row.tabs.deal, UTC, play) for row in sheet.deals]
    assert [one.bank_cents for one in tabs] == [row.figures.bank_cents for row in sheet.deals]


@pytest.mark.parametrize("name", GIVEN)
def test_the_given_nights_add_up(name: str) -> None:
    assert_papers_add_up(nights.given(name))


@pytest.mark.parametrize("closed", [True, False])
def test_a_crowded_night_adds_up(closed: bool) -> None:
    assert_papers_add_up(nights.crowded(closed=closed))


@pytest.mark.parametrize("first", range(0, 60, SEEDS_A_TEST))
def test_random_nights_add_up(first: int) -> None:
    for seed in range(first, first + SEEDS_A_TEST):
        assert_papers_add_up(nights.played(random_night(seed)))


@pytest.mark.parametrize("upto", [1, 2, 9, 60, 150])
def test_a_night_that_is_still_open_adds_up(upto: int) -> None:
    assert_papers_add_up(nights.played(random_night(4)[:upto]))


@pytest.mark.parametrize("name", GIVEN)
def test_each_deal_says_what_its_settlements_say(name: str) -> None:
    night = nights.given(name)
    play = play_of(one.fact for one in standing(night.facts))
    won: Counter[tuple[int, str]] = Counter()
    taken: Counter[tuple[int, str]] = Counter()
    for row in rows_of(one.fact for one in standing(night.facts)):
        won[row.deal, row.player] += row.paid_cents
        taken[row.deal, row.player] += row.taken_cents
    for (deal, player), figures in play.figures.items():
        assert figures.won_cents + figures.calls_won_cents == won[deal, player]
        lost = figures.lost_cents + figures.split_cents + figures.calls_lost_cents
        assert lost + figures.sleepers_cents + figures.after_hock_cents == taken[deal, player]


def test_a_player_in_full() -> None:
    view = settlement_view(nights.crowded().now, nights.crowded().facts, "red", UTC)
    account = view.reckoning
    assert [(line.what, line.cents) for line in account.brought] == [
        ("Cash for checks", 12500),
        ("Marker Nº 1", 50000),
        ("Pledge: a gold watch with its chain", 10000),
        ("Cash paid on markers", 12500),
        ("Cash for a pledge: a gold watch with its chain", 10000),
    ]
    assert [line.what for line in account.taken_away] == [
        "Markers back for cash",
        "Pledge back for cash: a gold watch with its chain",
        "Checks against markers",
        "Checks sold back for cash",
    ]
    assert [line.cents for line in account.between] == [-10000, 2500, 7500]
    assert [line.cents for line in account.tokes] == [-200]
    assert [line.cents for line in account.corrections] == [750]
    assert [row.tabs.voided is not None for row in view.deals] == [False, True, False]
    assert [one.dispute for one in view.disputes] == ["d1"]


def test_a_lender_sees_what_is_still_owed_to_him() -> None:
    night = nights.crowded()
    lender = settlement_view(night.now, night.facts, "black", UTC).reckoning
    borrower = settlement_view(night.now, night.facts, "yellow", UTC).reckoning
    assert sum(line.cents for line in lender.is_owed) == sum(line.cents for line in borrower.owes)
    assert not lender.owes
    assert not borrower.is_owed


def test_a_command_taken_back_is_not_on_paper() -> None:
    night = nights.crowded()
    view = settlement_view(night.now, night.facts, "white", UTC)
    assert [line.cents for line in view.reckoning.brought] == [12500]
    assert table_sheet_view(night.now, night.facts, UTC).counts.commands_taken_back == 1


def test_the_house_sees_roll_backers_rules_and_disputes() -> None:
    view = table_sheet_view(nights.crowded().now, nights.crowded().facts, UTC)
    assert [(line.what, line.cents) for line in view.roll.lines] == [
        ("E. Clark", 150000),
        ("B. Thompson", 100000),
        ("B. Thompson, raised", 50000),
    ]
    assert [(one.name, one.put_up_cents, one.share) for one in view.backers] == [
        ("E. Clark", 150000, "60%"),
        ("B. Thompson", 150000, "40%"),
    ]
    assert [(rule.name, rule.here) for rule in view.rules] == [
        ("limit", "$200.00"),
        ("sleepers", "dealer"),
        ("bets taken", "single, split, high card"),
    ]
    assert (view.counts.deals_voided, view.counts.disputes, view.counts.disputes_open) == (1, 2, 0)
    assert [one.outcome for one in view.disputes] == [
        "corrected under law 1: the dealer saw the copper fall",
        "stands: nobody else saw it",
    ]


def test_a_deal_in_which_a_player_did_not_sit_is_not_on_his_settlement() -> None:
    late = {"do": "seat_player", "player": "blue", "name": "Blue"}
    early = [
        {"do": "seat_player", "player": "red", "name": "Red"},
        {"do": "buy_checks", "player": "red", "amount": 5000},
    ]
    leaves = {"do": "leave_table", "player": "red"}
    lines = [
        nights.opening(),
        *early,
        *nights.deal_lines(1),
        late,
        *nights.deal_lines(2),
        leaves,
        *nights.deal_lines(3),
    ]
    night = nights.played(lines)
    deals = {
        player: [row.tabs.deal for row in settlement_view(night.now, night.facts, player, UTC).deals]
        for player in ("red", "blue")
    }
    assert deals == {"red": [1, 2], "blue": [2, 3]}


def test_the_course_ends_where_the_player_stood_before_the_closing() -> None:
    night = nights.crowded()
    view = settlement_view(night.now, night.facts, "white", UTC)
    last = view.course.points[-1]
    assert last.checks_cents - last.put_in_cents == view.net_cents
    assert [(deal, end - start) for deal, start, end in view.course.deals] == [(1, 26), (2, 9), (3, 26)]
    assert view.course.points[0].checks_cents == 12500


def test_moves_that_do_not_fit_the_facts_stop_the_press() -> None:
    night = nights.given("faro-one-deal")
    at = next(at for at, one in enumerate(night.facts) if one.kind == "BetLost")
    forged = replace(night.facts[at], fact=replace(night.facts[at].fact, taken_cents=1))
    facts = (*night.facts[:at], forged, *night.facts[at + 1 :])
    with pytest.raises(DoesNotAddUp):
        table_sheet_view(night.now, facts, UTC)


def test_nobody_and_no_deal_have_no_paper() -> None:
    night = nights.given("faro-one-deal")
    with pytest.raises(LookupError):
        settlement_view(night.now, night.facts, "nobody")
    with pytest.raises(LookupError):
        tab_sheet_view(night.now, night.facts, 9)
