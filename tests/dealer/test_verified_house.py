"""Verifying the house: its stream, each night against it, and anchors; whatever a hand in the file does is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dealer.commands.refusal import Refusal
from dealer.house.decide import HOUSE_WORDS
from dealer.night.command_parsing import read_command
from dealer.night.decide import open_night
from dealer.night_service import NightService
from dealer.rules_version import CURRENT, THE_HOUSE
from dealer.streams import Sender
from dealer.verification.book import verify_book, verify_whole
from dealer.verification.house import house_of
from dealer.verification.inspection import Finding
from dealer.verification.streams import verify, verify_house
from events.book.book import Book
from events.common.house import HOUSE
from events.records import Request
from tests.support.forger import Forger, forging, make_hashes_good
from tests.support.stored import of_the_house
from tests.web.command_line.called import casekeeper

SENDER = Sender(who="M. Earp", device="tablet-1")
FIRST, SECOND = "2026-11-20-1", "2026-11-21-1"


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of two closed nights with cards, markers, slips and dealers."""
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        service, night = NightService(book), None
        for document in of_the_house():
            with suppress(Refusal):
                if document["do"] in HOUSE_WORDS and "player" not in document:
                    service.execute_for_house(document, SENDER)
                else:
                    opens = document["do"] == "open_night"
                    night = service.execute(document, SENDER, night=None if opens else night).night
    return path


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def findings(forger: Forger) -> dict[str, Finding]:
    """The finding in each stream that is not sound."""
    forger.raw.commit()
    forger.raw.close()
    with Book.open(forger.path) as book:
        spans = book.spans()
        house = house_of(book, spans)
        verdicts = {
            stream: verify_house(book, spans=spans)
            if stream == HOUSE
            else verify(book, stream, spans=spans, house=house)
            for stream in spans.streams
        }
        return {stream: verdict.finding for stream, verdict in verdicts.items() if verdict.finding}


def findings_of(forger: Forger) -> dict[str, str]:
    """The finding in each stream, in words."""
    return {stream: str(finding) for stream, finding in findings(forger).items()}


def event_of(forger: Forger, kind: str, night: str = HOUSE, *, last: bool = False) -> int:
    """The number of the first event of a kind in a stream, or of the last."""
    order = "DESC" if last else "ASC"
    where = "kind = ? AND night = ?"
    version: int = forger.one(f"SELECT version FROM facts WHERE {where} ORDER BY version {order}", kind, night)[0]
    return version


def cut(forger: Forger, stream: str, version: int) -> None:
    """Delete what a stream has after an event, commands too."""
    forger("DELETE FROM facts WHERE night = ? AND version > ?", stream, version)
    forger("DELETE FROM commands WHERE night = ? AND version_after > ?", stream, version)


def change(forger: Forger, stream: str, version: int, **fields: Any) -> None:
    """Change fields of an event's body, and make every hash good."""
    (body,) = forger.one("SELECT body FROM facts WHERE night = ? AND version = ?", stream, version)
    changed = json.dumps({**json.loads(body), **fields}, separators=(",", ":"))
    forger("UPDATE facts SET body = ? WHERE night = ? AND version = ?", changed, stream, version)
    make_hashes_good(forger)


def test_a_sound_house_is_sound_and_so_are_its_nights(forger: Forger, sound_book: Path) -> None:
    with Book.open(sound_book) as book:
        verdict = verify_house(book)
        assert verdict.finding is None
        assert all(check.done == check.of for check in verdict.looked)
        assert [check.check for check in verdict.looked][3:] == ["authors", "cards", "nights", "decided again"]
        whole = verify_whole(book)
        assert whole.house
        assert (whole.house.events, whole.findings) == (verdict.events, ())
        assert verify_book(book) is None
    assert findings(forger) == {}


def test_a_night_that_is_listed_and_missing_is_named(forger: Forger) -> None:
    for table in ("facts", "commands"):
        forger(f"DELETE FROM {table} WHERE night = ?", FIRST)
    listing = event_of(forger, "NightListed")
    assert findings_of(forger) == {
        HOUSE: f"nights: event {listing}: it lists night {FIRST}, and the book does not have that night"
    }


