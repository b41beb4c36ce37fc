"""What SQLite and PostgreSQL are told, as seen at a commit, and the version of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from time import sleep
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, inspect

from events.book import database
from events.book import tables as migrations
from events.book.book import Book
from events.book.database import WRITER_LOCK
from events.book.sqlite import sqlite3
from events.book.tables import APPLICATION_ID, newest_version, version_of
from events.book.unit_of_work import UnitOfWork
from events.records import BookError
from tests.events.by_hand import accept, ask, bought
from tests.events.conftest import Watched
from tests.events.dealing import Crowd
from tests.events.shelves import Shelf
from tests.support.forger import told_to_sqlite
from tests.support.pure import refusal_code

FULL = 2


def test_sqlite_has_no_bug_that_damages_books_in_wal_mode() -> None:
    """3.7.0 to 3.51.2 can, rarely, damage one."""
    assert sqlite3.sqlite_version_info >= (3, 51, 3)


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
        file_book.events("2026-11-21-1")
    assert {statement for statement in written if statement.startswith("BEGIN")} == {"BEGIN IMMEDIATE"}
    assert {statement for statement in read if statement.startswith("BEGIN")} == {"BEGIN"}


def test_a_file_says_what_it_is(file_book: Book, file_shelf: Shelf) -> None:
    with closing(sqlite3.connect(str(file_shelf.where))) as raw:
        stamp = [raw.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        assert stamp == [APPLICATION_ID, newest_version()]
        assert raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_reading_goes_on_while_another_writes(file_book: Book, file_shelf: Shelf) -> None:
    accept(file_book, ask("c"), [bought()])
    with closing(sqlite3.connect(str(file_shelf.where), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(file_book.events("2026-11-21-1")) == 1


def _take_the_lock(shelf: Shelf) -> psycopg.Connection[Any]:
    """Another program in the middle of its writing."""
    other = psycopg.connect(str(shelf.where))
    other.execute("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
    return other


@pytest.mark.postgresql
def test_writers_of_postgresql_take_turns(postgresql_shelf: Shelf) -> None:
    """The writer's lock is taken before anything is read: without it a late commit would hide events from readers."""
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
def test_a_reader_of_postgresql_does_not_wait_for_ever(
    postgresql_shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while somebody alters the table, or has its index made anew: every page would wait for them, unanswered."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 20)
    with postgresql_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        with closing(psycopg.connect(str(postgresql_shelf.where))) as other:
            other.execute("LOCK TABLE facts IN ACCESS EXCLUSIVE MODE")
            assert refusal_code(book.events, "2026-11-21-1") == "book_busy"
            # The server lets go of a closed connection's locks later than it is closed here.
            other.rollback()
        assert len(book.events("2026-11-21-1")) == 1


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

                def job(writing: UnitOfWork) -> None:
                    setting.append(writing._group.connection.exec_driver_sql("SHOW synchronous_commit").scalar())

                book.write(job)
                assert setting == [comes_to]
        finally:
            other.execute(b"ALTER DATABASE postgres RESET synchronous_commit")


NIGHT = "2026-11-21-1"


def add_an_index(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE INDEX facts_by_kind ON facts (kind)")


def version(book: Book) -> int:
    with book._read() as connection:
        return version_of(connection)


def indexes(book: Book) -> set[str]:
    with book._read() as connection:
        return {str(event["name"]) for event in inspect(connection).get_indexes("facts")}


def trouble(shelf: Shelf, *, read_only: bool) -> BookError:
    with pytest.raises(BookError) as raised:
        Book.open(shelf.where or "", create=False, read_only=read_only)
    return raised.value


@pytest.fixture
def filled(lasting_shelf: Shelf) -> Shelf:
    """A book of the first version, with something in it."""
    with lasting_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        assert version(book) == newest_version() == 1
    return lasting_shelf


def test_an_older_book_is_brought_to_the_version_of_today(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", [add_an_index])
    for _ in range(2):
        with filled.open(create=False) as book:
            assert version(book) == newest_version() == 2
            assert "facts_by_kind" in indexes(book)
            assert book.events(NIGHT)
    with Book.open(filled.where or "", read_only=True) as book:
        assert book.events(NIGHT)


def test_a_migration_that_fails_leaves_the_book_as_it_was(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_over(connection: Connection) -> None:
        add_an_index(connection)
        raise BookError("book_trouble", "It fell over.")

    monkeypatch.setattr(migrations, "MIGRATIONS", [fall_over])
    assert trouble(filled, read_only=False).code == "book_trouble"
    monkeypatch.undo()
    with filled.open(create=False) as book:
        assert version(book) == 1
        assert "facts_by_kind" not in indexes(book)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_book_is_refused_in_a_sentence(filled: Shelf, monkeypatch: pytest.MonkeyPatch, read_only: bool) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "MIGRATIONS", [add_an_index])
        filled.open(create=False).close()
    refused = trouble(filled, read_only=read_only)
    assert refused.code == "newer_book"
    assert refused.why.endswith(
        "was written by a newer casekeeper (book version 2, and this one knows 1). Open it with that version."
    )


@pytest.mark.postgresql
def test_a_database_without_a_version_is_of_the_first(postgresql_shelf: Shelf) -> None:
    """As the programs left it that kept none."""
    with postgresql_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        postgresql_shelf.run(book, "COMMENT ON TABLE facts IS NULL")
    for read_only in (True, False):
        with Book.open(postgresql_shelf.where or "", read_only=read_only) as book:
            assert version(book) == 1
            assert book.events(NIGHT)


@contextmanager
def locked(shelf: Shelf) -> Iterator[None]:
    """Another program in the middle of its writing; what it wrote comes to nothing."""
    if shelf.is_sqlite:
        with closing(sqlite3.connect(str(shelf.where), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
    else:
        with closing(_take_the_lock(shelf)) as other:
            yield
            other.rollback()


def test_a_writer_does_not_wait_for_ever(lasting_shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that another program keeps locked is busy, in one sentence; nothing is recorded, and it goes on later."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 20)
    with lasting_shelf.open() as book:
        with locked(lasting_shelf), pytest.raises(BookError) as caught:
            accept(book, ask("c"), [bought()])
        assert caught.value.code == "book_busy"
        accept(book, ask("c"), [bought()])
        assert book.positions() == (1, 1)


def test_an_older_book_that_is_only_read_says_what_to_do(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", [add_an_index])
    refused = trouble(filled, read_only=True)
    assert refused.code == "older_book"
    assert "book version 1" in refused.why
    assert "casekeeper serve" in refused.why
