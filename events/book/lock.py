"""The lock by which one server owns a book: held by the kernel, or by a PostgreSQL session."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

from events.book.file import OWNER_ONLY, beside
from events.frozen import Frozen
from events.records import BookError

OWNER_LOCK = 0x6F77_6E65
"""The first key of the advisory lock in PostgreSQL; the second stands for the schema."""

TRY_FOR_S = 1.0
"""How long a lock is tried for: whoever asks for the owner's name holds it for a moment, and so does who just ends."""

LONGEST_NAME_BYTES = 1_000

_KEYS = f"{OWNER_LOCK}, hashtext(current_schema()) & 2147483647"
_HOLDER = f"""
SELECT activity.pid, activity.application_name, activity.backend_start FROM pg_locks AS held
JOIN pg_stat_activity AS activity ON activity.pid = held.pid
WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2 AND held.classid = {OWNER_LOCK}
AND held.objid = hashtext(current_schema()) & 2147483647
AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def owner_called(program: str, port: int | None = None) -> str:
    """The name of this process as an owner, without the time."""
    return f"{program}, process {os.getpid()} on {socket.gethostname()[:20]}" + (f", port {port}" if port else "")


class FileLock:
    """The lock on a book in a file: ``flock`` on a file beside it, which holds the owner's name.

    ``descriptor`` may be inherited by a child process, which makes it a lock of its own with :meth:`inherited`; the
    book is then owned until both have ended.
    """

    def __init__(self, path: Path, owner: str, descriptor: int) -> None:
        self.owner = owner
        self.descriptor = descriptor
        self._path = path
        self._taking = Lock()

    @classmethod
    def taken(cls, book: Path, owner: str) -> FileLock:
        """Take the lock on a book; :class:`BookError` (``book_owned``) where another process has it."""
        path = _lock_file(book)
        return cls(path, owner, _take(path, owner))

    @classmethod
    def inherited(cls, book: Path, owner: str, descriptor: int) -> FileLock:
        """The lock that the process which started this one has taken and handed over."""
        return cls(_lock_file(book), owner, descriptor)

    def assert_held(self) -> None:
        """Take the lock anew where its file is gone; :class:`BookError` (``book_owned``) where another took it."""
        if _is_at(self._path, self.descriptor):
            return
        with self._taking:
            if not _is_at(self._path, self.descriptor):
                taken = _take(self._path, self.owner)
                os.close(self.descriptor)
                self.descriptor = taken

    def release(self) -> None:
        """Let go of the lock. Its file stays: taking it away could take it from whoever just opened it."""
        os.close(self.descriptor)


class SessionLock(Frozen, kw_only=False):
    """The lock on a book in PostgreSQL: an advisory lock of the session that writes, named as the application.

    What is committed is so committed by a session that holds it. A session that is lost has lost the lock too, and the
    next one begins by taking it.
    """

    owner: str

    def take(self, connection: Any) -> None:
        """Take the lock in a fresh session; :class:`BookError` (``book_owned``) where another process has it."""
        run = connection.execute
        run("SELECT set_config('application_name', %s, false)", (self.owner[:63],))
        give_up = monotonic() + TRY_FOR_S
        while not run(f"SELECT pg_try_advisory_lock({_KEYS})").fetchone()[0]:
            holder = run(_HOLDER).fetchone()
            connection.commit()
            if holder and holder[1] == self.owner[:63]:
                # A session of this very process, which has lost it: the server has not noticed yet.
                run("SELECT pg_terminate_backend(%s)", (holder[0],))
            elif holder or monotonic() > give_up:
                raise _owned(f"{holder[1]}, since {_time(holder[2])}" if holder else "")
            sleep(0.05)
        connection.commit()

    def release(self) -> None:
        """The lock ends with its session."""


BookLock = FileLock | SessionLock


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep everybody else who asks for this out of a folder meanwhile; :class:`OSError` where one keeps it for long.

    Where a file system has no locks for folders, or a folder may be written to and not be read, nobody is kept out.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        yield
        return
    try:
        give_up = monotonic() + TRY_FOR_S
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > give_up:
                    raise
                sleep(0.01)
                continue
            except OSError:
                pass
            break
        yield
    finally:
        # Said, as a process that was forked meanwhile has the folder open too.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def owner_of(book: Path) -> str | None:
    """The name of whoever owns a book in a file; ``None`` where nobody does."""
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
        # It was taken away between being opened and being locked.
        os.close(descriptor)


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    return os.path.samestat(there, os.fstat(descriptor))


def _write_name(descriptor: int, owner: str) -> None:
    """Write who owns the book; where the disk has no room for it, it is owned without a name."""
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
    return BookError(
        "book_owned", f"The book is served already, by {name or 'another server'}: one server owns a book."
    )
