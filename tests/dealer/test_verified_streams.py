"""Verifying the staff's register and the papers' stream, and what a hand in the file does to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.staff_keeper import STAFF_RULES, StaffKeeper
from dealer.streams import Sender, StreamStore
from dealer.verification.book import verify_book
from dealer.verification.inspection import Finding
from dealer.verification.streams import verify_printings, verify_staff
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, EVENT_COLUMNS
from events.common.house import PAPERS, STAFF, PapersPrinted, PaperStyle, PrintedSheet
from events.records import Head, Request
from tests.support.forger import Forger, forging, make_hashes_good
from tests.support.stored import named_by

SENDER = Sender(who="M. Earp", device="tablet-1")


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of staff alone: two engaged, five wrong PINs and a lock by the rules of either time, one dismissed."""
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        keeper = StaffKeeper(book)
        keeper.engage("M. Earp", "hash one", SENDER)
        keeper.engage("Doc Holliday", "hash two", SENDER)
        for _ in range(5):
            keeper.sign_in("Doc Holliday", None, SENDER)
        request = {"do": "sign_in", "name": "Doc Holliday", "pin": "right"}
        for by_rules in ({}, {"rules": 2, "device": SENDER.device}):
            # As two sign-ins that came at once leave it; by the first rules every locked one did.
            with pytest.raises(Refusal):
                StreamStore(book, STAFF_RULES).execute(STAFF, request | by_rules, SENDER)
        keeper.dismiss("Doc Holliday", SENDER)
    return path


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def finding(forger: Forger) -> Finding | None:
    forger.raw.commit()
    forger.raw.close()
    with Book.open(forger.path) as book:
        return verify_staff(book).finding


def test_a_sound_register_is_sound_and_its_locked_sign_in_is_refused_again(sound_book: Path) -> None:
    with Book.open(sound_book) as book:
        verdict = verify_staff(book)
        assert verify_book(book) is None
    assert verdict.finding is None
    assert (verdict.events, verdict.commands, verdict.refused) == (8, 10, 2)
    assert [(check.check, check.done) for check in verdict.looked] == [
        ("chain of commands", 10),
        ("chain of events", 8),
        ("times", 10),
        ("register", 8),
        ("decided again", 10),
    ]


def test_a_hash_of_another_pin_is_found_by_deciding_again(forger: Forger) -> None:
    """Somebody puts the hash of a PIN of their own into the event, and makes every hash of the chain good."""
    forger("UPDATE facts SET body = replace(body, 'hash one', 'hash of mine') WHERE version = 1")
    make_hashes_good(forger)
    assert named_by(finding(forger)) == ("decided again", 1)


def test_a_dismissal_of_somebody_never_engaged_has_no_place_in_the_register(forger: Forger) -> None:
    forger("UPDATE facts SET body = replace(body, 'Doc Holliday', 'J. Ringo') WHERE kind = 'StaffDismissed'")
    make_hashes_good(forger)
    assert named_by(finding(forger)) == ("register", 8)


@pytest.mark.parametrize("body", ["no json", "[]", '{"do":"sign_in"}', '{"do":"close_night"}'])
def test_any_forgery_is_a_finding_and_not_a_traceback(forger: Forger, body: str) -> None:
    forger("UPDATE commands SET body = ? WHERE number = 1", body)
    make_hashes_good(forger)
    assert finding(forger)


def test_the_last_events_and_commands_of_the_register_cut_off_leave_a_gap_in_the_book(forger: Forger) -> None:
    forger("DELETE FROM facts WHERE version = 7")
    assert finding(forger)


STYLE = PaperStyle(language="en", currency="USD", paper="A4", marks="tabs", slips="roll")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


@pytest.fixture
def night(book: Book) -> str:
    """A night of one event, its table sheet printed twice after a style was chosen."""
    night = NightService(book).execute(OPENING, SENDER).night
    keeper = PrintingsKeeper(book)
    keeper.choose(STYLE, SENDER)
    for _ in "12":
        print_table(book, night, NightService(book).at(night)[1])
    return night


def print_table(book: Book, night: str, head: Head, sheet: str = "table", begun: int = 0) -> PapersPrinted:
    return PrintingsKeeper(book).print(night, head, {sheet: begun}, STYLE, SENDER, zone="UTC").event


def test_sound_printings_are_sound(book: Book, night: str) -> None:
    verdict = verify_printings(book)
    assert verdict.finding is None
    assert [(check.check, check.done) for check in verdict.looked] == [
        ("chain of commands", 3),
        ("chain of events", 3),
        ("times", 3),
        ("printings", 3),
        ("decided again", 3),
    ]


def test_a_third_printing_written_down_as_a_first_is_named(book: Book, night: str) -> None:
    """By somebody who can write to the book as the program does, chains and all."""
    (second,) = book.events(PAPERS, after=2)
    assert isinstance(second.event, PapersPrinted)
    first_again = replace(second.event, printing=3, sheets=(PrintedSheet(name="table", begun=0, number=1),))
    document = book.commands(PAPERS)[-1].document
    request = Request(id="forged-0001", stream=PAPERS, document=document, who="Nobody", device="-", at=second.at)
    book.write(lambda writing: writing.accept(request, (first_again,)))
    assert named_by(verify_printings(book).finding) == ("printings", 4)


@pytest.mark.parametrize("head", [Head(version=1, hash="ab" * 32), Head(version=2, hash="ab" * 32)])
def test_a_printing_of_an_event_that_the_book_has_not_is_named(book: Book, night: str, head: Head) -> None:
    print_table(book, night, head)
    result = verify_printings(book).finding
    assert result
    assert (result.check, result.version) == ("printings", 4)
    assert "which the book does not have" in result.what


def test_a_sheet_of_what_no_event_of_the_night_began_is_named(book: Book, night: str) -> None:
    """Else a reprint could pass for the first printing of something else."""
    NightService(book).execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=night)
    head = NightService(book).at(night)[1]
    print_table(book, night, head, "settlement-1-red", begun=2)
    assert verify_printings(book).finding is None
    print_table(book, night, head, "settlement-1-red", begun=1)
    result = verify_printings(book).finding
    assert result
    assert (result.check, result.version) == ("printings", 5)
    assert "event 1 of night 2026-11-21-1 began nothing that its sheet settlement-1-red could show" in result.what


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
            assert named_by(verify_printings(book).finding) == ("decided again", 1)


COLUMNS = [("facts", "version", column) for column in (*EVENT_COLUMNS, "hash")]
COLUMNS += [("commands", "number", column) for column in (*COMMAND_COLUMNS, "hash")]


def test_an_hour_that_would_have_ended_the_lock_is_found_by_deciding_again(forger: Forger) -> None:
    forger("UPDATE commands SET at = '2099-01-01T00:00:00.000Z' WHERE refused = 'sign_in_locked'")
    make_hashes_good(forger)
    result = finding(forger)
    assert result
    assert (result.check, result.command) == ("decided again", 8)