def test_a_night_that_the_house_does_not_list_is_named(forger: Forger) -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-22", "game": "faro", "roll": 0, "dealer": "D"}
    with Book.open(forger.path) as book:
        service, head = NightService(book), book.head(HOUSE)
        command: Any = read_command(opening)
        opened = open_night(command, CURRENT, service.house().settings, head)
        request = Request(
            id="unlisted", stream="2026-11-22-1", document=opening, who="D", device="-", at="2030-11-22T20:00:00.000Z"
        )
        book.write(lambda unit: unit.accept(request, (opened,)))
    assert findings_of(forger) == {"2026-11-22-1": "house: event 1: the house does not list this night"}


def test_a_night_shortened_to_before_its_close_is_named(forger: Forger) -> None:
    closed = event_of(forger, "NightClosed", FIRST)
    balance = event_of(forger, "NightBalanced")
    (last,) = forger.one(
        "SELECT max(version_before) FROM commands WHERE night = ? AND version_after = ?", FIRST, closed
    )
    cut(forger, FIRST, last)
    assert findings_of(forger) == {
        FIRST: f"house: event {last + 1}: it is missing; the house balanced the night at event {closed}",
        HOUSE: f"nights: event {balance}: it balances night {FIRST} at event {closed}, which the book does not have",
    }


def test_a_closed_night_with_another_head_is_named(forger: Forger) -> None:
    """A refusal's sentence is changed, and every hash of the night made good: the rules don't mind."""
    forger("""UPDATE commands SET why = 'They were late.' WHERE refused = 'second_needed'""")
    closed = event_of(forger, "NightClosed", SECOND)
    balance = event_of(forger, "NightBalanced", last=True)
    make_hashes_good(forger)
    wrong = findings_of(forger)
    assert wrong[SECOND] == (
        f"house: event {closed}: event {balance} of the house balanced the night at event {closed} with another hash"
    )
    assert wrong.keys() == {SECOND, HOUSE}


def test_a_closed_night_that_the_house_did_not_balance_is_named(forger: Forger) -> None:
    balance = event_of(forger, "NightBalanced", last=True)
    closed = event_of(forger, "NightClosed", SECOND)
    cut(forger, HOUSE, balance - 1)
    assert findings_of(forger) == {SECOND: f"house: event {closed}: the house did not balance the night"}


def test_a_house_shorter_than_a_night_says_is_named(forger: Forger) -> None:
    listing = event_of(forger, "NightListed", last=True)
    cut(forger, HOUSE, listing - 1)
    events = f"{listing - 1} events"
    assert (
        findings_of(forger)[SECOND]
        == f"house: event 1: it was opened at event {listing} of the house, which has {events}"
    )
    assert listing > 2


def test_a_book_without_its_house_is_named_at_every_night(forger: Forger) -> None:
    cut(forger, HOUSE, 0)
    forger("DELETE FROM commands WHERE night = 'house'")
    wrong = findings_of(forger)
    assert wrong.keys() == {FIRST, SECOND}
    assert all(what.endswith("of the house, which has 0 events") for what in wrong.values())


def test_a_rewritten_house_is_named_at_its_nights(forger: Forger) -> None:
    """Its deposit and the command of it are another amount, and every hash of the house is good."""
    deposit = event_of(forger, "DepositTaken")
    forger(
        """UPDATE commands SET body = replace(body, '"amount":5000', '"amount":6000') WHERE body LIKE '%"deposit"%'"""
    )
    forger("UPDATE facts SET body = replace(body, '5000', '6000') WHERE night = 'house' AND version = ?", deposit)
    make_hashes_good(forger)
    wrong = findings_of(forger)
    assert wrong.keys() >= {FIRST, SECOND}
    assert wrong[FIRST].endswith("of the house has another hash than the opening")


def test_an_opening_with_other_settings_than_the_houses_is_named(forger: Forger) -> None:
    (body,) = forger.one("SELECT body FROM facts WHERE night = ? AND version = 1", FIRST)
    change(forger, FIRST, 1, settings={**json.loads(body)["settings"], "dealers_cut": 5})
    assert "its settings are not those of the house at event " in findings_of(forger)[FIRST]


@pytest.mark.parametrize(
    ("kind", "fields", "stream"),
    [
        ("SeatEntered", {"drawn_cents": 4_100}, SECOND),
        ("SlipEntered", {"number": 7}, SECOND),
        ("SlipEntered", {"amount_cents": 1}, SECOND),
        ("NightBalanced", {"bank_cents": 1}, FIRST),
        ("NightBalanced", {"night": SECOND}, FIRST),
        ("NightListed", {"table": "Front"}, FIRST),
    ],
)
def test_an_entry_that_its_night_does_not_make_is_named(
    forger: Forger, kind: str, fields: dict[str, Any], stream: str
) -> None:
    version = event_of(forger, kind, last=kind == "SeatEntered")
    change(forger, HOUSE, version, **fields)
    assert findings(forger)[stream].check == "house"


