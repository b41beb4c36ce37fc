"""Copies a book as of one moment, while others write to it: into a file, and from that file into a database."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, CursorResult, Table, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from events.book.book import Book
from events.book.database import (
    book_error,
    database_url,
    file_url,
    postgresql_writing,
    prepare_database,
    prepare_file,
    prepared,
    sqlite_engine,
)
from events.book.external_head import BookHead, write_head
from events.book.file import beside, head_beside, make_private
from events.book.lock import owner_of
from events.book.sqlite import sqlite3
from events.book.stored_rows import COMMANDS, EVENTS, head_of_book
from events.book.tables import migrate
from events.book.write_ahead_log import assert_replaceable, bring_to_disk
from events.records import BookError

PAGES_A_STEP = 2_000
ROWS_A_STEP = 2_000

Progress = Callable[[int, int], None]
"""Called with the progress: pages of a file or rows of a database copied, and their total."""


def assert_free(target: Path, source: str | Path) -> None:
    """Raise :class:`BookError` if a copy may not get a path, because a book in use has it.

    The code is ``same_file`` for the book being copied, ``book_owned`` if a server owns it, and ``book_in_use`` if it
    has a log beside it, which would become part of the copy. Raises :class:`OSError` if it is no file.
    """
    assert_replaceable(target)
    if "://" not in str(source) and target.exists() and Path(source).exists() and target.samefile(source):
        raise BookError("same_file", "%(file)s is the book itself: a copy needs another name.", file=target)
    owner = owner_of(target)
    if owner:
        raise BookError(
            "book_owned", "%(file)s is a book served by %(owner)s and is not overwritten.", file=target, owner=owner
        )
    log = beside(Path(os.path.realpath(target)), "-wal")
    if log.exists() and log.stat().st_size:
        raise BookError(
            "book_in_use",
            "%(log)s would end up in the copy: a program has a book of that name open, or was killed; end it, or move "
            "the log away.",
            log=log,
        )


def assert_no_book(where: str) -> None:
    """Raise :class:`BookError` (``book_exists``) if there is something at a path, or a book in a database.

    A database that cannot be reached raises its own error.
    """
    if "://" not in where:
        if os.path.lexists(where):
            raise BookError("book_exists", "There is already a file at %(file)s. Name a new one.", file=where)
        return
    try:
        Book.open(where, create=False, read_only=True).close()
    except BookError as error:
        if error.code == "no_such_book":
            return
        raise
    raise _book_exists()


def keep(copied: Path, target: Path, head: BookHead | None) -> None:
    """Move a copy to the target's path once it is on disk, with its head beside it; raises :class:`OSError`.

    Without a ``head`` there is none beside it afterwards.
    """
    bring_to_disk(copied)
    head_beside(target).unlink(missing_ok=True)
    copied.replace(target)
    bring_to_disk(target.parent)
    if head:
        write_head(head_beside(target), head)


def copy(book: Book, into: Path, tell: Progress = lambda done, of: None) -> BookHead:
    """Copy a book as of one moment into a new file, without blocking writers; returns its head at that moment.

    The copy of an older file is migrated. Raises :class:`OSError` if the file cannot be written, or the book's own file
    cannot be read completely.
    """
    make_private(into)
    with book.reading() as connection:
        head = head_of_book(connection)
        if connection.dialect.name == "sqlite":
            _copy_pages(connection, into, tell)
        else:
            _copy_into_file(connection, into, tell)
    return head


def copy_into_database(copied: Path, url: str, tell: Progress = lambda done, of: None) -> None:
    """Insert the rows of a sound copy into a database without a book, in one transaction, and compare them there.

    Raises :class:`BookError`: ``book_exists`` if it has a book, ``copy_short`` if a row is not as in the copy, or the
    database's own error.
    """
    source = sqlite_engine(file_url(copied), "BEGIN", read_only=True)
    target = postgresql_writing(database_url(url))
    try:
        with source.connect() as rows, target.begin() as connection:
            if inspect(connection).has_table(EVENTS.name):
                raise _book_exists()
            prepare_database(connection, create=True)
            _copy_rows(rows, connection, tell)
            # Hashes are hexadecimal, which every collation sorts alike.
            for table, number in ((COMMANDS, COMMANDS.c.hash), (EVENTS, EVENTS.c.position)):
                both = zip_longest(_rows(rows, table, number), _rows(connection, table, number))
                if any(row != inserted for row, inserted in both):
                    raise BookError("copy_short", "A row in the database differs from the book. Nothing was copied.")
    except SQLAlchemyError as error:
        raise book_error(error) from None
    finally:
        source.dispose()
        target.dispose()


def _book_exists() -> BookError:
    return BookError("book_exists", "There is already a book in that database. Name one without a book.")


def _copy_pages(connection: Connection, into: Path, tell: Progress) -> None:
    """Copy page by page in the connection's open transaction, so that all pages are of one moment."""
    source: Any = connection.connection.driver_connection
    try:
        with closing(sqlite3.connect(str(into))) as target:
            target.execute("PRAGMA synchronous = FULL")
            source.backup(target, pages=PAGES_A_STEP, progress=lambda _, left, of: tell(of - left, of))
            # The copy is a single file without a log.
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise OSError(str(error)) from None
    prepared(sqlite_engine(file_url(into), "BEGIN IMMEDIATE"), migrate).dispose()


def _copy_into_file(connection: Connection, into: Path, tell: Progress) -> None:
    engine = sqlite_engine(file_url(into), "BEGIN IMMEDIATE")
    prepared(engine, lambda target: prepare_file(target, into, create=True))
    with engine.begin() as target:
        _copy_rows(connection, target, tell)
    engine.dispose()


def _copy_rows(source: Connection, target: Connection, tell: Progress) -> None:
    """Copy all rows, in order, between the open transactions of two databases."""
    ordered = {COMMANDS: (COMMANDS.c.night, COMMANDS.c.number), EVENTS: (EVENTS.c.position,)}
    of = sum(source.scalar(select(func.count()).select_from(table)) or 0 for table in ordered)
    done = 0
    for table, order in ordered.items():
        for rows in _rows(source, table, *order).mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
            done += len(rows)
            tell(done, of)


def _rows(connection: Connection, table: Table, *order: Column[Any]) -> CursorResult[Any]:
    return connection.execute(select(table).order_by(*order), execution_options={"yield_per": ROWS_A_STEP})
