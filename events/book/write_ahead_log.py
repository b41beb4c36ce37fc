"""Watches SQLite's write-ahead log from outside: whether committed data is still there."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile
from urllib.parse import quote

import pysqlite3


def bring_to_disk(path: Path) -> None:
    """Wait until a file is on disk, or of a folder its names; :class:`OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def assert_replaceable(path: Path) -> None:
    """Raise :class:`OSError` where a path has what no file may take the place of: a folder, a device, a pipe."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "what is there is no file", str(path))


_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))
_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24

_COUNT_FRAMES = "PRAGMA wal_checkpoint(NOOP)"
"""Gives whether it could not be counted, the frames in the log, and how many of them are in the book."""

_LOCKS = Path("/proc/locks")
_CHECKPOINT_LOCK = 121
"""The byte of the log's index that is locked by who brings the log into the book (``WAL_CKPT_LOCK``)."""

_OWN_FILES = Path("/dev/fd")
_DONE_AT, _BEGUN_AT = 96, 128
"""Where the log's index has how many frames are in the book (``nBackfill``) and how many were to be, in native order.

See https://www.sqlite.org/walformat.html#the_wal_index_header.
"""


def through_the_log(book: Path) -> AbstractContextManager[pysqlite3.Connection]:
    """A connection that reads a book as all programs do: what the log has goes before what the book has."""
    return closing(pysqlite3.connect(f"file:{quote(str(book))}?mode=rw", uri=True))


def is_brought_in_part(log: pysqlite3.Connection) -> bool:
    """Whether a part of the log has been brought into the book: more was not possible while somebody read what was.

    Of such a book the pages alone, without the log, are of several moments and make no sense.
    """
    _, frames, brought = log.execute(_COUNT_FRAMES).fetchone()
    return 0 < int(brought) < int(frames)


def checkpoint_is_on(index: int) -> bool:
    """Whether any process is bringing a log into its book just now, by the inode of the log's index; Linux tells.

    To try for the lock would tell nothing of this process itself, and to open and close the index would undo its locks.
    """
    try:
        locks = [line.split() for line in _LOCKS.read_text().splitlines()]
    except OSError:
        return False
    return any(
        "WRITE" in lock and "->" not in lock and lock[-3].endswith(f":{index}") and _holds(*lock[-2:]) for lock in locks
    )


def checkpoint_is_unfinished(index: tuple[int, int]) -> bool:
    """Whether a checkpoint was begun and broke off, as where the disk had no more room, by the log's index.

    That is read by the descriptor with which SQLite has it open here: to open and close it would undo the locks on it.
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
    """Remembers how long the log was, and says whether it is still there. For one thread."""

    def __init__(self, book: Path, log: Path) -> None:
        self._book = book
        self._path = log
        self._descriptor: int | None = None
        self._bytes = 0

    def open(self) -> os.stat_result:
        """Open the log, once for as long as it is watched: also where no more files can be opened it can be looked at.

        SQLite has its locks on the book and on the log's index: closing the log gives up none of them.
        """
        self._descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        return os.fstat(self._descriptor)

    def close(self) -> None:
        """Watch no longer."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def follow(self, length: int) -> bool:
        """Look at a log of a length; ``False`` where it is shorter than what SQLite has in it, or no log.

        Its length is asked for before: another program may write the beginning of an empty log in between.
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
        """Give the log that is open its name again, by a copy, where nothing else has it; whether it has it now.

        The copy has the name once it is on disk, and at once: a program that opens the book finds the whole log there,
        as after a kill. One that another program has begun in its place is left alone. To be called where this process
        writes nothing more: what it wrote later would be in the old log only.
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
        """Whether a program has brought the log into the book and emptied it: SQLite's index says how much is in it."""
        try:
            with through_the_log(self._book) as raw:
                _, frames, _ = raw.execute(_COUNT_FRAMES).fetchone()
                (page_bytes,) = raw.execute("PRAGMA page_size").fetchone()
        except pysqlite3.Error:
            return False
        needed = _HEADER_BYTES + frames * (_FRAME_HEADER_BYTES + page_bytes) if frames > 0 else 0
        return self._descriptor is not None and os.fstat(self._descriptor).st_size >= needed
