"""Markers: numbers without a gap, payments and a roll-forward that adds up, and what stands on the three slips."""

from __future__ import annotations

from collections import Counter
from datetime import UTC
from functools import cache
from itertools import product
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from msgspec import structs
from msgspec.structs import replace
from PIL import Image, ImageChops
from rpds import HashTrieMap

from dealer.night.night import MarkerSlips
from events.common.house import SHEET
from events.common.night import CommandVoided, MarkerRedeemed
from events.effective_events import effective
from reports.render_options import HouseStyle, Printing, RenderOptions
from reports.rounds.statement import DoesNotAddUp, player_statement_of
from reports.sheets.markers import (
    Marker,
    MarkerRegister,
    Roll,
    marker_register_of,
    marker_slips_view,
)
from reports.sheets.papers import list_papers, name_of
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.reports.nights import Played
from tests.reports.test_papers import words_of_html
from tests.support.fixtures import soaked

VOID = {"do": "void"}


def register_of(night: Played) -> MarkerRegister:
    return marker_register_of(night.now, night.events)


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
    voids = [one for one in night.events if isinstance(one.event, CommandVoided)]
    by_number = [register.of(number).void for number in (2, 3, 1)]
    assert [(one.at, one.who, one.device) for one in by_number if one] == [
        (one.at, one.who, one.device) for one in voids
    ]
    assert [one.reason for one in by_number if one] == ["the wrong sum", None, None]
    assert [line.what for line in player_statement_of(night.now, effective(night.events), "red").brought] == [
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
    played += [nights.night_of_both(closed=closed) for closed in (True, False)]
    played += [nights.played(random_night(seed, voids=0.15, most_lines=120)) for seed in range(6)]
    played += [nights.played(random_night_of_both(seed)) for seed in range(3)]
    for night in played:
        seen += assert_as_the_contract_has_it(night)
    assert min(seen[what] for what in ("void", "cash", "checks", "carried over")) > 0, seen


def test_a_payment_that_the_ledger_does_not_have_stops_the_press() -> None:
    night = of_markers(issue("red", 5_000), redeem("red", 2_000, "cash"))
    at = next(at for at, one in enumerate(night.events) if isinstance(one.event, MarkerRedeemed))
    other: list[tuple[dict[str, Any], str]] = [
        ({"amount_cents": 2_500}, "open markers"),
        ({"tender": "checks"}, "cash"),
    ]
    for change, why in other:
        forged = replace(night.events[at], event=replace(night.events[at].event, **change))
        with pytest.raises(DoesNotAddUp, match=why):
            marker_register_of(night.now, (*night.events[:at], forged, *night.events[at + 1 :]))


def test_numbers_other_than_those_said_at_the_table_stop_the_press() -> None:
    night = of_markers(issue("red", 5_000), issue("blue", 5_000))
    with pytest.raises(DoesNotAddUp, match="numbers of the slips"):
        marker_register_of(replace(night.now, marker_slips=MarkerSlips(of=HashTrieMap({1: 1, 2: 3}))), night.events)


AT_UTC = RenderOptions(zone=UTC)
AT_A_HOUSE = replace(AT_UTC, house="https://cage.lan:8321/check")
DOTS_A_MM = 8
NIGHT: list[dict[str, Any]] = [
    nights.opening(),
    {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
    {"do": "seat_player", "player": "blue", "name": nights.LONG_NAME},
    {"do": "issue_marker", "player": "red", "amount": 52550},
    {"do": "issue_marker", "player": "blue", "amount": 2000},
    {"do": "void", "reason": "Written for the wrong player"},
    {"do": "issue_marker", "player": "blue", "amount": 30000},
    {"do": "redeem_marker", "player": "red", "amount": 12500, "with": "cash"},
    {"do": "redeem_marker", "player": "red", "amount": 2500, "with": "checks"},
    {"do": "tip", "player": "blue", "amount": 10000},
]


@cache
def the_night(*, closed: bool = False) -> Played:
    made = nights.played([*NIGHT, {"do": "close_night"}] if closed else NIGHT)
    assert made.result["refused"] == []
    return made


def slips(number: int, options: RenderOptions, *, closed: bool = False) -> str:
    """The words of a sheet of slips; HTML where a test does not print."""
    return words_of_html(the_night(closed=closed).sheet(f"marker-{number}", options))


@cache
def on_the_roll(number: int) -> bytes:
    """As they are among the papers of the night."""
    return the_night().sheet(f"marker-{number}", AT_A_HOUSE)


def text_of(content: bytes) -> str:
    (page,) = pypdfium2.PdfDocument(content)
    return " ".join(page.get_textpage().get_text_bounded().split())


def picture_of(content: bytes) -> Image.Image:
    (page,) = pypdfium2.PdfDocument(content)
    return page.render(scale=DOTS_A_MM * 25.4 / 72).to_pil().convert("L")


def test_every_number_from_1_has_its_slips_and_a_void_one_too() -> None:
    night = the_night()
    names = [name_of(night.now, one) for one in list_papers(night.now, night.events)]
    assert [name for name in names if name.startswith("marker")] == ["marker-1", "marker-2", "marker-3"]
    views = [marker_slips_view(night.now, night.events, number, UTC) for number in (1, 2, 3)]
    assert [one.marker.number for one in views] == [1, 2, 3]
    assert [one.marker.void is not None for one in views] == [False, True, False]
    with pytest.raises(LookupError):
        marker_slips_view(night.now, night.events, 4)


@pytest.mark.parametrize("number", soaked([1, 2], at_once=[1]))
def test_the_roll_is_cut_where_the_slips_end_and_nothing_comes_near_its_edges(number: int) -> None:
    picture = picture_of(on_the_roll(number))
    inked = ImageChops.invert(picture).getbbox()
    assert inked is not None
    left, top, right, bottom = (round(at / DOTS_A_MM) for at in inked)
    tall, wide = round(picture.height / DOTS_A_MM), round(picture.width / DOTS_A_MM)
    assert wide == 80
    assert min(left, top, wide - right) >= 3
    assert 3 <= tall - bottom <= 12


def test_each_slip_has_the_whole_seal_for_they_are_torn_apart() -> None:
    night = the_night()
    seal = replace(marker_slips_view(night.now, night.events, 1).seal, house=AT_A_HOUSE.house)
    assert [one.text for one in zxingcpp.read_barcodes(picture_of(on_the_roll(1)))] == [seal.code] * 3
    assert text_of(on_the_roll(1)).replace(" ", "").count(seal.text.replace(" ", "")) == 3


def assert_void(text: str) -> None:
    assert text.upper().count("VOID WRITTEN FOR THE WRONG PLAYER TAKEN BACK AT THE TABLE BY TEST (TEST)") == 3
    assert text.count("Taken back at the table by test (test), Sunday 22 November 2026, 1:11 am.") == 3
    assert text.count("$20.00") == 3
    for word in ("witness", "promise", "paid by", "Open"):
        assert word not in text


@pytest.mark.usefixtures("unprinted")
def test_a_void_marker_is_stamped_three_times_with_its_reason_and_is_not_to_be_signed() -> None:
    assert_void(slips(2, AT_UTC))
    assert "VOID" not in slips(1, AT_UTC).upper()


@pytest.mark.usefixtures("unprinted")
def test_three_slips_fill_a_sheet_where_the_house_has_no_roll() -> None:
    printing = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="M. Earp")
    a4, letter = (
        replace(AT_UTC, style=HouseStyle(paper=paper, slips=SHEET), printing=printing) for paper in ("A4", "Letter")
    )
    assert_void(slips(2, a4, closed=True))
    text = slips(3, letter, closed=True)
    assert "$100.00 was open when the night closed and is carried over in their name." in text
    reprint = "Reprint. This is printing 2 of this sheet, made Sunday 22 November 2026, 2:00 am, by M. Earp."
    assert text.count(reprint) == 3
    assert [text.count(f"slip {part} of 3") for part in (1, 2, 3)] == [1, 1, 1]


def of_the_original(text: str) -> str:
    return text.partition("Payment slip")[0]


@pytest.mark.usefixtures("unprinted")
def test_an_original_promises_what_is_open_and_nothing_where_all_of_it_was_paid() -> None:
    whole = of_the_original(slips(3, AT_UTC))
    assert "for this amount on credit, and I promise to pay it to the house." in whole
    assert "player dealer" in whole
    paid = of_the_original(slips(1, AT_UTC, closed=True))
    assert "Paid Paid in full Sunday 22 November 2026, 1:12 am. Nothing is owed on it." in paid
    for said in ("promise", "signs it", "player dealer", "Duplicate"):
        assert said not in paid


@pytest.mark.usefixtures("unprinted")
def test_nobody_signs_a_second_original() -> None:
    first = Printing(number=1, at="2026-11-22T02:00:00+00:00", who="M. Earp")
    again = slips(3, replace(AT_UTC, printing=structs.replace(first, number=2)))
    assert "Duplicate, not to be signed." in of_the_original(again)
    assert "player dealer" not in of_the_original(again)
    assert "paid by taken by" in again
    assert "player dealer" in of_the_original(slips(3, replace(AT_UTC, printing=first)))


@pytest.mark.parametrize(
    ("language", "number"), soaked([*product(("de", "en"), (1, 2, 3))], at_once=[("de", 1), ("de", 3)])
)
def test_three_slips_of_an_open_night_printed_again_fill_one_sheet_of_letter(language: str, number: int) -> None:
    printing = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="Bartholomew Featherstonehaugh-Cholmondeley")
    options = replace(AT_UTC, style=HouseStyle(language=language, paper="Letter", slips=SHEET), printing=printing)
    assert len(pypdfium2.PdfDocument(the_night().sheet(f"marker-{number}", options))) == 1


def test_there_is_room_to_fill_in_as_long_as_something_is_open() -> None:
    night, closed = the_night(), the_night(closed=True)
    assert [marker_slips_view(night.now, night.events, number).lines_to_fill_in for number in (1, 2, 3)] == [1, 0, 3]
    assert [marker_slips_view(closed.now, closed.events, number).lines_to_fill_in for number in (1, 2, 3)] == [0, 0, 2]
