"""What SQLite is told, as seen at the moment of a commit and not as the code says it."""

from __future__ import annotations

from contextlib import closing
from time import sleep
from typing import Any

import psycopg
import pysqlite3
import pytest
from sqlalchemy import text

from events.book.book import Book
from events.book.database import WRITER_LOCK
from events.book.migrations import newest_version
from events.book.statements import rows
from events.book.tables import APPLICATION_ID
from events.book.writing import Writing
from events.records import BookError
from tests.events.by_hand import accept, ask, bought
from tests.events.conftest import Watched
from tests.events.dealing import Crowd
from tests.events.shelves import Shelf
from tests.support.forger import told_to_sqlite

FULL = 2


def test_sqlite_has_no_bug_that_damages_books_in_wal_mode() -> None:
    """3.7.0 to 3.51.2 can, rarely, damage one."""
    assert pysqlite3.sqlite_version_info >= (3, 51, 3)


def test_every_commit_is_written_ahead_and_synced(file_book: Book, watched: Watched) -> None:
    for number in range(3):
        accept(file_book, ask(f"c{number}"), [bought()])
    assert len(watched.settings) == 3
    for settings in watched.settings:
        assert settings["journal_mode"] == "wal"
        assert settings["synchronous"] == FULL
        assert settings["busy_timeout"] >= 5_000


def test_writing_begins_with_the_lock_and_reading_without(file_book: Book) -> None:
    """A deferred BEGIN would let two writers fork the chain."""
    writing, reading = file_book._writing, file_book._reading
    assert writing is not None
    assert reading is not None
    with told_to_sqlite(writing) as written, told_to_sqlite(reading) as read:
        accept(file_book, ask("c"), [bought()])
        file_book.facts("2026-11-21-1")
    assert {one for one in written if one.startswith("BEGIN")} == {"BEGIN IMMEDIATE"}
    assert {one for one in read if one.startswith("BEGIN")} == {"BEGIN"}


def test_a_file_says_what_it_is(file_book: Book, file_shelf: Shelf) -> None:
    with closing(pysqlite3.connect(str(file_shelf.where))) as raw:
        stamp = [raw.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        assert stamp == [APPLICATION_ID, newest_version()]
        assert raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_reading_goes_on_while_another_writes(file_book: Book, file_shelf: Shelf) -> None:
    accept(file_book, ask("c"), [bought()])
    with closing(pysqlite3.connect(str(file_shelf.where), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(file_book.facts("2026-11-21-1")) == 1


def test_a_writer_waits_for_another_program(file_book: Book, file_shelf: Shelf) -> None:
    crowd = Crowd()
    with closing(pysqlite3.connect(str(file_shelf.where), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        crowd.send(lambda: accept(file_book, ask("c"), [bought()]))
        other.execute("COMMIT")
    assert not crowd.join().errors


def test_a_writer_does_not_wait_for_ever(file_shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that another program keeps locked is busy, in one sentence; nothing is recorded, and it goes on later."""
    monkeypatch.setattr("events.book.database.BUSY_TIMEOUT_MS", 20)
    with file_shelf.open() as book, closing(pysqlite3.connect(str(file_shelf.where), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BookError) as caught:
            accept(book, ask("c"), [bought()])
        assert caught.value.code == "book_busy"
        other.execute("ROLLBACK")
        accept(book, ask("c"), [bought()])
        assert book.positions() == (1, 1)


def _take_the_lock(shelf: Shelf) -> psycopg.Connection[Any]:
    """Another program in the middle of its writing."""
    other = psycopg.connect(str(shelf.where))
    other.execute("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
    return other


@pytest.mark.postgresql
def test_writers_of_postgresql_take_turns(postgresql_shelf: Shelf) -> None:
    """The writer's lock is taken before anything is read: without it a late commit would hide facts from readers."""
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    crowd = Crowd()
    with postgresql_shelf.open() as book:
        with closing(_take_the_lock(postgresql_shelf)) as other:
            crowd.send(lambda: accept(book, ask("c"), [bought()]))
            while other.execute(waits).fetchone() == (0,):
                sleep(0.001)
            assert book.positions() == (0, 0)
            assert crowd.answers == {}
            other.commit()
        assert not crowd.join().errors
        assert book.positions() == (1, 1)


@pytest.mark.postgresql
def test_a_writer_of_postgresql_does_not_wait_for_ever(
    postgresql_shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.book.database.BUSY_TIMEOUT_MS", 20)
    with postgresql_shelf.open() as book:
        with closing(_take_the_lock(postgresql_shelf)) as other:
            with pytest.raises(BookError) as caught:
                accept(book, ask("c"), [bought()])
            assert caught.value.code == "book_busy"
            other.rollback()
        accept(book, ask("c"), [bought()])
        assert book.positions() == (1, 1)


@pytest.mark.postgresql
def test_nor_does_a_reader(postgresql_shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """As while somebody alters the table, or has its index made anew: every page would wait for them, unanswered."""
    monkeypatch.setattr("events.book.database.BUSY_TIMEOUT_MS", 20)
    with postgresql_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        with closing(psycopg.connect(str(postgresql_shelf.where))) as other:
            other.execute("LOCK TABLE facts IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(BookError) as caught:
                book.facts("2026-11-21-1")
            assert caught.value.code == "book_busy"
            # The server lets go of a closed connection's locks later than it is closed here.
            other.rollback()
        assert len(book.facts("2026-11-21-1")) == 1


@pytest.mark.postgresql
@pytest.mark.parametrize(("set_to", "comes_to"), [("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")])
def test_a_commit_in_postgresql_waits_for_the_disk_whatever_is_set(
    postgresql_shelf: Shelf, set_to: str, comes_to: str
) -> None:
    """For the database or the role: acknowledged commands were lost where it was off."""
    with psycopg.connect(str(postgresql_shelf.where), autocommit=True) as other:
        other.execute(f"ALTER DATABASE postgres SET synchronous_commit = {set_to}".encode())
        try:
            with postgresql_shelf.open() as book:
                setting: list[Any] = []

                def job(writing: Writing) -> None:
                    setting.append(rows(writing._group.connection, text("SHOW synchronous_commit"))[0][0])

                book.write(job)
                assert setting == [comes_to]
        finally:
            other.execute(b"ALTER DATABASE postgres RESET synchronous_commit")
