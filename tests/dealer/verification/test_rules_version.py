"""Nights are decided under the version of the rules that their opening records, however old it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.assistant import Assistant
from dealer.rules_version import CURRENT, FIRST
from dealer.streams.runtime import Sender
from dealer.verification.night import verify
from events.book import Book
from reports.night_log import night_log
from tests.support.forger import NIGHT, Forger, forging, make_hashes_good

SENDER = Sender(who="Tester", device="test")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "D"}


@pytest.fixture
def forger(tmp_path: Path) -> Iterator[Forger]:
    path = tmp_path / "sound.db"
    with Book.open(path) as book:
        Assistant(book).execute(OPENING, SENDER)
        Assistant(book).execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=NIGHT)
    with forging(path, tmp_path) as at_work:
        yield at_work


def test_a_new_night_is_of_the_current_rules() -> None:
    with Book.open() as book:
        opened = Assistant(book).night(Assistant(book).execute(OPENING, SENDER).night).opened
        assert opened.rules == CURRENT
        assert f'"rules":{CURRENT}' in book.rows(NIGHT)[0][0]["body"]
        assert verify(book, NIGHT).sound


def test_a_night_opened_without_a_version_is_of_the_first_rules_and_its_bytes_stay(forger: Forger) -> None:
    """As every book of the program's first year is; what is hashed on its papers are the bytes in the book."""
    forger(f"""UPDATE facts SET body = replace(body, '"rules":{CURRENT},', '') WHERE version = 1""")
    (body,) = forger.one("SELECT body FROM facts WHERE version = 1")
    assert '"rules"' not in body
    make_hashes_good(forger)
    assert forger.verdict().finding is None
    with Book.open(forger.path) as book:
        facts = Assistant(book).facts(NIGHT)
        assert Assistant(book).night(NIGHT).opened.rules == FIRST
        assert body.encode() in night_log(facts).replace(b'\\"', b'"')


def test_a_night_of_later_rules_than_the_program_knows_is_a_finding(forger: Forger) -> None:
    forger(f"""UPDATE facts SET body = replace(body, '"rules":{CURRENT}', '"rules":99') WHERE version = 1""")
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("decided again", 1)


def test_an_opening_of_today_lacks_no_house_rule(forger: Forger) -> None:
    """Those of older nights may; to take one out of a newer night's opening would change its rules unseen."""
    forger("""UPDATE facts SET body = replace(body, '"lift_before_hock":true,', '') WHERE version = 1""")
    (body,) = forger.one("SELECT body FROM facts WHERE version = 1")
    assert "lift_before_hock" not in body
    make_hashes_good(forger)
    finding = forger.verdict().finding
    assert finding
    assert (finding.check, finding.version) == ("decided again", 1)
