"""Opening a book's file to read it and for nothing else: on read-only media, on a full disk, as evidence.

Nothing is made, changed or left behind. SQLite by itself would need to write: to make the index of a write-ahead log,
or to bring a log that a killed program left into the main file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import pysqlite3

from events.records import BookError
from events.storage.file import beside, written


class ReadOnlyFile:
    """A book's file opened for reading: ``uri`` is what SQLite is to open, ``note`` what a person should know of it."""

    def __init__(self, path: Path) -> None:
        self.note = ""
        self._folder: str | None = None
        self._at_rest: tuple[Path, tuple[int, ...]] | None = None
        self._path = Path(os.path.realpath(path))
        self.uri = self._way()

    def assert_undisturbed(self) -> None:
        """Raise :class:`BookError` (``book_busy``) where somebody writes to what was taken for a file at rest."""
        if self._at_rest is None:
            return
        index, as_it_was = self._at_rest
        if index.exists() or written(self._path.stat()) != as_it_was:
            raise BookError("book_busy", "Another program has begun to write to the book; ask again.")

    def close(self) -> None:
        """Remove what was copied to be read."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _way(self) -> str:
        log, index = beside(self._path, "-wal"), beside(self._path, "-shm")
        left = log.exists() and log.stat().st_size > 0
        # Without a log SQLite would begin one, though it is only to read: a deleted one could not be put back then.
        if log.exists() and index.exists() and _reads(_uri(self._path, "mode=ro")):
            return _uri(self._path, "mode=ro")
        if left:
            return self._copied(log)
        # Nobody has it open: SQLite may take the file for one that does not change, and makes nothing beside it.
        self._at_rest = (index, written(self._path.stat())) if not index.exists() else None
        return _uri(self._path, "mode=ro&immutable=1")

    def _copied(self, log: Path) -> str:
        """Copy a book with the log that was left beside it, which alone has the newest of what was kept."""
        self._folder = mkdtemp(prefix="casekeeper-")
        copy = Path(self._folder) / "book.db"
        try:
            shutil.copyfile(self._path, copy)
            shutil.copyfile(log, beside(copy, "-wal"))
        except OSError as error:
            self.close()
            why = f"The book has its newest entries in {log.name} and is read by way of a copy, which cannot be made"
            raise BookError("book_unreadable", f"{why}: {error.strerror or error}.") from None
        self.note = (
            f"{log.name} was left beside the book by a program that was stopped; both are read by way of a copy."
        )
        return _uri(copy, "mode=rw")


def _uri(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _reads(uri: str) -> bool:
    connect: Callable[..., pysqlite3.Connection] = pysqlite3.connect
    try:
        with closing(connect(uri, uri=True)) as raw:
            raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except pysqlite3.Error:
        return False
    return True
