"""Money at the table (rulebook 4): numbers of markers, a raised roll, stakes left behind, and what rulings may take."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.rules_version import CURRENT, FIRST, NOBODY_LEAVES_A_STAKE
from events.common import night as events
from ledger.accounts import roll
from tests.support.pure import PureNight
from tests.support.tables import Table


def test_markers_are_numbered_through_the_night_without_a_gap() -> None:
    table = Table()
    numbers = []
    for player in ("red", "blue", "red"):
        (event,) = table("issue_marker", player=player, amount=50_000)
        assert isinstance(event, events.MarkerIssued)
        numbers.append(event.marker)
    table("void")
    (again,) = table("issue_marker", player="blue", amount=50_000)
    assert isinstance(again, events.MarkerIssued)
    assert [*numbers, again.marker] == [1, 2, 3, 3]
    assert [table.now.slip_of(marker) for marker in (1, 2, 3)] == [1, 2, 4], "a slip is not written twice"


def test_the_number_of_a_slip_is_given_once_however_often_markers_are_taken_back() -> None:
    table = Table()
    given = []
    for taken_back in (2, 0, 1, 0):
        for _ in range(3):
            (event,) = table("issue_marker", player="red", amount=500)
            assert isinstance(event, events.MarkerIssued)
            given.append(table.now.slip_of(event.marker))
        for _ in range(taken_back):
            table("void")
            assert table.now.slip_of(table.now.markers + 1) in given, "also what was just taken back has its number"
    assert given == list(range(1, 13))
    assert [table.now.slip_of(marker) for marker in range(1, 10)] == [1, 4, 5, 6, 7, 8, 10, 11, 12]


def test_a_roll_raised_without_a_backer_is_the_houses() -> None:
    """Under the first rules it was the first-named backer's, and still is in a night that was opened under them."""
    for rules, whose in ((FIRST, "Ada"), (CURRENT, "house")):
        table = PureNight()
        backers = [{"name": "Ada", "share": 0.6}, {"name": "Wm.", "share": 0.4}]
        opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": "american", "roll": 1_000}
        table("open_night", **opening, backers=backers, dealer="D")
        table.night = replace(table.now, opened=replace(table.now.opened, rules=rules))
        table("raise_roll", amount=500)
        table("raise_roll", amount=300, backer="Wm.")
        put_up = {name: table.now.ledger.balance(roll(name)) for name in table.now.ledger.owners("roll")}
        assert put_up == {"Ada": 600, "Wm.": 700, whose: 500 + 600 * (whose == "Ada")}


def test_nobody_leaves_a_stake_behind() -> None:
    """Under older rules that was not allowed here; now it is refused as leaving in mid-hand is."""
    for rules, code in ((NOBODY_LEAVES_A_STAKE - 1, "not_allowed_here"), (NOBODY_LEAVES_A_STAKE, "wrong_phase")):
        table = Table()
        table.bet("A", 100)
        table.night = replace(table.now, opened=replace(table.now.opened, rules=rules))
        assert table.refusal("leave_table", player="red") == code


def test_rulings_together_take_no_more_from_the_bank_than_it_has_in_sight() -> None:
    table = Table(roll=10_000)
    table.bet("A", 5_000)
    table.turn("Ah", "2h")
    assert table.result()["bank"]["in_sight"] == 15_000
    table("raise_dispute", dispute="d1", player="red", about=1, claim="it was not mine")

    def ruling(*corrections: tuple[str, str, int]) -> dict[str, Any]:
        moved = [{"from": source, "to": target, "amount": amount} for source, target, amount in corrections]
        return {"dispute": "d1", "ruling": "corrected", "reason": "it was", "corrections": moved}

    for much in ((("bank", "red", 15_025),), (("bank", "red", 15_000), ("bank", "blue", 25))):
        with pytest.raises(Refusal) as refused:
            table("rule_dispute", **ruling(*much))
        assert refused.value.code == "not_enough_checks"
        assert refused.value.why == "The bank has $150 in sight, not $150.25. Raise the roll first."
    # Sides are looked at first; what the bank is given may be taken from it.
    assert table.refusal("rule_dispute", **ruling(("bank", "red", 15_025), ("bank", "nobody", 25))) == "unknown_player"
    table("rule_dispute", **ruling(("bank", "red", 15_025), ("blue", "bank", 25)))
    assert table.result()["bank"]["in_sight"] == 0
