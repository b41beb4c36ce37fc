"""A command that is taken and makes nothing leaves the book sound; one whose facts were dropped does not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.printings import PrintingsKeeper
from dealer.staff.keeper import StaffKeeper
from dealer.streams import Sender
from dealer.verification.inspection import Rows
from dealer.verification.streams import STAFF_CHECKS, rows_of_night, verify_printings, verify_rows, verify_staff
from events.book.book import Book
from events.facts.papers import PAPERS, PaperStyle
from events.facts.staff import STAFF
from tests.support.every_kind import nights
from tests.support.house import House
from tests.support.stored import both_made_good, copied

SENDER = Sender(who="M. Earp", device="tablet-1")
STYLE = PaperStyle(language="en", currency="USD", paper="A4", marks="tabs", slips="roll")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


def without_facts_of(rows: Rows, number: int) -> Rows:
    """A command's facts dropped, everything after them moved up, and every hash made good."""
    at = rows.commands[number - 1]
    dropped = at.version_after - at.version_before
    facts = [
        row._replace(version=place, position=place)
        for place, row in enumerate((one for one in rows.facts if one.command != at.id), start=1)
    ]
    commands = [
        row._replace(
            version_before=row.version_before - dropped * (row.number > number),
            version_after=row.version_after - dropped * (row.number >= number),
        )
        for row in rows.commands
    ]
    return both_made_good(copied(rows, facts, commands))


def test_the_style_of_the_house_saved_twice_unchanged_leaves_the_book_sound() -> None:
    house = House()
    client = house.client()
    for _ in range(3):
        answer = client.http.post("/house-style", data={"csrf_token": client.token, "language": "de"})
        assert answer.status_code == 303
    assert [one.version_after for one in house.book.commands(PAPERS)] == [1, 1, 1]
    assert verify_printings(house.book).finding is None


def test_a_style_saved_again_under_its_id_is_answered_again(book: Book) -> None:
    keeper = PrintingsKeeper(book)
    for ident in ("first-style", "again-the-same", "again-the-same"):
        keeper.choose(STYLE, SENDER, ident)
    assert len(book.commands(PAPERS)) == 2


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_style_whose_fact_was_dropped_is_found(book: Book, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """By somebody who makes every hash good after: in the middle, and of the last command too."""
    keeper = PrintingsKeeper(book)
    for style in (STYLE, replace(STYLE, language="de"), replace(STYLE, language="de"), STYLE):
        keeper.choose(style, SENDER)
    rows = rows_of_night(book, PAPERS)
    assert verify_printings(book).finding is None
    forged = without_facts_of(rows, number)
    monkeypatch.setattr(book, "rows_by_table", lambda night, spans: (forged.facts, forged.commands))
    found = verify_printings(book).finding
    assert found
    assert found.check == "decided again"


def test_the_facts_of_any_command_of_a_night_dropped_are_found() -> None:
    """Of every word of a night: no command of a night is taken and makes nothing, so that each is missed."""
    seen = set()
    for rows in nights():
        for row in rows.commands:
            word = row.body.partition('"do":"')[2].partition('"')[0]
            if row.refused or word in seen or word == "open_night":
                continue
            seen.add(word)
            assert row.version_after > row.version_before, word
            # The night ends with the command, so that nothing after it misses what it made.
            last = row.version_after
            short = copied(rows, rows.facts[:last], rows.commands[: row.number])
            found = verify_rows(without_facts_of(short, row.number)).finding
            assert found, word
            assert found.check in ("decided again", "chain of facts"), (word, found)
    assert len(seen) > 40


def test_the_facts_of_any_command_of_the_staff_dropped_are_found(book: Book) -> None:
    keeper = StaffKeeper(book)
    keeper.engage("M. Earp", "hash one", SENDER)
    keeper.engage("Doc Holliday", "hash two", SENDER)
    keeper.sign_in("Doc Holliday", "hash two", SENDER)
    with pytest.raises(Refusal):
        keeper.engage("Doc Holliday", "hash three", SENDER)
    keeper.dismiss("Doc Holliday", SENDER)
    rows = rows_of_night(book, STAFF)
    assert verify_rows(copied(rows), STAFF_CHECKS).finding is None
    taken = [row.number for row in rows.commands if row.refused is None]
    for number in taken:
        until = rows.commands[number - 1].version_after
        short = copied(rows, rows.facts[:until], rows.commands[:number])
        assert verify_rows(without_facts_of(short, number), STAFF_CHECKS).finding, number


def test_whatever_the_staff_and_the_papers_are_asked_twice_the_book_stays_sound(book: Book) -> None:
    """Every command of the two streams given twice over under other ids, taken or refused."""
    night = Assistant(book).execute(OPENING, SENDER).night
    staff, papers = StaffKeeper(book), PrintingsKeeper(book)
    head = Assistant(book).at(night)[1]
    asked: tuple[Callable[[], object], ...] = (
        lambda: staff.engage("M. Earp", "hash one", SENDER),
        lambda: staff.engage("Doc Holliday", "hash two", SENDER),
        lambda: staff.sign_in("Doc Holliday", "hash two", SENDER),
        lambda: staff.sign_in("Doc Holliday", None, SENDER),
        lambda: staff.change_pin("Doc Holliday", "hash two", SENDER),
        lambda: staff.unlock("Doc Holliday", SENDER),
        lambda: staff.name_device("tablet-1", "Table 1", SENDER),
        lambda: staff.dismiss("Doc Holliday", SENDER),
        lambda: papers.choose(STYLE, SENDER),
        lambda: papers.print(night, head, {"table": 0}, STYLE, SENDER, zone="UTC"),
    )
    for ask, _ in product(asked, range(2)):
        try:
            ask()
        except Refusal:
            continue
    assert verify_staff(book).finding is None
    assert verify_printings(book).finding is None
    assert Assistant(book).execute({"do": "close_night"}, SENDER, night=night).facts
