"""The register of markers: numbers without a gap, what was paid on each, and a roll-forward that adds up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.night.night import Slips
from events.effective_facts import effective
from events.facts.night import CommandVoided, MarkerRedeemed
from reports.rounds.statement import DoesNotAddUp, player_statement_of
from reports.sheets.markers import Marker, MarkerRegister, Roll, marker_register_of
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.reports import hands, nights
from tests.reports.nights import Played

VOID = {"do": "void"}


def register_of(night: Played) -> MarkerRegister:
    return marker_register_of(night.now, night.facts)


def seat(player: str, name: str) -> dict[str, Any]:
    return {"do": "seat_player", "player": player, "name": name}


def issue(player: str, amount: int) -> dict[str, Any]:
    return {"do": "issue_marker", "player": player, "amount": amount}


def redeem(player: str, amount: int, tender: str) -> dict[str, Any]:
    return {"do": "redeem_marker", "player": player, "amount": amount, "with": tender}


def of_markers(*lines: dict[str, Any]) -> Played:
    """A night of these lines, with red and blue at the table."""
    night = nights.played([nights.opening(), seat("red", "Ada Lamb"), seat("blue", "Wm. Hart"), *lines])
    assert night.result["refused"] == []
    return night


def paid(marker: Marker) -> list[tuple[str, int, int]]:
    return [(one.tender, one.cents, one.left_cents) for one in marker.payments]


def test_a_marker_that_was_taken_back_keeps_its_number_and_is_void() -> None:
    night = of_markers(
        issue("red", 5_000),
        issue("blue", 2_500),
        {**VOID, "reason": "the wrong sum"},
        issue("blue", 7_500),
        VOID,
        VOID,
        issue("red", 1_000),
    )
    register = register_of(night)
    assert [(one.number, one.player, one.cents, one.void is not None) for one in register.markers] == [
        (1, "red", 5_000, True),
        (2, "blue", 2_500, True),
        (3, "blue", 7_500, True),
        (4, "red", 1_000, False),
    ]
    assert [one.open_cents for one in register.markers] == [0, 0, 0, 1_000]
    voids = [one for one in night.facts if isinstance(one.fact, CommandVoided)]
    by_number = [register.of(number).void for number in (2, 3, 1)]
    assert [(one.at, one.who, one.device) for one in by_number if one] == [
        (one.at, one.who, one.device) for one in voids
    ]
    assert [one.reason for one in by_number if one] == ["the wrong sum", None, None]
    assert [line.what for line in player_statement_of(night.now, effective(night.facts), "red").brought] == [
        "Marker Nº 4"
    ]
    with pytest.raises(LookupError):
        register.of(5)
    with pytest.raises(LookupError):
        register.of(0)


def test_a_payment_goes_to_the_players_oldest_open_marker_first() -> None:
    register = register_of(
        of_markers(
            issue("red", 5_000),
            issue("blue", 4_000),
            issue("red", 3_000),
            redeem("red", 2_000, "cash"),
            redeem("red", 1_000, "checks"),
            VOID,
            redeem("red", 4_500, "checks"),
        )
    )
    assert [paid(one) for one in register.markers] == [
        [("cash", 2_000, 3_000), ("checks", 3_000, 0)],
        [],
        [("checks", 1_500, 1_500)],
    ]
    assert [one.open_cents for one in register.markers] == [0, 4_000, 1_500]
    red, blue = (one.roll for one in register.players)
    assert red == Roll(issued_cents=8_000, cash_cents=2_000, checks_cents=4_500)
    assert blue == Roll(issued_cents=4_000)
    assert (red.open_cents, blue.open_cents, register.all.open_cents) == (1_500, 4_000, 5_500)


def test_the_close_pays_as_far_as_checks_go_and_carries_the_rest_over() -> None:
    lines = [
        issue("red", 5_000),
        issue("red", 3_000),
        issue("blue", 1_000),
        {"do": "tip", "player": "red", "amount": 1_500},
    ]
    still_open, closed = (register_of(of_markers(*lines, *more)) for more in ([], [{"do": "close_night"}]))
    assert [one.carried_over for one in still_open.markers] == [False, False, False]
    assert [(one.open_cents, one.carried_over) for one in closed.markers] == [(0, False), (1_500, True), (0, False)]
    assert closed.all == Roll(issued_cents=9_000, checks_cents=7_500)
    assert still_open.all == Roll(issued_cents=9_000)


def test_whoever_left_with_a_debt_has_it_carried_over_at_the_close() -> None:
    lines = [issue("red", 5_000), {"do": "tip", "player": "red", "amount": 500}, {"do": "leave_table", "player": "red"}]
    register = register_of(of_markers(*lines, {"do": "close_night"}))
    (marker,) = register.markers
    assert (paid(marker), marker.carried_over) == ([("checks", 4_500, 500)], True)


def test_a_marker_of_somebody_whose_seat_was_taken_back_too_stays_in_the_register_under_their_name() -> None:
    night = of_markers(
        seat("green", "T. Vane"), issue("green", 5_000), VOID, VOID, seat("green", "E. Moss"), issue("green", 2_000)
    )
    register = register_of(night)
    assert [(one.name, one.seat, one.void is not None) for one in register.markers] == [
        ("T. Vane", None, True),
        ("E. Moss", 3, False),
    ]
    assert [(one.name, one.roll) for one in register.players] == [
        ("E. Moss", Roll(issued_cents=2_000)),
        ("T. Vane", Roll(issued_cents=5_000, void_cents=5_000)),
    ]
    (gone,) = register_of(of_markers(seat("green", "T. Vane"), issue("green", 5_000), VOID, VOID)).markers
    assert (gone.name, gone.seat) == ("T. Vane", None)


def test_where_the_name_at_a_seat_is_put_right_a_marker_has_another_slip_in_the_right_name() -> None:
    """The slip was signed by somebody who never sat there: it is void, and who sits there owes on one of their own."""
    in_a_deal = ({"do": "start_deal"}, {"do": "expose_soda", "card": "5"})
    amend = {"do": "amend", "command": "seat", "instead": seat("green", "E. Moss"), "drop": []}
    seated = {**seat("green", "T. Vane"), "id": "seat"}
    lines = [issue("red", 1_000), *in_a_deal, seated, issue("green", 5_000), redeem("green", 500, "checks"), amend]
    register = register_of(of_markers(*lines, issue("green", 2_000)))
    assert [(one.number, one.name, one.seat, one.void is not None, one.open_cents) for one in register.markers] == [
        (1, "Ada Lamb", 1, False, 1_000),
        (2, "T. Vane", None, True, 0),
        (3, "E. Moss", 3, False, 4_500),
        (4, "E. Moss", 3, False, 2_000),
    ]
    assert register.markers[1].void
    assert not register.markers[1].payments
    back = register_of(of_markers(*lines, VOID, issue("green", 2_000)))
    assert [(one.number, one.name, one.void is not None, one.open_cents) for one in back.markers] == [
        (1, "Ada Lamb", False, 1_000),
        (2, "T. Vane", False, 4_500),
        (3, "E. Moss", True, 0),
        (4, "T. Vane", False, 2_000),
    ]


def test_a_night_without_markers_has_an_empty_register() -> None:
    register = register_of(of_markers({"do": "buy_checks", "player": "red", "amount": 5_000}))
    assert register == MarkerRegister(markers=(), players=(), all=Roll())


def assert_as_the_contract_has_it(night: Played) -> Counter[str]:
    """Hold a register against the contract's result, worked out without it; count what was seen."""
    register, seen = register_of(night), Counter[str]()
    assert [one.number for one in register.markers] == list(range(1, len(register.markers) + 1))
    issued: Counter[str] = Counter()
    still_open: Counter[str] = Counter()
    for one in register.markers:
        seen["void"] += one.void is not None
        seen["cash"] += any(part.tender == "cash" for part in one.payments)
        seen["checks"] += any(part.tender == "checks" for part in one.payments)
        seen["carried over"] += one.carried_over
        issued[one.player] += 0 if one.void else one.cents
        still_open[one.player] += one.open_cents
        assert not (one.void and one.payments)
    for player, line in night.result["players"].items():
        assert (issued[player], still_open[player]) == (line["markers_issued"], line["markers_open"])
    return seen


