"""Verifying the papers' stream, and what a hand in the file does to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer.assistant import Assistant
from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_printings
from events.book.book import Book
from events.facts.papers import PAPERS, PapersPrinted, PaperStyle, PrintedSheet
from events.records import Head, Request
from tests.support.forger import forging, make_hashes_good

SENDER = Sender(who="M. Earp", device="tablet-1")
STYLE = PaperStyle(language="en", currency="USD", paper="A4", marks="tabs", slips="roll")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


@pytest.fixture
def night(book: Book) -> str:
    """A night of one fact, its table sheet printed twice after a style was chosen."""
    night = Assistant(book).execute(OPENING, SENDER).night
    keeper = PrintingsKeeper(book)
    keeper.choose(STYLE, SENDER)
    for _ in "12":
        print_table(book, night, Assistant(book).at(night)[1])
    return night


def print_table(book: Book, night: str, head: Head, sheet: str = "table", begun: int = 0) -> PapersPrinted:
    return PrintingsKeeper(book).print(night, head, {sheet: begun}, STYLE, SENDER, zone="UTC").fact


def test_sound_printings_are_sound(book: Book, night: str) -> None:
    verdict = verify_printings(book)
    assert verdict.finding is None
    assert [(one.check, one.done) for one in verdict.looked] == [
        ("chain of commands", 3),
        ("chain of facts", 3),
        ("times", 3),
        ("printings", 3),
        ("decided again", 3),
    ]


def test_a_third_printing_written_down_as_a_first_is_named(book: Book, night: str) -> None:
    """By somebody who can write to the book as the program does, chains and all."""
    (second,) = book.facts(PAPERS, after=2)
    assert isinstance(second.fact, PapersPrinted)
    first_again = replace(second.fact, printing=3, sheets=(PrintedSheet(name="table", begun=0, number=1),))
    document = book.commands(PAPERS)[-1].document
    asked = Request(id="forged-0001", stream=PAPERS, document=document, who="Nobody", device="-", at=second.at)
    book.write(lambda writing: writing.accept(asked, (first_again,)))
    found = verify_printings(book).finding
    assert found
    assert (found.check, found.version) == ("printings", 4)


@pytest.mark.parametrize("head", [Head(version=1, hash="ab" * 32), Head(version=2, hash="ab" * 32)])
def test_a_printing_of_a_fact_that_the_book_has_not_is_named(book: Book, night: str, head: Head) -> None:
    print_table(book, night, head)
    found = verify_printings(book).finding
    assert found
    assert (found.check, found.version) == ("printings", 4)
    assert "which the book has not so" in found.what


def test_a_sheet_of_what_no_fact_of_the_night_began_is_named(book: Book, night: str) -> None:
    """Else a reprint could pass for the first printing of something else."""
    Assistant(book).execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=night)
    head = Assistant(book).at(night)[1]
    print_table(book, night, head, "settlement-1-red", begun=2)
    assert verify_printings(book).finding is None
    print_table(book, night, head, "settlement-1-red", begun=1)
    found = verify_printings(book).finding
    assert found
    assert (found.check, found.version) == ("printings", 5)
    assert "fact 1 of night 2026-11-21-1 began nothing that its sheet settlement-1-red could be of" in found.what


def test_another_style_than_was_chosen_is_found_by_deciding_again(tmp_path: Path) -> None:
    sound = tmp_path / "sound.db"
    with Book.open(sound) as book:
        PrintingsKeeper(book).choose(STYLE, SENDER)
    (tmp_path / "forged").mkdir()
    with forging(sound, tmp_path / "forged") as forger:
        forger("UPDATE facts SET body = replace(body, 'USD', 'EUR')")
        make_hashes_good(forger)
        forger.raw.commit()
        forger.raw.close()
        with Book.open(forger.path) as book:
            found = verify_printings(book).finding
    assert found
    assert (found.check, found.version) == ("decided again", 1)