def test_an_entry_left_out_is_named(forger: Forger) -> None:
    """The last slip's, with the numbers of what follows made good."""
    version = event_of(forger, "SlipStruck")
    forger("DELETE FROM facts WHERE night = 'house' AND version = ?", version)
    forger("DELETE FROM commands WHERE night = 'house' AND version_after = ?", version)
    struck = event_of(forger, "SlipVoided", SECOND)
    for table, names in (("facts", ("version",)), ("commands", ("version_before", "version_after"))):
        for name in names:
            forger(f"UPDATE {table} SET {name} = -{name} WHERE night = 'house' AND {name} >= ?", version)
            forger(f"UPDATE {table} SET {name} = -{name} - 1 WHERE night = 'house' AND {name} < 0")
    make_hashes_good(forger)
    assert f"house: event {struck}: the house has no SlipStruck of it" in findings_of(forger)[SECOND]


@pytest.mark.parametrize("version", [0, 1, 99, "x"])
def test_a_command_decided_at_another_event_of_the_house_is_named(forger: Forger, version: Any) -> None:
    """When the limit was another, say."""
    number, body = forger.one("""SELECT number, body FROM commands WHERE body LIKE '%"draw_deposit"%'""")
    forged = json.dumps({**json.loads(body), "house_version": version}, separators=(",", ":"))
    forger("UPDATE commands SET body = ? WHERE night = ? AND number = ?", forged, SECOND, number)
    make_hashes_good(forger)
    finding = findings(forger)[SECOND]
    assert (finding.check, finding.command) == ("house", number)
    assert f"it was decided at event {version} of the house, which was at event " in finding.what


def test_a_command_decided_without_the_house_is_named_and_is_no_fault(forger: Forger) -> None:
    number, body = forger.one(
        """SELECT number, body FROM commands WHERE body LIKE '%"issue_marker"%' AND night = ?""", SECOND
    )
    forged = {name: value for name, value in json.loads(body).items() if name != "house_version"}
    text = json.dumps(forged, separators=(",", ":"))
    forger("UPDATE commands SET body = ? WHERE night = ? AND number = ?", text, SECOND, number)
    make_hashes_good(forger)
    finding = findings(forger)[SECOND]
    assert (finding.check, finding.command, finding.fault) == ("decided again", number, False)


def test_an_opening_moved_in_the_book_is_named(forger: Forger) -> None:
    """Its position and that of its listing are exchanged, and every hash is good: the opening has the house's hash."""
    (position,) = forger.one("SELECT position FROM facts WHERE night = ? AND version = 1", SECOND)
    for old, new in ((position, 0), (position - 1, position), (0, position - 1)):
        forger("UPDATE facts SET position = ? WHERE position = ?", new, old)
    make_hashes_good(forger)
    wrong = findings_of(forger)[SECOND]
    assert wrong.endswith("of the house has another hash than the opening")


def test_a_night_by_rules_of_before_the_house_has_no_place_in_its_book(forger: Forger) -> None:
    change(forger, FIRST, 1, rules=THE_HOUSE - 1)
    assert findings_of(forger)[FIRST] == f"house: event 1: the house lists it, and rules {THE_HOUSE - 1} have no house"


def test_a_command_of_the_house_is_decided_again(forger: Forger) -> None:
    """A limit is another than was asked for."""
    version = event_of(forger, "PlayerRegistered", last=True)
    change(forger, HOUSE, version, credit_limit_cents=500_000)
    assert findings_of(forger)[HOUSE].startswith(f"decided again: event {version}: ")


@pytest.mark.parametrize(
    "body", ["no json", "[]", '{"do":"enter_night"}', '{"do":"enter_night","night":[],"version":{}}']
)
def test_any_forgery_of_the_house_is_a_finding_and_not_a_traceback(forger: Forger, body: str) -> None:
    number = forger.one("SELECT number FROM commands WHERE body LIKE '%enter_night%' ORDER BY number")[0]
    forger("UPDATE commands SET body = ? WHERE night = 'house' AND number = ?", body, number)
    make_hashes_good(forger)
    wrong = findings(forger)
    assert wrong.keys() == {HOUSE, FIRST, SECOND} or wrong.keys() >= {HOUSE, FIRST}
    assert not any(finding.fault for finding in wrong.values())


