"""Verifying a night through its file: the first event that fails is named; a fault of the program is no forgery."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest

from dealer import staff
from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.games import GAMES
from dealer.night import money
from dealer.night_service import NightService
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from dealer.verification.book import verify_book
from dealer.verification.conservation import CONSERVATION
from dealer.verification.inspection import Looked
from dealer.verification.streams import verify
from events.book.book import Book
from events.common.event import Event
from events.common.house import HOUSE
from events.games.faro import LoserDrawn
from tests.support.disputed import DEALER, Disputed
from tests.support.forger import NIGHT, Forger, columns_of, forging, make_hashes_good
from tests.support.stored import named_by
from tests.web.command_line.called import casekeeper

SENDER = Sender(who="test", device="test")


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        for _ in Demo(("faro",), book, "2026-11-21", seed=5, rounds=1).turns():
            pass
        with pytest.raises(Refusal):
            NightService(book).execute({"do": "void"}, Sender(who="late", device="test"), night=NIGHT)
    return path


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def test_a_sound_night_is_sound_and_its_refused_commands_are_looked_at_too(sound_book: Path) -> None:
    """Each check says what it looked at, how many, and how long it took by the clock that it is given."""
    ticks = count()
    heard: list[list[int]] = []

    def watch(looked: Sequence[Looked]) -> None:
        heard.append([check.done for check in looked])

    with Book.open(sound_book) as book:
        verdict = verify(book, NIGHT, watch, clock=lambda: float(next(ticks)))
        head = book.head(NIGHT)
    assert verdict.finding is None
    assert verdict.refused
    assert head
    assert (verdict.head, verdict.events) == (head.hash, head.version)
    for entry in verdict.looked:
        assert entry.over
        assert entry.done == entry.of == (verdict.events if entry.things == "events" else verdict.commands)
        assert entry.seconds > 0
    assert sum(check.check.startswith("conserved: ") for check in verdict.looked) == len(CONSERVATION)
    assert len(heard) > len(verdict.looked), "nobody was told while a check went on"
    assert heard == sorted(heard), "a check went back"


def test_a_refusal_is_decided_the_same_again_whatever_order_names_were_sent_in() -> None:
    """A book stores the names of an object sorted, and a refusal names the first player that nobody knows."""
    with Book.open() as book:
        service = NightService(book)
        opening = {
            "do": "open_night",
            "table": "T",
            "date": "2026-11-21",
            "game": "five_in_one",
            "roll": 0,
            "dealer": "D",
        }
        night = service.execute(opening, SENDER).night
        for player in ("red", "blue"):
            service.execute({"do": "seat_player", "player": player, "name": player}, SENDER, night=night)
        with pytest.raises(Refusal, match="called ann"):
            service.execute({"do": "score_hand", "tricks": {"zoe": 3, "ann": 2}}, SENDER, night=night)
        assert verify(book, night).sound


def test_a_night_is_verified_while_it_goes_on(tmp_path: Path) -> None:
    """Its rows are all of one moment: a command that comes meanwhile is in them with its events, or not at all."""
    with Book.open(tmp_path / "book.db") as book:
        show = Demo(("faro",), book, "2026-11-21", seed=5, rounds=1)
        over = Signal()

        def deal() -> None:
            for _ in show.turns():
                pass
            over.set()

        dealing = Thread(target=deal)
        dealing.start()
        verdicts = [verify(book, show.night).finding for _ in iter(over.is_set, True) if book.head(show.night)]
        dealing.join()
    assert verdicts
    assert set(verdicts) == {None}


def test_what_was_changed_in_the_file_is_named(forger: Forger) -> None:
    """As in every other way (:mod:`tests.dealer.test_tampering`), so too through the file."""
    forger("UPDATE facts SET who = 'x' WHERE version = 40")
    forger("UPDATE facts SET body = '{}' WHERE version = 60")
    number = forger.one("SELECT number FROM commands WHERE version_after >= 50 ORDER BY number")[0]
    forger("UPDATE commands SET at = 'x' WHERE number = ?", number)
    verdict = forger.verdict()
    assert verdict.finding
    assert (verdict.finding.check, verdict.finding.version) == ("chain of events", 40)
    assert named_by(verdict.looked[0].finding, "command") == ("chain of commands", number)
    assert all(check.of <= 39 for check in verdict.looked[2:]), (
        "a check looked at what stands after the first that fails"
    )


def test_invalid_text_is_named_at_its_row(forger: Forger) -> None:
    """Bytes that are no UTF-8, and a BLOB, in each column of text: changed and changed back."""
    places = (
        ("facts", "version", "chain of events", "event 4"),
        ("commands", "number", "chain of commands", "command 4"),
    )
    tried = 0
    with Book.open(forger.path, create=False) as book:
        for table, number, check, where in places:
            for column in columns_of(forger, table):
                (value,) = forger.one(f"SELECT {column} FROM {table} WHERE {number} = 4 AND night = ?", NIGHT)
                if isinstance(value, int):
                    continue
                for other in ("CAST(x'61ff' AS TEXT)", "x'61ff'", "CAST('a' AS BLOB)"):
                    row = forger.one(f"SELECT rowid FROM {table} WHERE {number} = 4 AND night <> 'house'")[0]
                    forger(f"UPDATE {table} SET {column} = {other} WHERE rowid = ?", row)
                    forger.raw.commit()
                    finding = verify(book, NIGHT).finding
                    assert finding, (column, other)
                    assert (finding.check, finding.where) == (check, where), (column, other)
                    assert book.spans().streams == [NIGHT, HOUSE]
                    assert sum(book.rows_of_no_stream()) == (column == "night")
                    forger(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", value, row)
                    forger.raw.commit()
                    tried += 1
        assert verify(book, NIGHT).sound
    assert tried == 3 * (10 + 10)


def test_rows_are_looked_at_in_their_order_however_they_lie_in_the_file(forger: Forger) -> None:
    """As where a database was dumped and read in again: only events lie where their position says."""
    rows = forger.raw.execute("SELECT * FROM commands ORDER BY night, number DESC").fetchall()
    forger("DELETE FROM commands")
    for row in rows:
        forger(f"INSERT INTO commands VALUES ({', '.join('?' * len(row))})", *row)
    assert forger.one("SELECT number FROM commands ORDER BY rowid")[0] > 1
    assert forger.verdict().sound


def test_rows_that_are_of_no_night_any_more_are_missed_by_the_book(forger: Forger) -> None:
    """The night itself may not miss them: it can be all of its end."""
    forger("UPDATE facts SET night = CAST(x'ff' AS TEXT) WHERE night = ?", NIGHT)
    forger("UPDATE commands SET night = CAST(night AS BLOB)")
    forger.raw.commit()
    # Opened so, it has its guards again.
    with Book.open(forger.path) as book:
        finding = verify_book(book)
    assert finding
    assert finding.check == "nights"
    assert finding.what.endswith("have a night that is not text")


def test_a_refusal_in_other_words_is_the_same_refusal(forger: Forger) -> None:
    """The program words its sentences anew now and then; books made before that stay sound."""
    forger("UPDATE commands SET why = 'He was late.' WHERE refused = 'wrong_phase'")
    assert forger.one("SELECT changes()")[0]
    make_hashes_good(forger)
    assert forger.verdict().sound


def test_a_command_slipped_in_that_shares_anothers_events_is_named(forger: Forger) -> None:
    columns = columns_of(forger, "commands")
    row = forger.one("SELECT * FROM commands WHERE version_after = 3")
    slipped = dict(zip(columns, row, strict=True))
    forger("UPDATE commands SET number = -number - 1 WHERE number > ?", slipped["number"])
    forger("UPDATE commands SET number = -number WHERE number < 0")
    slipped |= {"id": "slipped", "number": slipped["number"] + 1, "prev_hash": "?"}
    forger(f"INSERT INTO commands VALUES ({', '.join('?' * len(columns))})", *slipped.values())
    make_hashes_good(forger)
    assert named_by(forger.verdict().finding, "command") == ("chain of commands", slipped["number"])


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("commands", "body = 'no json'"),
        ("commands", "body = '[]'"),
        ("commands", "version_before = 'text'"),
        ("facts", 'body = replace(body, \'"game":"faro"\', \'"game":"pharo"\')'),
        ("facts", 'body = replace(body, \'"share":"0.6"\', \'"share":"zz"\')'),
        ("facts", "at = 7"),
        ("facts", "kind = 'NeverHeardOf'"),
    ],
)
def test_any_forgery_is_a_finding_and_not_a_traceback(forger: Forger, table: str, change: str) -> None:
    order = "number" if table == "commands" else "version"
    forger(f"UPDATE {table} SET {change} WHERE {order} = 1")
    make_hashes_good(forger)
    assert forger.verdict().finding


def test_a_book_that_lost_its_guards_or_its_first_events_is_not_sound(forger: Forger, sound_book: Path) -> None:
    with Book.open(sound_book) as book:
        assert verify_book(book) is None
    forger("DELETE FROM facts WHERE position < 5")
    forger.raw.commit()
    with Book.open(forger.path, create=False) as book:
        finding = verify_book(book)
        assert finding
        assert finding.check == "guards"
    with Book.open(forger.path) as book:
        finding = verify_book(book)
        assert finding
        assert finding.check == "positions"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a sound night, in which losers were drawn."""
    where = tmp_path / "night.db"
    with Book.open(where) as book:
        night = Disputed(book).play_bet().rule()
        assert verify(book, night.night).sound
    return where


