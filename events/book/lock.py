"""The lock by which a server owns a book in a file: a kernel lock on a file beside it."""

from __future__ import annotations

import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from events.book.file import OWNER_ONLY, beside
from events.book.working_folders import TRY_FOR_S
from events.records import BookError

LONGEST_NAME_BYTES = 1_000


SERVER = "casekeeper serve"
"""How the names of servers begin."""


def owner_called(program: str, port: int | None = None) -> str:
    """The name of this process as an owner, without the time."""
    return f"{program}, process {os.getpid()} on {socket.gethostname()[:20]}" + (f", port {port}" if port else "")


class FileLock:
    """The lock on a book in a file: ``flock`` on a file beside it, which contains the owner's name.

    A child process may inherit ``descriptor`` and use it with :meth:`inherited`; the book then stays owned until both
    have ended.
    """

    def __init__(self, path: Path, owner: str, descriptor: int) -> None:
        self.owner = owner
        self.descriptor = descriptor
        self._path = path
        self._taking = Lock()

    @classmethod
    def taken(cls, book: Path, owner: str) -> FileLock:
        """Take the lock on a book; raises :class:`BookError` (``book_owned``) if another process has it."""
        path = _lock_file(book)
        return cls(path, owner, _take(path, owner))

    @classmethod
    def inherited(cls, book: Path, owner: str, descriptor: int) -> FileLock:
        """The lock that the parent process took and handed over."""
        return cls(_lock_file(book), owner, descriptor)

    def assert_held(self) -> None:
        """Take the lock again if its file is gone; raises :class:`BookError` (``book_owned``) if another has it."""
        if _is_at(self._path, self.descriptor):
            return
        with self._taking:
            if not _is_at(self._path, self.descriptor):
                taken = _take(self._path, self.owner)
                os.close(self.descriptor)
                self.descriptor = taken

    def release(self) -> None:
        """Release the lock. Its file stays: deleting it could break the lock of a process that just opened it."""
        os.close(self.descriptor)


def owner_of(book: Path) -> str | None:
    """The name of the owner of a book in a file; ``None`` if it has none."""
    try:
        descriptor = os.open(_lock_file(book), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _name_in(descriptor) or "another server"
    finally:
        os.close(descriptor)
    return None


def _lock_file(book: Path) -> Path:
    return beside(Path(os.path.realpath(book)), ".lock")


def _take(path: Path, owner: str) -> int:
    give_up = monotonic() + TRY_FOR_S
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            name = _name_in(descriptor)
            os.close(descriptor)
            if monotonic() > give_up:
                raise _owned(name) from None
            sleep(0.05)
            continue
        if _is_at(path, descriptor):
            _write_name(descriptor, owner)
            return descriptor
        # The file was deleted between opening and locking it.
        os.close(descriptor)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))


def _write_name(descriptor: int, owner: str) -> None:
    """Write the owner's name; on a full disk the lock has no name."""
    name = f"{owner}, since {_time(datetime.now(UTC))}\n".encode()[:LONGEST_NAME_BYTES]
    try:
        os.pwrite(descriptor, name, 0)
        os.ftruncate(descriptor, len(name))
    except OSError:
        return


def _name_in(descriptor: int) -> str:
    return os.pread(descriptor, LONGEST_NAME_BYTES, 0).decode(errors="replace").strip()


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _owned(name: str) -> BookError:
    if not name:
        return BookError(
            "book_owned", "The book is already served by another server. Only one server can use a book in a file."
        )
    return BookError(
        "book_owned",
        "The book is already served by %(name)s. Only one server can use a book in a file.",
        name=name,
    )
