"""The papers' stream: the style of the house, and which printing of a sheet is which."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.printings import Printings, PrintingsKeeper, decide, evolve, printing_of, read_papers_command
from dealer.streams import Sender
from events.book.book import Book
from events.common.event import Event
from events.common.house import PAPERS, HouseStyleChosen, PapersPrinted, PaperStyle
from events.records import Head
from tests.support.pure import refusal_code

EARP = Sender(who="M. Earp", device="tablet-1")
DOC = Sender(who="Doc Holliday", device="tablet-2")
PLAIN = {"language": "en", "currency": "USD", "paper": "A4", "marks": "tabs", "slips": "roll"}
HEAD = Head(version=7, hash="ab" * 32)
AT = "2026-11-22T03:10:00.000Z"
GERMAN = PaperStyle(language="de", currency="EUR", paper="A4", marks="cross_and_naught", slips="sheet")
ENGLISH = PaperStyle(**PLAIN)


def print_papers(*sheets: str | tuple[str, int], **differs: Any) -> dict[str, Any]:
    request = {"do": "print_papers", "night": "2026-11-21-1", "version": 7, "head": HEAD.hash, "zone": "UTC"}
    return {**request, "address": "", "sheets": [sheet(entry) for entry in sheets], "style": PLAIN, **differs}


def sheet(request: str | tuple[str, int]) -> dict[str, Any]:
    """A sheet of the whole night by its name, or with the event that began what it is of."""
    name, begun = (request, 0) if isinstance(request, str) else request
    return {"name": name, "begun": begun}


def after(before: Printings, document: dict[str, Any], who: str = "M. Earp") -> tuple[Printings, tuple[Event, ...]]:
    created = decide(before, read_papers_command(document), AT)
    return reduce(lambda now, event: evolve(now, event, AT, who), created, before), created


def numbers(created: tuple[Event, ...]) -> list[tuple[str, int]]:
    (printed,) = created
    assert isinstance(printed, PapersPrinted)
    return [(entry.name, entry.number) for entry in printed.sheets]


def test_each_sheet_of_each_night_is_counted_by_itself_whatever_the_version_and_the_style() -> None:
    printings, first = after(Printings(), print_papers("table", "settlement-1-red"))
    assert numbers(first) == [("table", 1), ("settlement-1-red", 1)]
    printings, single = after(printings, print_papers("table", style=PLAIN | {"language": "fr"}, version=9))
    assert numbers(single) == [("table", 2)]
    printings, other = after(printings, print_papers("table", night="2026-11-22-1"))
    assert numbers(other) == [("table", 1)]
    printings, again = after(printings, print_papers("settlement-1-red", "deal-1", "table"), who="Doc Holliday")
    assert numbers(again) == [("settlement-1-red", 2), ("deal-1", 1), ("table", 3)]
    assert [entry.event.printing for entry in printings.of("2026-11-21-1")] == [1, 2, 3]
    assert [entry.event.printing for entry in printings.of("2026-11-22-1")] == [1]
    third = printing_of(printings, "2026-11-21-1", 3)
    assert (third.who, third.at, third.number_of("table"), third.number_of("rules")) == ("Doc Holliday", AT, 3, None)


def test_a_sheet_of_what_another_event_began_is_another_sheet() -> None:
    """A seat was taken back and given to somebody else, who has had no settlement yet."""
    printings, _ = after(Printings(), print_papers(("settlement-2-blue", 4), ("deal-1", 6)))
    printings, other = after(printings, print_papers(("settlement-2-blue", 7), ("deal-1", 6)))
    assert numbers(other) == [("settlement-2-blue", 1), ("deal-1", 2)]
    assert [printings.times("2026-11-21-1")["settlement-2-blue", begun] for begun in (4, 7, 5)] == [1, 1, 0]
    printings, again = after(printings, print_papers(("settlement-2-blue", 7)))
    assert numbers(again) == [("settlement-2-blue", 2)]


def test_a_night_keeps_the_currency_in_which_its_papers_went_out_first() -> None:
    printings, _ = after(Printings(), print_papers("table", style=PLAIN | {"currency": "EUR"}))
    with pytest.raises(Refusal, match="were printed in EUR") as refused:
        after(printings, print_papers("rules"))
    assert refused.value.code == "other_currency"
    printings, _ = after(printings, print_papers("rules", style=PLAIN | {"currency": "EUR", "language": "fr"}))
    printings, _ = after(printings, print_papers("table", night="2026-11-22-1"))
    assert [printings.currency_of(night) for night in ("2026-11-21-1", "2026-11-22-1", "2026-11-23-1")] == [
        *("EUR", "USD", None)
    ]


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_printing_that_was_not_is_refused(number: int) -> None:
    printings, _ = after(Printings(), print_papers("table"))
    assert refusal_code(printing_of, printings, "2026-11-21-1", number) == "no_such_printing"


def test_a_style_is_chosen_once_and_another_follows_it() -> None:
    choose = {"do": "choose_house_style", "style": PLAIN}
    printings, created = after(Printings(), choose)
    assert created == (HouseStyleChosen(style=ENGLISH),)
    assert after(printings, choose)[1] == ()
    printings, created = after(printings, choose | {"style": PLAIN | {"currency": "EUR"}})
    assert printings.style == PaperStyle(**PLAIN | {"currency": "EUR"})
    assert created == (HouseStyleChosen(style=printings.style),)


@pytest.mark.parametrize(
    "differs",
    [
        {"style": PLAIN | {"language": "nl"}},
        {"style": PLAIN | {"currency": "usd"}},
        {"style": PLAIN | {"currency": "DOLLAR"}},
        {"style": PLAIN | {"paper": "A5"}},
        {"style": PLAIN | {"marks": "dots"}},
        {"style": PLAIN | {"slips": "card"}},
        {"style": PLAIN | {"name": "x" * 61}},
        {"style": PLAIN | {"name": " x"}},
        {"style": {}},
        {"sheets": []},
        {"sheets": ["table"]},
        {"sheets": [sheet("table"), sheet("table")]},
        {"sheets": [sheet(("deal-1", 3)), sheet(("deal-1", 5))]},
        {"sheets": [sheet(("deal-1", 8))]},
        {"sheets": [sheet(("deal-1", -1))]},
        {"version": 0},
        {"head": "AB" * 32},
        {"head": "ab"},
        {"address": "x" * 301},
        {"zone": ""},
        {"copies": 2},
        {"do": "burn_papers"},
    ],
)
def test_what_is_no_printing_is_refused(differs: dict[str, Any]) -> None:
    assert refusal_code(after, Printings(), print_papers("table") | differs) == "bad_input"


def test_the_book_keeps_style_and_printings_beside_its_nights_with_who_and_where(book: Book) -> None:
    keeper = PrintingsKeeper(book)
    keeper.choose(GERMAN, EARP)
    for sender, number in ((EARP, 1), (DOC, 2)):
        printed = keeper.print(
            "2026-11-21-1", HEAD, {"table": 0}, GERMAN, sender, zone="America/Denver", address="http://a"
        )
        assert (printed.number_of("table"), printed.who) == (number, sender.who)
    assert keeper.printing("2026-11-21-1", 2) == printed
    assert (printed.event.zone, printed.event.address, printed.event.style) == ("America/Denver", "http://a", GERMAN)
    assert PrintingsKeeper(book).printings() == keeper.printings()
    assert [(event.kind, event.who, event.device) for event in book.events(PAPERS)] == [
        ("HouseStyleChosen", "M. Earp", "tablet-1"),
        ("PapersPrinted", "M. Earp", "tablet-1"),
        ("PapersPrinted", "Doc Holliday", "tablet-2"),
    ]


def test_a_button_pressed_twice_prints_once(book: Book) -> None:
    keeper = PrintingsKeeper(book)
    went_on = Head(version=9, hash="cd" * 32)
    first, again, moved = (
        keeper.print("2026-11-21-1", head, sheets, style, EARP, zone="UTC", command_id="button-0001")
        for head, sheets, style in (
            (HEAD, {"table": 0}, ENGLISH),
            (HEAD, {"table": 0}, ENGLISH),
            (went_on, {"table": 0, "deal-1": 8}, GERMAN),
        )
    )
    assert first == again == moved
    assert len(keeper.printings().of("2026-11-21-1")) == 1
    with pytest.raises(Refusal) as refused:
        keeper.print("2026-11-22-1", HEAD, {"table": 0}, ENGLISH, EARP, zone="UTC", command_id="button-0001")
    assert refused.value.code == "command_reused"
    assert refusal_code(keeper.choose, GERMAN, EARP, "button-0001") == "command_reused"


def test_the_papers_stream_is_no_night(book: Book) -> None:
    PrintingsKeeper(book).choose(GERMAN, EARP)
    service = NightService(book)
    assert service.nights() == []
    assert refusal_code(service.at, PAPERS) == "no_such_night"
