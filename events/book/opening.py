"""Opening what keeps a book: a file to write to or only to read, a database behind a URL, or memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from threading import RLock
from typing import Any

from msgspec import field
from sqlalchemy import Engine
from sqlalchemy.pool import StaticPool

from events.book.database import (
    assert_book_to_read,
    assert_database,
    checkpoint,
    file_url,
    let_go,
    look_into,
    postgresql_reading,
    postgresql_writing,
    prepare_database,
    prepare_file,
    prepared,
    read_only_url,
    sqlite_engine,
)
from events.book.tables import create_tables
from events.frozen import Frozen
from events.records import BookError
from events.storage.file import BookFile, head_beside, make_private
from events.storage.lock import BookLock, FileLock, SessionLock
from events.storage.read_only import ReadOnlyFile


def _nothing() -> None:
    return None


class Opened(Frozen):
    """What is open of a book; ``writing`` is missing of one that is only read, ``file`` of one that is in no file."""

    reading: Engine
    writing: Engine | None
    gate: Any = field(default_factory=nullcontext)
    file: BookFile | None = None
    at_rest: ReadOnlyFile | None = None
    assert_owned: Callable[[], None] = _nothing
    heads: Iterable[Path] = ()


def in_memory() -> Opened:
    """A fresh book in memory."""
    engine = sqlite_engine("sqlite://", "BEGIN IMMEDIATE", poolclass=StaticPool)
    with engine.begin() as connection:
        create_tables(connection)
    return Opened(reading=engine, writing=engine, gate=RLock())


def in_file(path: Path, create: bool, lock: BookLock | None, heads: Iterable[Path]) -> Opened:
    """The book in a file, to be written to; troubles as :meth:`events.book.book.Book.open` has them."""
    _look_for(path, create)
    file = BookFile(path)
    if path.exists():
        look_into(path, create)
        file.assert_one_name()
    else:
        make_private(file.path)
    url = file_url(file.path)
    writing = sqlite_engine(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
    prepared(writing, lambda connection: prepare_file(connection, path, create))
    assert_owned = lock.assert_held if isinstance(lock, FileLock) else _nothing
    try:
        # What it holds is then to be seen in the file itself, which is watched.
        checkpoint(writing)
        file.watch()
        assert_owned()
    except BaseException:
        let_go(writing, file)
        raise
    return Opened(
        reading=sqlite_engine(url, "BEGIN"),
        writing=writing,
        file=file,
        assert_owned=assert_owned,
        heads=(head_beside(path), *heads),
    )


def to_read(path: Path) -> Opened:
    """The book in a file, to be read and for nothing else."""
    _look_for(path, create=False)
    look_into(path, create=False)
    at_rest = ReadOnlyFile(path)
    reading = sqlite_engine(read_only_url(at_rest.uri), "BEGIN", read_only=True)
    try:
        prepared(reading, lambda connection: assert_book_to_read(connection, path))
    except BaseException:
        at_rest.close()
        raise
    return Opened(reading=reading, writing=None, at_rest=at_rest)


def behind_url(url: str, create: bool, read_only: bool, lock: BookLock | None, heads: Iterable[Path]) -> Opened:
    """The book in a PostgreSQL database; no trouble with its URL is told in words of it, which may be of a password."""
    if url.startswith("sqlite"):
        raise BookError("book_unreadable", "Name a SQLite book by its file, not by a URL.")
    try:
        reading = postgresql_reading(url)
    except ValueError:
        why = "its port is no number, or a sign of its password is not written as % and its code"
        raise BookError("book_unreadable", f"No database is reached by that URL: {why}.") from None
    if read_only:
        prepared(reading, assert_database)
        return Opened(reading=reading, writing=None)
    writing = postgresql_writing(url, lock if isinstance(lock, SessionLock) else None)
    prepared(writing, lambda connection: prepare_database(connection, create))
    return Opened(reading=reading, writing=writing, heads=heads)


def _look_for(path: Path, create: bool) -> None:
    if path.is_dir():
        raise BookError("not_a_book", f"{path} is a folder, not a book.")
    if not path.exists() and not create:
        raise BookError("no_such_book", f"There is no book at {path}.")
    if not path.parent.is_dir():
        raise BookError("no_such_book", f"There is no folder {path.parent} to keep a book in.")
