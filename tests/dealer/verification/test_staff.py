"""Verifying the staff's register, and what a hand in the file does to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.commands.refusal import Refusal
from dealer.staff.keeper import STAFF_RULES, StaffKeeper
from dealer.streams import Sender, Streams
from dealer.verification.book import verify_book
from dealer.verification.inspection import Finding
from dealer.verification.streams import verify_staff
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, FACT_COLUMNS
from events.facts.staff import STAFF
from tests.support.forger import Forger, forging, make_hashes_good

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
        asked = {"do": "sign_in", "name": "Doc Holliday", "pin": "right"}
        for by_rules in ({}, {"rules": 2, "device": SENDER.device}):
            # As two sign-ins that came at once leave it; by the first rules every locked one did.
            with pytest.raises(Refusal):
                Streams(book, STAFF_RULES).execute(STAFF, asked | by_rules, SENDER)
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
    assert (verdict.facts, verdict.commands, verdict.refused) == (8, 10, 2)
    assert [(one.check, one.done) for one in verdict.looked] == [
        ("chain of commands", 10),
        ("chain of facts", 8),
        ("times", 10),
        ("register", 8),
        ("decided again", 10),
    ]


@pytest.mark.parametrize("column", [*FACT_COLUMNS, "hash"])
def test_a_fact_of_which_one_column_was_changed_is_named(forger: Forger, column: str) -> None:
    changed = "99999" if column in ("position", "version", "schema_version") else "'x'"
    forger(f"UPDATE facts SET {column} = {changed} WHERE version = 2")
    found = finding(forger)
    assert found
    assert (found.check, found.version) == ("chain of facts", 2)


@pytest.mark.parametrize("column", [*COMMAND_COLUMNS, "hash"])
def test_a_command_of_which_one_column_was_changed_is_named(forger: Forger, column: str) -> None:
    changed = "9999" if column in ("number", "version_before", "version_after") else "'x'"
    forger(f"UPDATE commands SET {column} = {changed} WHERE number = 2")
    found = finding(forger)
    assert found
    assert found.check == "chain of commands"


def test_a_hash_of_another_pin_is_found_by_deciding_again(forger: Forger) -> None:
    """Somebody puts the hash of a PIN of their own into the fact, and makes every hash of the chain good."""
    forger("UPDATE facts SET body = replace(body, 'hash one', 'hash of mine') WHERE version = 1")
    make_hashes_good(forger)
    found = finding(forger)
    assert found
    assert (found.check, found.version) == ("decided again", 1)


def test_a_dismissal_of_somebody_never_engaged_has_no_place_in_the_register(forger: Forger) -> None:
    forger("UPDATE facts SET body = replace(body, 'Doc Holliday', 'J. Ringo') WHERE kind = 'StaffDismissed'")
    make_hashes_good(forger)
    found = finding(forger)
    assert found
    assert (found.check, found.version) == ("register", 8)


def test_an_hour_that_would_have_ended_the_lock_is_found_by_deciding_again(forger: Forger) -> None:
    forger("UPDATE commands SET at = '2099-01-01T00:00:00.000Z' WHERE refused = 'sign_in_locked'")
    make_hashes_good(forger)
    found = finding(forger)
    assert found
    assert (found.check, found.command) == ("decided again", 8)


@pytest.mark.parametrize("body", ["no json", "[]", '{"do":"sign_in"}', '{"do":"close_night"}'])
def test_whatever_was_forged_is_a_finding_and_no_traceback(forger: Forger, body: str) -> None:
    forger("UPDATE commands SET body = ? WHERE number = 1", body)
    make_hashes_good(forger)
    assert finding(forger)


def test_the_last_facts_and_commands_of_the_register_cut_off_leave_a_gap_in_the_book(forger: Forger) -> None:
    forger("DELETE FROM facts WHERE version = 7")
    assert finding(forger)