def test_registers_of_many_nights_agree_with_the_contracts_result() -> None:
    seen: Counter[str] = Counter()
    played = [nights.given(script.stem) for script in nights.SCRIPTS]
    played += [nights.crowded(closed=closed) for closed in (True, False)]
    played += [hands.night_of_both(closed=closed) for closed in (True, False)]
    played += [nights.played(random_night(seed, voids=0.15, most_lines=120)) for seed in range(12)]
    played += [nights.played(random_night_of_both(seed)) for seed in range(6)]
    for night in played:
        seen += assert_as_the_contract_has_it(night)
    assert min(seen[what] for what in ("void", "cash", "checks", "carried over")) > 0, seen


def test_a_payment_that_the_ledger_does_not_have_stops_the_press() -> None:
    night = of_markers(issue("red", 5_000), redeem("red", 2_000, "cash"))
    at = next(at for at, one in enumerate(night.facts) if isinstance(one.fact, MarkerRedeemed))
    other: list[tuple[dict[str, Any], str]] = [
        ({"amount_cents": 2_500}, "open markers"),
        ({"tender": "checks"}, "cash"),
    ]
    for change, why in other:
        forged = replace(night.facts[at], fact=replace(night.facts[at].fact, **change))
        with pytest.raises(DoesNotAddUp, match=why):
            marker_register_of(night.now, (*night.facts[:at], forged, *night.facts[at + 1 :]))


def test_numbers_other_than_those_said_at_the_table_stop_the_press() -> None:
    night = of_markers(issue("red", 5_000), issue("blue", 5_000))
    with pytest.raises(DoesNotAddUp, match="numbers of the slips"):
        marker_register_of(replace(night.now, slips=Slips(of=HashTrieMap({1: 1, 2: 3}))), night.facts)
