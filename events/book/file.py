"""The file of a book: synced to disk, watched while open, and opened for reading only."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from time import sleep
from urllib.parse import quote

import pysqlite3

from events.book.write_ahead_log import (
    LogWatch,
    checkpoint_is_on,
    checkpoint_is_unfinished,
    is_brought_in_part,
    through_the_log,
)
from events.frozen import Frozen
from events.records import BookError

OWNER_ONLY = 0o600

LOOK_AGAIN_S = 0.02

LOOKS_AT_REST = 100
"""How often a file that no longer changes, and that no log is being brought into, is looked at until it makes sense.

Looks are counted and no time is taken: a process that was stopped for a while has not looked meanwhile.
"""

MOST_LOOKS = 5 * LOOKS_AT_REST
"""How often one that is written to again and again is."""

_LAST = """
SELECT
    (SELECT max(position) FROM facts),
    (SELECT max(rowid) FROM commands),
    (SELECT hash FROM facts WHERE position = :position),
    (SELECT hash FROM commands WHERE rowid = :row)
"""
_HASHES = "SELECT (SELECT hash FROM facts WHERE position = ?), (SELECT hash FROM commands WHERE rowid = ?)"


_open_here: Counter[tuple[int, int]] = Counter()


def is_open_here(path: Path) -> bool:
    """Whether this process has a file open as a book.

    To open and close such a file besides would take SQLite's locks on it from this process: so POSIX has it.
    """
    found = path.stat()
    return _open_here[found.st_dev, found.st_ino] > 0


class _Kept(Frozen, kw_only=False):
    """What the main file was last seen to hold, its write-ahead log left out: its last fact and its last command."""

    position: int = 0
    fact_hash: str | None = None
    row: int = 0
    command_hash: str | None = None


class BookFile:
    """The file behind an open book. Make one before SQLite opens the file, and call :meth:`watch` once it has.

    ``asked`` is the name that the book was opened by, ``path`` the one that SQLite keeps its own files beside: no
    symbolic link leads there. ``log_is_lost`` is whether the log beside it is missing and the writer can put it back.
    """

    def __init__(self, path: Path) -> None:
        self.asked = path.absolute()
        self.path = Path(os.path.realpath(path))
        self._log = LogWatch(self.path, beside(self.path, "-wal"))
        self._files = (self.asked, beside(self.path, "-wal"), beside(self.path, "-shm"))
        # The system is asked by texts: six times a commit, pathlib would take longer to make them than it to answer.
        self._names = tuple(map(str, self._files))
        self._opened: tuple[tuple[int, int], ...] | None = None
        self._written: tuple[int, ...] = ()
        self._kept: _Kept | None = None
        self._lock = Lock()
        self._gone: BookError | None = None
        self.log_is_lost = False
        self._differs = False

    def assert_one_name(self) -> None:
        """Raise :class:`BookError` (``book_linked``) where the file has other names (hard links).

        SQLite keeps its log by the name: under two names two logs would each have half of the book.
        """
        if self.path.stat().st_nlink > 1:
            why = f"{self.path} has another name (a hard link), under which others could write to it: take that away"
            raise BookError("book_linked", f"{why}, or copy the book.")

    def watch(self) -> None:
        """Remember which files SQLite has opened: the book, its write-ahead log and the log's index."""
        main, _, index = (file.stat() for file in self._files)
        log = self._log.open()
        self._opened = tuple(map(_identity, (main, log, index)))
        self._written = written(main)
        _open_here[self._opened[0]] += 1
        try:
            self._kept = self._look(_Kept())
        except pysqlite3.Error:
            # A damaged book is opened all the same: its other nights are read.
            self._kept = None
        self._log.follow(log.st_size)

    def forget(self) -> None:
        """The file is closed."""
        self._log.close()
        if self._opened:
            _open_here[self._opened[0]] -= 1

    @property
    def gone(self) -> bool:
        """Whether the file was once found not to be in its place; it is then never relied on again."""
        return self._gone is not None

    def assert_in_place(self) -> int:
        """Raise :class:`BookError` (``book_replaced``), from now on for ever, where the file is not the one opened.

        ``book_unreadable`` where that cannot be told just now, as while the system opens no more files. Gives how many
        bytes the log has.
        """
        log_bytes = 0
        if self._gone is None:
            try:
                what, log_bytes = self._what_is_wrong()
            except OSError as error:
                why = f"The book {self.asked.name} cannot be looked at just now: {error.strerror or error}."
                raise BookError("book_unreadable", why) from None
            if what:
                self._gone = BookError("book_replaced", f"{what}: {_REPLACED}")
        if self._gone is not None:
            raise BookError(self._gone.code, self._gone.why)
        return log_bytes

    def assert_log_in_place(self) -> None:
        """Raise the same where the write-ahead log has lost what was committed into it; for the writer alone.

        A log that was deleted from beside a book that is still there is put back before that is said.
        """
        try:
            log_bytes = self.assert_in_place()
        except BookError:
            if not self.log_is_lost or not self._log.put_back():
                raise
            self.log_is_lost = False
            self._gone = BookError("book_replaced", f"The log of the book {self.asked.name} {_PUT_BACK}")
            raise BookError(self._gone.code, self._gone.why) from None
        if not self._log.follow(log_bytes):
            self._gone = BookError("book_replaced", f"The book's write-ahead log was written over: {_REPLACED}")
            self.assert_in_place()

    def _what_is_wrong(self) -> tuple[str, int]:
        """What is wrong, nothing where all is in its place, and how many bytes the log has."""
        if self._opened is None:
            return "", 0
        try:
            main, log, index = map(os.stat, self._names)
            found = (_identity(main), _identity(log), _identity(index))
            same = found[0] == self._opened[0]
            over = same and written(main) != self._written and not self._holds_what_it_held()
        except (FileNotFoundError, NotADirectoryError):
            if self._is_replaced():
                self._put_log_aside()
            else:
                self.log_is_lost = self._is_whole_without_its_log()
            return f"The book {self.asked.name}, or its log, was moved or deleted", 0
        if not same or (over and self._differs):
            self._put_log_aside()
        if found != self._opened:
            return f"Another file has taken the place of the book {self.asked.name}, or of its log", 0
        return f"Something has written over the book {self.asked.name}" if over else "", log.st_size

    def _is_replaced(self) -> bool:
        try:
            return self._opened is not None and _identity(self.asked.stat()) != self._opened[0]
        except OSError:
            return False

    def _is_whole_without_its_log(self) -> bool:
        """Whether the book itself is in its place as it was, and nothing has the name of its log."""
        main, log, _ = self._files
        try:
            is_there = self._opened is not None and _identity(main.stat()) == self._opened[0]
        except OSError:
            return False
        return is_there and not log.exists() and self._holds_what_it_held()

    def _put_log_aside(self) -> None:
        """Put the lost book's log out of the way of what took its place: the next to open that would mix the two."""
        for suffix, opened in zip(("-wal", "-shm"), (self._opened or ())[1:], strict=True):
            path = beside(self.path, suffix)
            try:
                if _identity(path.stat()) == opened:
                    path.rename(beside(self.path, f".lost-{os.getpid()}{suffix}"))
            except OSError:
                continue

    def _holds_what_it_held(self) -> bool:
        """Whether the main file, which was written to, still has its last fact and command: a checkpoint only adds."""
        with self._lock:
            at_rest, last, checkpoint = 0, None, False
            for _ in range(MOST_LOOKS):
                before = written(self.path.stat())
                if before == self._written:
                    return True
                # A checkpoint may stand still for long in the middle, as where the disk has much else to write.
                checkpoint = self._opened is not None and before == last and checkpoint_is_on(self._opened[2][1])
                at_rest, last = (at_rest + 1 if before == last and not checkpoint else 0), before
                if self.gone or at_rest > LOOKS_AT_REST:
                    return False
                if self._kept is None:
                    self._written = before
                    return True
                try:
                    kept = self._look(self._kept)
                    self._differs = kept is None
                except pysqlite3.Error as error:
                    if "unable to open" in str(error):
                        raise OSError(str(error)) from None
                    kept = None
                if kept and before == written(self.path.stat()):
                    self._kept, self._written = kept, before
                    return True
                if not kept and not checkpoint and self._holds_it_with_its_log(self._kept):
                    # To be looked at again each time, until all of the log has come into it.
                    self._differs = False
                    return True
                sleep(LOOK_AGAIN_S)
        if checkpoint:
            raise OSError("its log is being brought into it")
        return False

    def _holds_it_with_its_log(self, kept: _Kept) -> bool:
        """Whether a file of which only its log makes sense, being in part in it, holds what it held."""
        try:
            # Where the log is gone SQLite would begin another.
            if self._opened is None or _identity(self._files[1].stat()) != self._opened[1]:
                return False
            with through_the_log(self.path) as raw:
                in_part = is_brought_in_part(raw) or checkpoint_is_unfinished(self._opened[2])
                return in_part and _found(raw, kept) is not None
        except (OSError, pysqlite3.Error):
            return False

    def _look(self, kept: _Kept) -> _Kept | None:
        """What the main file holds, read past its log and without locks; nothing where what it held is not in it."""
        with closing(pysqlite3.connect(f"file:{quote(str(self.path))}?mode=ro&immutable=1", uri=True)) as raw:
            return _found(raw, kept)


