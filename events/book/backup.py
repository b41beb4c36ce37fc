"""Copies a book as of one moment into a new file, while others write to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from sqlalchemy import Connection, func, insert, select

from events.book.book import Book
from events.book.database import file_url, prepare_file, prepared, sqlite_engine
from events.book.file import beside
from events.book.lock import owner_of
from events.book.reading import COMMANDS, EVENTS
from events.book.sqlite import sqlite3
from events.book.write_ahead_log import assert_replaceable, bring_to_disk
from events.records import BookError

PAGES_A_STEP = 2_000
ROWS_A_STEP = 2_000

Progress = Callable[[int, int], None]
"""Called with the progress: pages of a file or rows of a database copied, and their total."""


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A temporary file in the target's folder to copy into; removed unless it is kept.

    Only its owner may read it. Raises :class:`OSError` if it cannot be created or cannot replace the target.
    """
    assert_replaceable(target)
    descriptor, name = mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(descriptor)
    path = Path(name)
    try:
        yield path
    finally:
        for file in (path, beside(path, "-wal"), beside(path, "-shm")):
            file.unlink(missing_ok=True)


def assert_free(target: Path, source: str | Path) -> None:
    """Raise :class:`BookError` if a copy may not replace a file, because it is a book in use.

    The code is ``same_file`` for the book being copied, ``book_owned`` if a server owns it, and ``book_in_use`` if it
    has a log beside it, which would become part of the copy.
    """
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


def keep(copied: Path, target: Path) -> None:
    """Move a copy to the target's path once it is on disk; raises :class:`OSError`."""
    bring_to_disk(copied)
    copied.replace(target)
    bring_to_disk(target.parent)


def copy(book: Book, into: Path, tell: Progress = lambda done, of: None) -> None:
    """Copy a book as of one moment into an empty file, without blocking writers.

    Raises :class:`OSError` if the file cannot be written, or the book's own file cannot be read completely.
    """
    with book.reading() as connection:
        if connection.dialect.name == "sqlite":
            _copy_pages(connection, into, tell)
        else:
            _copy_rows(connection, into, tell)


def _copy_pages(connection: Connection, into: Path, tell: Progress) -> None:
    """Copy page by page in the connection's open transaction, so that all pages are of one moment."""
    connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
    source: Any = connection.connection.driver_connection
    try:
        with closing(sqlite3.connect(str(into))) as target:
            target.execute("PRAGMA synchronous = FULL")
            source.backup(target, pages=PAGES_A_STEP, progress=lambda _, left, of: tell(of - left, of))
            # The copy is a single file without a log.
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise OSError(str(error)) from None


def _copy_rows(connection: Connection, into: Path, tell: Progress) -> None:
    """Copy the rows of a database into a book in a file, in order."""
    ordered = {COMMANDS: (COMMANDS.c.night, COMMANDS.c.number), EVENTS: (EVENTS.c.position,)}
    of = sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in ordered)
    done = 0
    engine = sqlite_engine(file_url(into), "BEGIN IMMEDIATE")
    prepared(engine, lambda target: prepare_file(target, into, create=True))
    with engine.begin() as target:
        for table, order in ordered.items():
            rows = connection.execution_options(yield_per=ROWS_A_STEP).execute(select(table).order_by(*order))
            for some in rows.mappings().partitions(ROWS_A_STEP):
                target.execute(insert(table), [dict(row) for row in some])
                done += len(some)
                tell(done, of)
    engine.dispose()
