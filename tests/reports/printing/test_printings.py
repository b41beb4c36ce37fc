"""A printing made again has the same bytes; a reprint says so, when and by whom; a proof says that it is none."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from msgspec.structs import asdict, replace
from pypdf import PdfReader

from dealer.assistant import Assistant
from dealer.printings import Printed, PrintingsKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_printings
from events.book.book import Book
from reports.print_workers import Order, numbers_of, order_of, paper_style, print_sheet, style_of
from reports.render_options import HouseStyle, RenderOptions, zone_called
from reports.sheets.papers import list_papers, name_of
from tests.reports import booked
from tests.support.small_nights import EARP, buy, clock, small_night

DOC = Sender(who="Doc Holliday", device="tablet-2")
SHEET = "settlement-1-red"
HOURS = ("2026-11-22T08:10:00.000Z", "2026-12-01T17:05:00.000Z", "2027-01-02T03:04:05.000Z")


@pytest.fixture(scope="module")
def book() -> Iterator[Book]:
    with Book.open() as opened:
        yield opened


@pytest.fixture(scope="module")
def printings(book: Book) -> list[Printed]:
    """Three printings of a settlement of an open night, more checks being bought after the first of them."""
    night = small_night(book, "Ada Lamb", close=False)
    keeper = PrintingsKeeper(book, clock(*HOURS))
    made = []
    for sender, language in ((EARP, "en"), (DOC, "en"), (DOC, "de")):
        head = Assistant(book).at(night)[1]
        style = paper_style(HouseStyle(language=language, currency="EUR", paper="Letter"))
        made.append(
            keeper.print(night, head, {SHEET: 2}, style, sender, zone="America/Denver", address="http://cage.lan")
        )
        buy(book, night)
    return made


@pytest.fixture(scope="module")
def sheets(book: Book, printings: list[Printed]) -> list[bytes]:
    return [print_sheet(order_of(book, one).packed(), SHEET) for one in printings]


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def test_the_first_printing_says_so_in_a_word_and_a_reprint_says_when_and_by_whom(sheets: list[bytes]) -> None:
    first, second, third = (words(one) for one in sheets)
    assert "first printing" in first
    assert "Reprint" not in first
    reprint = "This is printing 2 of this sheet, made Tuesday 1 December 2026, 10:05 am, by Doc Holliday."
    assert f"Reprint. {reprint}" in second
    assert "first printing" not in second
    assert "Doc Holliday" in third


def test_a_printing_is_of_the_fact_and_in_the_style_that_it_names(sheets: list[bytes]) -> None:
    first, second, third = (PdfReader(BytesIO(one)) for one in sheets)
    assert [reader.root_object["/Lang"] for reader in (first, second, third)] == ["en", "en", "de"]
    assert {tuple(map(int, reader.pages[0].mediabox[2:])) for reader in (first, second, third)} == {(612, 792)}
    assert "€200" in words(sheets[0])
    assert "€400" in words(sheets[1])
    assert "€400" not in words(sheets[0])


def test_the_same_printing_gives_the_same_bytes_though_the_night_went_on(
    book: Book, printings: list[Printed], sheets: list[bytes]
) -> None:
    """Made again after the process has forgotten the order, and the night has more facts."""
    assert print_sheet(order_of(book, printings[0]).packed() + b" ", SHEET) == sheets[0]
    assert len(set(sheets)) == 3


def test_a_proof_says_that_nobody_was_handed_it(book: Book, printings: list[Printed]) -> None:
    night = printings[0].fact.night
    options = RenderOptions(zone=zone_called("UTC"), proof=True)
    proof = words(print_sheet(Order.of(book, night, 3, options).packed(), SHEET))
    assert "Proof, not printed." in proof
    assert "first printing" not in proof


def test_numbers_and_styles_come_through_as_they_were_entered(printings: list[Printed]) -> None:
    third = printings[2]
    (printing,) = numbers_of(third).values()
    assert (printing.number, printing.at, printing.who) == (3, HOURS[2], "Doc Holliday")
    assert style_of(third.fact.style) == HouseStyle(language="de", currency="EUR", paper="Letter")
    assert paper_style(style_of(third.fact.style)) == third.fact.style
    assert style_of(None) == HouseStyle()


def test_a_clock_that_this_machine_does_not_know_cannot_print(book: Book, printings: list[Printed]) -> None:
    elsewhere = replace(printings[0], fact=replace(printings[0].fact, zone="Mars/Olympus"))
    with pytest.raises(ValueError, match="no clock called Mars/Olympus"):
        order_of(book, elsewhere)


BEGUN_BY = {
    "settlement": {"PlayerSeated"},
    "marker": {"MarkerIssued"},
    "deal": {"DealStarted"},
    "hand": {"HandStarted"},
    "ruling": {"DisputeRaised"},
    "bet": {"BetPlaced", "TurnCalled"},
}


def test_every_paper_names_the_fact_that_began_what_it_is_of() -> None:
    night = booked.both()
    papers = list_papers(night.now, night.facts)
    assert {one.kind for one in papers} == {"table", "rules", *BEGUN_BY}
    for one in papers:
        if one.kind in BEGUN_BY:
            begun = night.facts[one.begun - 1]
            assert begun.kind in BEGUN_BY[one.kind]
            named = {str(value) for value in asdict(begun.fact).values()}
            assert one.of in named or one.kind == "marker"
        else:
            assert (one.of, one.begun) == ("", 0)


def test_a_set_of_every_kind_of_sheet_is_sound() -> None:
    # A book of its own: others read the one that is shared.
    night = booked.both.__wrapped__()
    sheets = {name_of(night.now, one): one.begun for one in list_papers(night.now, night.facts)}
    with night.book as book:
        head = Assistant(book).at(night.now.id)[1]
        PrintingsKeeper(book).print(night.now.id, head, sheets, paper_style(HouseStyle()), EARP, zone="UTC")
        assert verify_printings(book).finding is None


def test_an_edition_for_whoever_holds_a_link_has_no_log_in_it(book: Book, printings: list[Printed]) -> None:
    night = printings[0].fact.night
    for with_log, attached in ((True, ["facts.json"]), (False, [])):
        options = RenderOptions(zone=zone_called("UTC"), proof=True, with_log=with_log)
        made = print_sheet(Order.of(book, night, 3, options).packed(), SHEET)
        assert list(PdfReader(BytesIO(made)).attachments) == attached