def test_the_command_line_shows_the_house_and_names_an_emptied_book(sound_book: Path, tmp_path: Path) -> None:
    """By the head beside the book."""
    copy = tmp_path / "copy.db"
    assert casekeeper("backup", sound_book, copy).exit_code == 0
    result = casekeeper("verify", "--book", copy)
    assert result.exit_code == 0
    assert "house: sound." in result.stdout
    emptied = Forger(copy)
    for table in ("facts", "commands"):
        emptied(f"DELETE FROM {table}")
    emptied.raw.commit()
    emptied.raw.close()
    result = casekeeper("verify", "--book", copy)
    assert result.exit_code == 1
    assert "its end is missing: copy.db.head of " in result.stdout


@pytest.fixture
def anchored(sound_book: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of the book, and an anchor of it."""
    book, anchor = tmp_path / "night.db", tmp_path / "house.anchor"
    shutil.copy(sound_book, book)
    result = casekeeper("anchor", "--book", book, "--out", anchor)
    assert result.exit_code == 0, result.stderr
    return book, anchor


def against(book: Path, anchor: Path) -> tuple[int, str]:
    """What verifying a book against an anchor says: its exit status and what it found of the book."""
    result = casekeeper("verify", HOUSE, "--book", book, "--anchor", anchor)
    lines = [line for line in result.stdout.splitlines() if line.startswith(("The book", "Checked"))]
    return result.exit_code, " ".join(lines) or result.stderr


def test_a_book_holds_against_its_anchor_in_any_writing(anchored: tuple[Path, Path]) -> None:
    book, anchor = anchored
    assert against(book, anchor) == (0, f"Checked against {anchor}: nothing of the house is missing.")
    anchor.write_text(anchor.read_text().upper().replace(" ", "\n"))
    assert against(book, anchor)[0] == 0
    document = json.loads(casekeeper("verify", HOUSE, "--book", book, "--anchor", anchor, "--json").stdout)
    assert document["anchors"] == [{"anchor": str(anchor), "finding": None}]
    assert ElementTree.parse(anchor.with_name("house.anchor.svg")).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_shorter_and_a_rewritten_house_are_named_by_the_anchor(anchored: tuple[Path, Path], tmp_path: Path) -> None:
    book, anchor = anchored
    with forging(book, tmp_path) as forger:
        balance = event_of(forger, "NightBalanced", last=True)
        cut(forger, HOUSE, balance - 1)
        forger.raw.commit()
    status, text = against(forger.path, anchor)
    assert (status, f"has seen {balance} events, and the book has {balance - 1} events" in text) == (1, True)
    with forging(book, tmp_path) as forger:
        change(forger, HOUSE, balance, bank_cents=1)
        forger.raw.commit()
    status, text = against(forger.path, anchor)
    assert (status, f"event {balance} of the house is not the one that house.anchor" in text) == (1, True)
    with forging(book, tmp_path) as forger:
        for table in ("facts", "commands"):
            forger(f"DELETE FROM {table}")
        forger.raw.commit()
    result = casekeeper("verify", "--book", forger.path, "--anchor", anchor)
    assert (result.exit_code, "the end of the house is missing" in result.stdout) == (1, True)


def test_a_wrong_signature_and_another_key_are_named(anchored: tuple[Path, Path], tmp_path: Path) -> None:
    book, anchor = anchored
    text = anchor.read_text()
    anchor.write_text(text.replace(" 2", " 3", 1) if " 2" in text.split("house ")[1] else text[:-3] + "00\n")
    assert "the signature of house.anchor is wrong" in against(book, anchor)[1]
    other = tmp_path / "other.key"
    made = casekeeper("anchor", "--book", book, "--out", anchor, "--key-file", other)
    assert made.exit_code == 0
    status, words = against(book, anchor)
    assert (status, "house.anchor is signed with the key " in words) == (1, True)
    key = book.with_name("night.db.key")
    key.write_text("ab" * 32)
    made = casekeeper("anchor", "--book", book, "--out", anchor)
    assert (made.exit_code, "[other_key]" in made.stderr) == (1, True)
    anchor.write_text("no anchor")
    assert "[not_an_anchor]" in against(book, anchor)[1]


def test_an_empty_house_has_no_anchor(tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db"):
        pass
    made = casekeeper("anchor", "--book", tmp_path / "night.db", "--out", tmp_path / "house.anchor")
    assert (made.exit_code, "[no_house]" in made.stderr) == (1, True)
