"""Keeps two programs from writing to the same file under different names, as through a bind mount.

SQLite names its log after the file, so each name would have a log of its own, with half of the book.

Every program that writes to a book holds a shared lock on the book's inode, on a byte that stands for the file's folder
and name. Locks on other bytes there belong to programs that use another name. The bytes are far behind those that
SQLite locks (https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE). The locks belong to an open file description
(``F_OFD_SETLK``, fcntl(2)), so they survive a fork. SQLite's own belong to the process, and the first descriptor of
the file that is closed drops them all: each process has a single descriptor here, which is closed after SQLite's.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from events.records import BookError

TRY_FOR_S = 1.0
"""How long to try: two programs that begin at the same moment both give way."""

FIRST_BYTE = 1 << 62
_BYTES = 1 << 61

_FLOCK = struct.Struct("hhqqi4x")
"""``struct flock`` of 64-bit Linux: type, whence, start, length (0: to the end), process."""


class BookUse:
    """A use of a book's file by this process, from before SQLite opens it until SQLite has closed it.

    ``path`` is a real path. Of one that ``writes`` the constructor raises :class:`BookError` (``book_linked``) if
    another program writes to the file under another name.
    """

    def __init__(self, path: Path, *, writes: bool) -> None:
        self._byte, self._writes, self._ended = _byte_of(path), writes, False
        with _door:
            self._inode = _inode_at(path)
            self._inode.users += 1
        give_up = monotonic() + TRY_FOR_S
        while writes and not self._take():
            if monotonic() > give_up:
                self._writes = False
                self.end()
                raise BookError(
                    "book_linked",
                    "Another program writes to %(file)s under another name, for example in a container. Stop it, or "
                    "share the folder instead of the file.",
                    file=path,
                )
            sleep(0.05)

    @property
    def is_written_elsewhere(self) -> bool:
        """Whether a program writes to the file under another name."""
        with _door:
            return self._inode.is_written_except(self._byte)

    def end(self) -> None:
        """End the use, once SQLite has closed the file."""
        with _door:
            if not self._ended:
                self._ended = True
                if self._writes:
                    self._inode.unlock(self._byte)
                self._inode.users -= 1
                self._inode.close_if_unused()

    def _take(self) -> bool:
        """Lock the own byte, unless another is locked."""
        with _door:
            self._inode.lock(self._byte)
            if self._inode.is_written_except(self._byte):
                self._inode.unlock(self._byte)
                return False
        return True


def is_open_here(path: Path) -> bool:
    """Whether this process has a file open as a book.

    Opening and closing the file once more would drop this process's SQLite locks on it (POSIX).
    """
    return _key(path.stat()) in _here


class _Inode:
    """A file of a book that this process has open; ``names`` counts the locks by their bytes."""

    def __init__(self, descriptor: int) -> None:
        self.descriptors = [descriptor]
        self.key = _key(os.fstat(descriptor))
        self.users = 0
        self.names: Counter[int] = Counter()

    def lock(self, byte: int) -> None:
        self.names[byte] += 1
        if self.names[byte] == 1:
            self._lock(fcntl.F_OFD_SETLK, fcntl.F_RDLCK, byte, 1)

    def unlock(self, byte: int) -> None:
        self.names[byte] -= 1
        if not self.names[byte]:
            del self.names[byte]
            # Explicitly, since a process forked meanwhile has the file open too.
            self._lock(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, byte, 1)

    def is_written_except(self, byte: int) -> bool:
        """Whether any byte but this one is locked, by this process or another."""
        ranges = ((FIRST_BYTE, byte - FIRST_BYTE), (byte + 1, 0))
        return bool(self.names.keys() - {byte}) or any(
            self._lock(fcntl.F_OFD_GETLK, fcntl.F_WRLCK, first, length) != fcntl.F_UNLCK for first, length in ranges
        )

    def close_if_unused(self) -> None:
        if not self.users:
            for descriptor in self.descriptors:
                os.close(descriptor)
            _here.pop(self.key, None)

    def _lock(self, how: int, kind: int, first: int, length: int) -> int:
        """Lock, unlock or ask; returns the kind of a lock that is in the way. File systems without locks have none."""
        asked = _FLOCK.pack(kind, os.SEEK_SET, first, length, 0)
        try:
            return int(_FLOCK.unpack(fcntl.fcntl(self.descriptors[0], how, asked))[0])
        except OSError as error:
            if error.errno not in _WITHOUT_LOCKS:
                raise
            return fcntl.F_UNLCK


_WITHOUT_LOCKS = (errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)

_here: dict[tuple[int, int, int], _Inode] = {}
"""The books' files that this process has open, by process, device and inode."""

_door = Lock()


def _inode_at(path: Path) -> _Inode:
    """The file at a path as this process has it open, or opened now."""
    known = _here.get(_key(path.stat()))
    if known:
        return known
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    opened = _Inode(descriptor)
    known = _here.setdefault(opened.key, opened)
    if known is not opened:
        # It was replaced meanwhile by one that is open here; closing it would drop the locks of SQLite.
        known.descriptors.append(descriptor)
    return known


def _key(found: os.stat_result) -> tuple[int, int, int]:
    return os.getpid(), found.st_dev, found.st_ino


def _byte_of(path: Path) -> int:
    """The byte that stands for a file's folder and name: the same under every path that leads to the same log."""
    folder = path.parent.stat()
    name = f"{folder.st_dev} {folder.st_ino} ".encode() + os.fsencode(path.name)
    return FIRST_BYTE + int.from_bytes(blake2b(name, digest_size=8).digest()) % _BYTES