def _found(raw: pysqlite3.Connection, kept: _Kept) -> _Kept | None:
    """What a connection finds; nothing where what was kept is not in it."""
    position, row, *hashes = raw.execute(_LAST, {"position": kept.position, "row": kept.row}).fetchone()
    if hashes != [kept.fact_hash, kept.command_hash]:
        return None
    position, row = position or 0, row or 0
    fact_hash, command_hash = raw.execute(_HASHES, (position, row)).fetchone()
    return _Kept(position, fact_hash, row, command_hash)


def beside(path: Path, suffix: str) -> Path:
    """A file beside a book, by what its name has more."""
    return path.with_name(path.name + suffix)


def head_beside(path: Path) -> Path:
    """Where a book's head is kept outside of it."""
    return beside(Path(os.path.realpath(path)), ".head")


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read or write, where there is none; SQLite gives its own the same."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        return


def open_to_others(path: Path) -> list[Path]:
    """Those of a book's file and of what stands beside it that others than its owner may read or write."""
    path = Path(os.path.realpath(path))
    there = [one for one in (path, *(beside(path, suffix) for suffix in SUFFIXES)) if one.exists()]
    return [one for one in there if one.stat().st_mode & 0o077]


def close_to_others(path: Path) -> list[Path]:
    """Have a book's files be their owner's alone; gives those that were not, as far as that can be changed."""
    changed = []
    for open_to_other in open_to_others(path):
        try:
            open_to_other.chmod(OWNER_ONLY)
        except OSError:
            continue
        changed.append(open_to_other)
    return changed


SUFFIXES = ("-wal", "-shm", ".lock", ".head")
"""What names end on beside a book: SQLite's write-ahead log and its index, the owner's lock, the outside head."""


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def written(found: os.stat_result) -> tuple[int, ...]:
    """What of a file changes whenever it is written to."""
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size)


_REPLACED = "nothing is kept or shown until the right file is put back and the program started again."

_PUT_BACK = "was deleted and is put back, with all that was kept: nothing more is until the program is started again."


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
