"""Corrections, takings back and returns where a night meets the house: what is refused; the book stays sound."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealer.night_service import NightService
from dealer.script import play, read_script
from dealer.streams import Sender
from dealer.verification.streams import verify, verify_house
from events.book.book import Book

Line = dict[str, Any]
ADA: Line = {"do": "register_player", "card": "ada", "name": "Ada Lamb"}
BEN: Line = {"do": "register_player", "card": "ben", "name": "Ben"}
DEPOSIT: Line = {"do": "deposit", "card": "ada", "amount": 10_000}
OPEN: Line = {"do": "open_night", "table": "T", "date": "2026-11-28", "game": "faro", "roll": 100_000, "dealer": "M."}
START: Line = {"do": "start_deal"}
SEAT: Line = {"do": "seat_player", "player": "red", "card": "ada", "id": "seat"}
DRAW: Line = {"do": "draw_deposit", "player": "red", "amount": 5_000}
OWING: list[Line] = [
    *(ADA, OPEN, SEAT, {"do": "issue_marker", "player": "red", "amount": 5_000}),
    *({"do": "tip", "player": "red", "amount": 5_000}, {"do": "close_night"}),
]
PAY: Line = {"do": "redeem_carried", "player": "red", "amount": 5_000, "with": "cash"}
RAISE: Line = {"do": "raise_roll", "amount": 1_000, "id": "raise"}
VOID: Line = {"do": "void"}
CLOSE: Line = {"do": "close_night"}


def count(at: str, cash: int) -> Line:
    return {"do": "count_drawer", "at": at, "cash": cash}


def amend(command: str, instead: Line | None) -> Line:
    given = {name: value for name, value in instead.items() if name != "id"} if instead else None
    return {"do": "amend", "command": command, "instead": given, "drop": []}


CASES: dict[str, tuple[list[Line], list[str]]] = {
    "a seat that drew on a deposit is struck": (
        [ADA, DEPOSIT, OPEN, START, SEAT, DRAW, amend("seat", None), CLOSE],
        ["not_allowed_here"],
    ),
    "a seat that drew on a deposit becomes another card's": (
        [ADA, BEN, DEPOSIT, OPEN, START, SEAT, DRAW, amend("seat", {**SEAT, "card": "ben"}), CLOSE],
        ["not_allowed_here"],
    ),
    "a seat that paid old markers is struck": (
        [*OWING, OPEN, START, {**SEAT, "id": "second"}, PAY, amend("second", None), CLOSE],
        ["not_allowed_here"],
    ),
    "a count below a correction that is taken back": (
        [ADA, OPEN, START, count("opening", 100_000), RAISE, amend("raise", None), VOID, VOID, VOID, CLOSE],
        [],
    ),
    "a fill below a correction that is taken back": (
        [ADA, OPEN, START, {"do": "fill", "amount": 5_000}, RAISE, amend("raise", None), VOID, VOID, CLOSE],
        [],
    ),
    "a correction seats somebody by a card": (
        [ADA, OPEN, START, {"do": "seat_player", "player": "red", "name": "X", "id": "seat"}, amend("seat", SEAT)],
        [],
    ),
    "somebody sits who was barred since then": (
        [
            *(ADA, OPEN, START, {"do": "seat_player", "player": "blue", "name": "B", "id": "name"}, SEAT),
            *({"do": "bar_player", "card": "ada", "reason": "loud"},),
            amend("name", {"do": "seat_player", "player": "blue", "name": "Bob"}),
        ],
        [],
    ),
    "a second seat for a card by its name": (
        [
            *(ADA, OPEN, SEAT, {"do": "leave_table", "player": "red"}),
            *({"do": "seat_player", "player": "blue", "card": "ada"},),
            {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
        ],
        ["already_done"],
    ),
    "a barred player comes back by name": (
        [
            *(ADA, OPEN, SEAT, {"do": "leave_table", "player": "red"}),
            *({"do": "bar_player", "card": "ada", "reason": "loud"},),
            {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
        ],
        ["player_barred"],
    ),
    "a version of the house from outside": (
        [ADA, OPEN, SEAT, {"do": "buy_checks", "player": "red", "amount": 5_000, "house_version": 999}],
        ["bad_input"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_night_and_the_house_stay_one(case: str) -> None:
    lines, codes = CASES[case]
    with Book.open() as book:
        service = NightService(book)
        sender = Sender(who="script", device="test")
        nights, result = play(service, read_script("\n".join(map(json.dumps, lines))), sender, keep_going=True)
        assert [refused["code"] for refused in result["refused"]] == codes
        assert [verify(book, night).finding for night in nights] == [None] * len(nights)
        assert verify_house(book).finding is None
        for night in result["nights"].values():
            assert night["drawer"]["win_by_count"] is None


def test_a_correction_taken_back_leaves_the_win_by_count() -> None:
    corrected = [ADA, OPEN, START, count("opening", 100_000), RAISE, amend("raise", None)]
    lines = [*corrected, VOID, count("closing", 101_000), CLOSE]
    with Book.open() as book:
        text = "\n".join(map(json.dumps, lines))
        _, result = play(NightService(book), read_script(text), Sender(who="script", device="test"))
    assert result["nights"]["1"]["drawer"]["win_by_count"] == 0
