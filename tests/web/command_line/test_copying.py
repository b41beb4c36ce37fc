"""Books moved between files and databases: whole, verified, with equal heads, and never over another book."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from sqlalchemy import Connection

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from events.book import tables
from events.book.book import Book
from events.book.external_head import BookHead, read_head, write_head
from events.book.file import beside, head_beside
from events.book.lock import FileLock
from tests.events.by_hand import assert_whole
from tests.events.conftest import empty_schema
from tests.events.dealing import open_night, register, send
from tests.events.family import start
from tests.events.shelves import Shelf
from tests.support.fixtures import POSTGRESQL
from tests.web.command_line.called import assert_one_sentence, casekeeper

EACH = ["file", POSTGRESQL]


@pytest.fixture
def shelf_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str, str], Shelf]:
    """Makes an empty place of a kind, a file under a name."""

    def make(kind: str, name: str) -> Shelf:
        if kind == "file":
            return Shelf("file", tmp_path / f"{name}.db")
        return empty_schema(request.getfixturevalue("postgresql"))

    return make


def fill(book: Book) -> tuple[NightService, str]:
    """A book with a night, a card and a refusal, and letters and numbers that not every database sorts alike."""
    service = NightService(book)
    register(service, "ada", 10_000)
    register(service, "Zoë ☃")
    night = open_night(service)
    with pytest.raises(Refusal):
        send(service, night, "turn", loser="As", winner="Kh")
    return service, night


def head_in(where: object) -> BookHead:
    with Book.open(str(where), create=False, read_only=True) as book:
        return book.newest_head()


@pytest.mark.parametrize("to", EACH)
@pytest.mark.parametrize("source", EACH)
def test_a_book_is_copied_in_every_direction_while_it_is_in_use(
    source: str, to: str, shelf_of: Callable[[str, str], Shelf]
) -> None:
    old, new = shelf_of(source, "old"), shelf_of(to, "new")
    stop = Event()
    with old.open() as book:
        service, night = fill(book)

        def plays() -> None:
            number = 0
            while not stop.is_set():
                send(service, night, "buy_checks", as_=f"c{number}", player="red", amount=25)
                number += 1

        table = Thread(target=plays)
        table.start()
        try:
            ran = casekeeper("copy", old.where, new.where)
        finally:
            stop.set()
            table.join()
        assert ran.exit_code == 0, ran.stderr
        assert "The heads of all streams are equal." in ran.stdout
        with new.open(create=False) as copied:
            head = copied.newest_head()
            assert set(head.streams) == {"house", night}
            for stream, its in head.streams.items():
                assert book.has(stream, its)
                events, commands = book.rows(stream)
                assert copied.rows(stream) == (events[: its.events], commands[: its.commands])
            assert_whole(copied)
            open_night(NightService(copied))
            assert_whole(copied)
    assert casekeeper("verify", "--book", new.where).exit_code == 0


@pytest.mark.parametrize("to", EACH)
def test_a_backup_is_restored_with_its_head(to: str, shelf_of: Callable[[str, str], Shelf], tmp_path: Path) -> None:
    old, new = shelf_of("file", "night"), shelf_of(to, "new")
    with old.open() as book:
        fill(book)
        head = book.newest_head()
        assert casekeeper("backup", old.where, tmp_path / "copy.db").exit_code == 0
    before = (tmp_path / "copy.db").read_bytes()
    ran = casekeeper("restore", tmp_path / "copy.db", new.where)
    assert ran.exit_code == 0, ran.stderr
    assert head_in(new.where).streams == head.streams
    assert (tmp_path / "copy.db").read_bytes() == before
    if to == "file":
        kept = read_head(head_beside(tmp_path / "new.db"))
        assert kept
        assert kept.streams == head.streams
        assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("new.db", "new.db.head")} == {0o600}
    assert casekeeper("verify", "--book", new.where).exit_code == 0


def test_a_backup_with_a_log_beside_it_is_restored_with_what_is_in_the_log(tmp_path: Path) -> None:
    """A file and its log that were copied from a server that was killed: the log has most of it."""
    with Book.open(tmp_path / "night.db") as book:
        fill(book)
        head = book.newest_head()
        for suffix in ("", "-wal"):
            shutil.copyfile(beside(tmp_path / "night.db", suffix), beside(tmp_path / "stick.db", suffix))
    ran = casekeeper("restore", tmp_path / "stick.db", tmp_path / "new.db")
    assert "left stick.db-wal beside the book" in ran.stderr
    assert ran.exit_code == 0, ran.stderr
    assert head_in(tmp_path / "new.db").streams == head.streams


@pytest.mark.parametrize("to", EACH)
def test_a_backup_of_an_older_version_is_migrated(
    to: str, shelf_of: Callable[[str, str], Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_an_index(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE INDEX facts_by_kind ON facts (kind)")

    old, new = shelf_of("file", "old"), shelf_of(to, "new")
    with old.open() as book:
        fill(book)
        head = book.newest_head()
    monkeypatch.setattr(tables, "MIGRATIONS", [add_an_index])
    ran = casekeeper("restore", old.where, new.where)
    assert ran.exit_code == 0, ran.stderr
    assert head_in(new.where).streams == head.streams
    assert casekeeper("verify", "--book", new.where).exit_code == 0


def an_older_copy(book: Path) -> None:
    head = read_head(head_beside(book))
    assert head
    its = {stream: last for stream, last in head.streams.items() if stream == "house"}
    more = {"house": type(its["house"])(events=99, event_hash="f" * 64)}
    write_head(head_beside(book), BookHead(at=head.at, position=99, streams=more))


def forged(book: Path) -> None:
    shelf = Shelf("file", book)
    with shelf.open() as opened:
        shelf.run(opened, "DROP TRIGGER facts_never_update")
        shelf.run(opened, "UPDATE facts SET who = 'Nobody' WHERE version = 2")


def cut_short(book: Path) -> None:
    os.truncate(book, book.stat().st_size // 2)


def a_diary(book: Path) -> None:
    book.write_text("Dear diary")


UNFIT = [
    (forged, "not_sound"),
    (an_older_copy, "not_sound"),
    (cut_short, "book_damaged"),
    (a_diary, "not_a_book"),
    (Path.unlink, "no_such_book"),
]


@pytest.mark.parametrize(("spoil", "code"), UNFIT, ids=lambda value: getattr(value, "__name__", value))
def test_nothing_is_restored_from_an_unfit_backup(spoil: Callable[[Path], None], code: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with Book.open(backup) as book:
        fill(book)
    spoil(backup)
    before = sorted(tmp_path.iterdir())
    ran = casekeeper("restore", backup, tmp_path / "new.db")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.rstrip().endswith(f"[{code}]")
    assert sorted(tmp_path.iterdir()) == before


def a_file(book: Path) -> Path:
    book.write_text("Dear diary")
    return book


def a_lost_book_that_was_newer(book: Path) -> Path:
    with Book.open(book) as newer:
        fill(newer)
    book.unlink()
    return book


def a_log_that_a_killed_program_left(book: Path) -> Path:
    beside(book, "-wal").write_text("frames")
    return book


def nowhere(book: Path) -> Path:
    return book.parent / "none" / "new.db"


OCCUPIED = [
    (a_file, "book_exists"),
    (a_lost_book_that_was_newer, "not_sound"),
    (a_log_that_a_killed_program_left, "book_in_use"),
    (nowhere, "unwritable"),
]


@pytest.mark.parametrize(("occupy", "code"), OCCUPIED, ids=lambda value: getattr(value, "__name__", value))
def test_nothing_is_restored_over_another_book(occupy: Callable[[Path], Path], code: str, tmp_path: Path) -> None:
    with Book.open(tmp_path / "backup.db") as book:
        open_night(NightService(book))
    target = occupy(tmp_path / "new.db")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    ran = casekeeper("restore", tmp_path / "backup.db", target)
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.rstrip().endswith(f"[{code}]")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_served_book_is_no_backup(tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        fill(book)
    lock = FileLock.taken(tmp_path / "night.db", "casekeeper serve, in a test")
    assert_one_sentence(casekeeper("restore", tmp_path / "night.db", tmp_path / "new.db"), "book_owned")
    assert casekeeper("copy", tmp_path / "night.db", tmp_path / "new.db").exit_code == 0
    lock.release()


@pytest.mark.postgresql
def test_a_database_with_a_book_is_not_written_to(postgresql: str, tmp_path: Path) -> None:
    with Book.open(tmp_path / "backup.db") as book:
        fill(book)
    shelf = empty_schema(postgresql)
    with shelf.open():
        for command in ("restore", "copy"):
            assert_one_sentence(casekeeper(command, tmp_path / "backup.db", shelf.where), "book_exists")
    assert not head_in(shelf.where).streams
    nobody = postgresql.replace("postgres:", "nobody:")
    assert casekeeper("restore", tmp_path / "backup.db", nobody).stderr.rstrip().endswith("[no_such_role]")


INTERRUPTED = [
    ("file", "Copying", signal.SIGKILL),
    ("file", "Copying", signal.SIGTERM),
    pytest.param("postgresql", "Writing", signal.SIGKILL, marks=pytest.mark.postgresql),
    pytest.param("postgresql", "Writing", signal.SIGTERM, marks=pytest.mark.postgresql),
]


@pytest.mark.parametrize(("to", "step", "number"), INTERRUPTED)
def test_an_interrupted_copy_leaves_nothing(
    to: str,
    step: str,
    number: signal.Signals,
    shelf_of: Callable[[str, str], Shelf],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the kernel ends cannot clean up its own folder; the next copy does."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    old, new = shelf_of("file", "old"), shelf_of(to, "new")
    with old.open() as book:
        fill(book)
    before = sorted(tmp_path.rglob("*"))
    with start("waits_in_the_middle_of", step, "copy", old.where, new.where) as copying:
        assert copying.stdout.readline()
        os.kill(copying.pid, number)
        copying.wait(30)
    assert copying.returncode
    left = [path for path in sorted(tmp_path.rglob("*")) if path not in before]
    assert all(".casekeeper-copy-" in str(path) for path in left)
    if number == signal.SIGTERM:
        assert not left
    if to == "postgresql":
        with closing(psycopg.connect(str(new.where))) as connection:
            assert connection.execute("SELECT to_regclass('facts'), to_regclass('commands')").fetchone() == (None, None)
    with pytest.MonkeyPatch.context() as here:
        here.setattr("web.command_line.copying.gettempdir", lambda: str(tmp_path / "temporary"))
        assert casekeeper("copy", old.where, new.where).exit_code == 0
    assert not list(tmp_path.rglob(".casekeeper-copy-*"))
    assert head_in(new.where).streams == head_in(old.where).streams
