"""Watches SQLite's write-ahead log from outside to detect lost commits."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile
from urllib.parse import quote

from events.book.sqlite import sqlite3


def bring_to_disk(path: Path) -> None:
    """Sync a file to disk, or a folder's entries; raises :class:`OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def assert_replaceable(path: Path) -> None:
    """Raise :class:`OSError` if a path is something that a file may not replace: a folder, a device, a pipe."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "what is there is no file", str(path))


_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))
_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24

_COUNT_FRAMES = "PRAGMA wal_checkpoint(NOOP)"
"""Returns whether counting failed, the frames in the log, and how many of them are in the book."""

_LOCKS = Path("/proc/locks")
_CHECKPOINT_LOCK = 121
"""The byte of the log's index that a checkpoint locks (``WAL_CKPT_LOCK``)."""

_OWN_FILES = Path("/dev/fd")
_DONE_AT, _BEGUN_AT = 96, 128
"""Offsets in the index, in native byte order: frames merged into the book (``nBackfill``) and frames attempted.

See https://www.sqlite.org/walformat.html#the_wal_index_header.
"""


def through_the_log(book: Path) -> AbstractContextManager[sqlite3.Connection]:
    """A connection that reads the book with its log, as all programs do."""
    return closing(sqlite3.connect(f"file:{quote(str(book))}?mode=rw", uri=True))


def is_brought_in_part(log: sqlite3.Connection) -> bool:
    """Whether only a part of the log was checkpointed into the book, because of a reader of older pages.

    Without the log, the pages of the book are then of several moments and unusable.
    """
    _, frames, brought = log.execute(_COUNT_FRAMES).fetchone()
    return 0 < int(brought) < int(frames)


def checkpoint_is_on(index: int) -> bool:
    """Whether any process is running a checkpoint, by the inode of the log's index; Linux only.

    Trying to take the lock would not detect this process itself, and opening and closing the index would drop its
    locks.
    """
    try:
        locks = [line.split() for line in _LOCKS.read_text().splitlines()]
    except OSError:
        return False
    return any(
        "WRITE" in lock and "->" not in lock and lock[-3].endswith(f":{index}") and _holds(*lock[-2:]) for lock in locks
    )


def checkpoint_is_unfinished(index: tuple[int, int]) -> bool:
    """Whether a checkpoint was interrupted, for example by a full disk, according to the log's index.

    It is read through SQLite's own descriptor: opening and closing the file would drop the locks on it.
    """
    try:
        for path in _OWN_FILES.iterdir():
            with suppress(OSError):
                descriptor = int(path.name)
                found = os.fstat(descriptor)
                if (found.st_dev, found.st_ino) == index:
                    done, begun = (os.pread(descriptor, 4, at) for at in (_DONE_AT, _BEGUN_AT))
                    return int.from_bytes(done, sys.byteorder) < int.from_bytes(begun, sys.byteorder)
    except OSError:
        pass
    return False


def _holds(first: str, last: str) -> bool:
    return int(first) <= _CHECKPOINT_LOCK and (last == "EOF" or int(last) >= _CHECKPOINT_LOCK)


class LogWatch:
    """Remembers the length of the log and detects whether it is still there. For a single thread."""

    def __init__(self, book: Path, log: Path) -> None:
        self._book = book
        self._path = log
        self._descriptor: int | None = None
        self._bytes = 0

    def open(self) -> os.stat_result:
        """Keep the log open while it is watched, so that it can be checked even when no more files can be opened.

        SQLite's locks are on the book and the log's index, so closing the log drops none of them.
        """
        self._descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        return os.fstat(self._descriptor)

    def close(self) -> None:
        """Stop watching."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def follow(self, length: int) -> bool:
        """Check the log at a length; ``False`` if it is shorter than what SQLite has committed to it, or no log.

        The caller reads the length first, as another program may begin an empty log in between.
        """
        if self._descriptor is None:
            return True
        begins = os.pread(self._descriptor, 4, 0)
        if length and begins not in _MAGIC and os.fstat(self._descriptor).st_size:
            return False
        if length < self._bytes and not self._is_emptied():
            return False
        self._bytes = length
        return True

    def put_back(self) -> bool:
        """Restore a deleted log under its name from the open file, if the name is free; returns whether it is there.

        The copy appears complete and synced, so a program that opens the book sees the whole log, as after a crash. A
        log that another program has begun is left alone. Call it only when this process will not write any more: later
        writes would go to the deleted log.
        """
        if self._descriptor is None or os.fstat(self._descriptor).st_size < self._bytes:
            return False
        try:
            with (
                open(self._descriptor, "rb", closefd=False) as log,
                NamedTemporaryFile(dir=self._path.parent, prefix=f".{self._path.name}.") as copy,
            ):
                log.seek(0)
                copyfileobj(log, copy)
                copy.flush()
                os.fsync(copy.fileno())
                os.link(copy.name, self._path)
            bring_to_disk(self._path.parent)
        except OSError:
            return False
        return True

    def _is_emptied(self) -> bool:
        """Whether a program has merged the log into the book and emptied it, according to SQLite's index."""
        try:
            with through_the_log(self._book) as raw:
                _, frames, _ = raw.execute(_COUNT_FRAMES).fetchone()
                (page_bytes,) = raw.execute("PRAGMA page_size").fetchone()
        except sqlite3.Error:
            return False
        needed = _HEADER_BYTES + frames * (_FRAME_HEADER_BYTES + page_bytes) if frames > 0 else 0
        return self._descriptor is not None and os.fstat(self._descriptor).st_size >= needed
