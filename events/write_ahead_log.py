"""SQLite's write-ahead log, watched from outside: whether what was committed into it is still there.

The log may be cut short or written over in its place, and SQLite, which has its index in memory, does not notice. But
it never makes a log shorter of which it has no need: it begins the next one over it. And each begins with a header,
as told at https://www.sqlite.org/fileformat.html#the_write_ahead_log.
"""

from __future__ import annotations

import os
from pathlib import Path

_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))


class LogWatch:
    """Remembers how long the log was, and says whether it is still there. For one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bytes = 0

    def follow(self) -> bool:
        """Look at the log as it is now; ``False`` where it is shorter than the last time, or is none."""
        try:
            log = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            begins, length = os.pread(log, 4, 0), os.fstat(log).st_size
        finally:
            # SQLite has its locks on the book and on the log's index: closing the log gives up none of them.
            os.close(log)
        if length < self._bytes or (length and begins not in _MAGIC):
            return False
        self._bytes = length
        return True
