"""A marker's slips on paper: what stands on each of the three, and what a void marker's say in place of signatures."""

from __future__ import annotations

from datetime import UTC
from functools import cache
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from msgspec import structs
from msgspec.structs import replace
from PIL import Image, ImageChops

from events.facts.papers import SHEET
from reports.render_options import HouseStyle, Printing, RenderOptions
from reports.sheets.markers import marker_slips_view, written_out_in_words
from reports.sheets.papers import list_papers, name_of
from reports.words.language import written_in
from tests.reports import nights
from tests.reports.nights import Played

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
    return text_of(the_night(closed=closed).sheet(f"marker-{number}", options))


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
    names = [name_of(night.now, one) for one in list_papers(night.now, night.facts)]
    assert [name for name in names if name.startswith("marker")] == ["marker-1", "marker-2", "marker-3"]
    views = [marker_slips_view(night.now, night.facts, number, UTC) for number in (1, 2, 3)]
    assert [one.marker.number for one in views] == [1, 2, 3]
    assert [one.marker.void is not None for one in views] == [False, True, False]
    with pytest.raises(LookupError):
        marker_slips_view(night.now, night.facts, 4)


def test_three_slips_say_who_owes_how_much_since_when_and_what_was_paid() -> None:
    text = text_of(on_the_roll(1))
    titles = [text.index(title) for title in ("Original", "Payment slip", "Issue slip")]
    original, payment, issue = (text[start:end] for start, end in zip(titles, [*titles[1:], len(text)], strict=True))
    for one in (original, payment, issue):
        assert "Ada Lamb" in one
        assert "$525.50" in one
        assert "2026-11-21/1/marker-1" in one
    for title in ("Original", "Payment slip", "Issue slip"):
        assert f"{title} Nº 1 Marker, slip" in text
    assert "Five hundred twenty-five and 50/100 US dollars" in original
    assert "on credit. $375.50 of it is still open, and I promise to pay that to the house." in original
    assert "Issued Sunday 22 November 2026, 1:10 am, by test (test). player dealer" in original
    assert "1:11 am cash $125.00 $400.50 1:11 am checks $25.00 $375.50 Open: $375.50. paid by taken by" in payment
    assert "counted out before a witness" in issue
    assert "dealer witness" in issue


def test_the_roll_is_cut_where_the_slips_end_and_nothing_comes_near_its_edges() -> None:
    for number in (1, 2):
        content = on_the_roll(number)
        picture = picture_of(content)
        inked = ImageChops.invert(picture).getbbox()
        assert inked is not None
        left, top, right, bottom = (round(at / DOTS_A_MM) for at in inked)
        tall, wide = round(picture.height / DOTS_A_MM), round(picture.width / DOTS_A_MM)
        assert wide == 80
        assert min(left, top, wide - right) >= 3
        assert 3 <= tall - bottom <= 12


def test_each_slip_has_the_whole_seal_for_they_are_torn_apart() -> None:
    night = the_night()
    seal = replace(marker_slips_view(night.now, night.facts, 1).seal, house=AT_A_HOUSE.house)
    assert [one.text for one in zxingcpp.read_barcodes(picture_of(on_the_roll(1)))] == [seal.code] * 3
    assert text_of(on_the_roll(1)).replace(" ", "").count(seal.text.replace(" ", "")) == 3


def assert_void(text: str) -> None:
    assert text.count("VOID Written for the wrong player Taken back at the table by test (test)") == 3
    assert text.count("Taken back at the table by test (test), Sunday 22 November 2026, 1:11 am.") == 3
    assert text.count("$20.00") == 3
    for word in ("witness", "promise", "paid by", "Open"):
        assert word not in text


def test_a_void_marker_is_stamped_three_times_with_its_reason_and_is_not_to_be_signed() -> None:
    assert_void(text_of(on_the_roll(2)))
    assert "VOID" not in text_of(on_the_roll(1))


def test_three_slips_fill_a_sheet_where_the_house_has_no_roll() -> None:
    printing = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="M. Earp")
    a4, letter = (
        replace(AT_UTC, style=HouseStyle(paper=paper, slips=SHEET), printing=printing) for paper in ("A4", "Letter")
    )
    assert_void(slips(2, a4, closed=True))
    text = slips(3, letter, closed=True)
    assert "$100.00 was open when the night closed, and is carried over under their name." in text
    reprint = "Reprint. This is printing 2 of this sheet, made Sunday 22 November 2026, 2:00 am, by M. Earp."
    assert text.count(reprint) == 3
    assert [text.count(f"slip {part} of 3") for part in (1, 2, 3)] == [1, 1, 1]


def of_the_original(text: str) -> str:
    return text.partition("Payment slip")[0]


def test_an_original_promises_what_is_open_and_nothing_where_all_of_it_was_paid() -> None:
    whole = of_the_original(slips(3, AT_UTC))
    assert "for this amount on credit, and I promise to pay it to the house." in whole
    assert "player dealer" in whole
    paid = of_the_original(slips(1, AT_UTC, closed=True))
    assert "PAID Paid in full Sunday 22 November 2026, 1:12 am. Nothing is owed on it." in paid
    for said in ("promise", "signs it", "player dealer", "Duplicate"):
        assert said not in paid


def test_nobody_signs_a_second_original() -> None:
    first = Printing(number=1, at="2026-11-22T02:00:00+00:00", who="M. Earp")
    again = slips(3, replace(AT_UTC, printing=structs.replace(first, number=2)))
    assert "Duplicate, not to be signed." in of_the_original(again)
    assert "player dealer" not in of_the_original(again)
    assert "paid by taken by" in again
    assert "player dealer" in of_the_original(slips(3, replace(AT_UTC, printing=first)))


def test_three_slips_of_an_open_night_printed_again_fill_one_sheet_of_letter() -> None:
    printing = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="Bartholomew Featherstonehaugh-Cholmondeley")
    for language in ("en", "de"):
        options = replace(AT_UTC, style=HouseStyle(language=language, paper="Letter", slips=SHEET), printing=printing)
        for number in (1, 2, 3):
            assert slips(number, options), "one page"


def test_there_is_room_to_fill_in_as_long_as_something_is_open() -> None:
    night, closed = the_night(), the_night(closed=True)
    assert [marker_slips_view(night.now, night.facts, number).lines_to_fill_in for number in (1, 2, 3)] == [1, 0, 3]
    assert [marker_slips_view(closed.now, closed.facts, number).lines_to_fill_in for number in (1, 2, 3)] == [0, 0, 2]


@pytest.mark.parametrize(
    ("language", "currency", "words"),
    [
        ("en", "USD", ("Two thousand one", "05/100", "US dollars")),
        ("de", "EUR", ("Zweitausendeins", "05/100", "Euro")),
        ("fr", "CHF", ("Deux mille un", "05/100", "francs suisses")),
        ("es", "MXN", ("Dos mil uno", "05/100", "pesos mexicanos")),
    ],
)
def test_an_amount_is_written_out_in_the_language_and_currency_of_the_house(
    language: str, currency: str, words: tuple[str, ...]
) -> None:
    with written_in(HouseStyle(language=language, currency=currency)):
        written = written_out_in_words(200_105)
    for word in words:
        assert word in written