def falls_over(*_: Any) -> Any:
    raise KeyError("red")


def at_a_loser(then: Any) -> Any:
    """A table that cannot go on after a loser was drawn."""

    def evolve(table: Any, event: Event) -> Any:
        return falls_over() if isinstance(event, LoserDrawn) else then(table, event)

    return evolve


def verified(path: Path) -> tuple[int, str, Any]:
    """What the command line says of the book: its exit status, the night's first line, and the same as JSON."""
    text = casekeeper("verify", "--book", path)
    document = json.loads(casekeeper("verify", "--json", "--book", path).stdout)
    return text.exit_code, text.stdout.splitlines()[0], document


def test_rules_that_fail_are_no_forgery(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(money, "check_amount", falls_over)
    status, line, document = verified(path)
    assert status == 2
    assert line.startswith(
        "2026-11-21-1: NO VERDICT. decided again: command 3: decided again it fails: 'red'. That is a "
    )
    assert "NOT SOUND" not in line
    assert (document["sound"], document["nights"][0]["sound"]) == (None, None)
    assert document["nights"][0]["finding"]["fault"] is True


def test_events_that_the_program_makes_and_cannot_fold_are_no_forgery(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faro = GAMES["faro"]
    monkeypatch.setitem(faro.__dict__, "evolve", at_a_loser(faro.evolve))
    status, line, _ = verified(path)
    assert status == 2
    assert "NO VERDICT. ledger: event " in line
    assert "a fault of the program" in line


def test_a_forged_night_is_one_though_the_program_fails_as_well(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with forging(path, tmp_path) as forger:
        forger("UPDATE facts SET who = 'Doc Holliday' WHERE version = 9")
        forger.raw.commit()
    monkeypatch.setattr(money, "check_amount", falls_over)
    status, line, _ = verified(tmp_path / "forged.db")
    assert (status, "NOT SOUND. chain of events: event 9" in line) == (1, True)


def test_a_night_of_the_staff_or_of_papers_is_told_so_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    with Book.open(path) as book:
        StaffKeeper(book).engage("M. Earp", "hash", DEALER)
    monkeypatch.setattr(staff, "decide", falls_over)
    status, _, document = verified(path)
    assert status == 2
    assert [night["sound"] for night in document["nights"]] == [True, True, None]


def test_events_that_the_program_does_not_make_and_cannot_fold_are_a_forgery(path: Path, tmp_path: Path) -> None:
    with forging(path, tmp_path) as forger:
        forger("""UPDATE facts SET body = replace(body, '"bet":"q"', '"bet":"never"') WHERE kind = 'BetBarred'""")
        make_hashes_good(forger)
        forger.raw.commit()
    status, line, document = verified(tmp_path / "forged.db")
    assert (status, document["sound"]) == (1, False)
    assert "NOT SOUND. ledger: event " in line
    assert "fault" not in document["nights"][0]["finding"]


def test_a_gutted_night_is_still_a_night_of_the_book(forger: Forger) -> None:
    forger("DELETE FROM facts")
    forger.raw.commit()
    with Book.open(forger.path) as book:
        assert (book.nights(), book.spans().streams) == ([], [NIGHT, HOUSE])
        finding = verify(book, NIGHT).finding
        with pytest.raises(Refusal, match="no night"):
            verify(book, "1882-01-01-1")
    assert finding
    assert finding.version == 1


@pytest.mark.parametrize(
    ("number", "command", "what"),
    [
        ("'4'", 4, "its number is 5"),
        ("x'04'", 4, "its number is 5"),
        ("-0.5", 1, "its 'number' is of another kind"),
    ],
)
def test_invalid_numbers_are_named_in_the_databases_order(forger: Forger, number: str, command: int, what: str) -> None:
    """Numbers first, then texts, then BLOBs."""
    # What was a number before a column had its kind stays as it was written.
    forger.raw.execute("PRAGMA writable_schema = ON")
    forger("UPDATE sqlite_master SET sql = replace(sql, 'number INTEGER', 'number BLOB') WHERE name = 'commands'")
    forger.raw.commit()
    forger.raw.execute("PRAGMA writable_schema = RESET")
    forger(f"UPDATE commands SET number = {number} WHERE number = 4")
    finding = forger.verdict().looked[0].finding
    assert finding
    assert finding.command == command
    assert what in finding.what
