"""The file of a book: synced to disk, watched while open, and opened for reading only."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import gettempdir
from threading import Lock
from time import sleep
from urllib.parse import quote

from events.book.name_lock import BookUse
from events.book.sqlite import sqlite3
from events.book.working_folders import working_folder
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
"""How often to check a file that has stopped changing, without a running checkpoint, before it counts as broken.

Checks are counted instead of timed, so a stopped process does not give up early.
"""

MOST_LOOKS = 5 * LOOKS_AT_REST
"""How often to check a file that keeps changing."""

_LAST = """
SELECT
    (SELECT max(position) FROM facts),
    (SELECT max(rowid) FROM commands),
    (SELECT hash FROM facts WHERE position = :position),
    (SELECT hash FROM commands WHERE rowid = :row)
"""
_HASHES = "SELECT (SELECT hash FROM facts WHERE position = ?), (SELECT hash FROM commands WHERE rowid = ?)"


class _Kept(Frozen, kw_only=False):
    """The last event and command that the main file was seen to hold, without its write-ahead log."""

    position: int = 0
    event_hash: str | None = None
    row: int = 0
    command_hash: str | None = None


class BookFile:
    """The file of an open book. Create it before SQLite opens the file, and call :meth:`watch` afterwards.

    ``given_path`` is the path that the book was opened by; ``path`` is the real path, beside which SQLite stores its
    own files. ``log_is_lost`` says whether the log is missing and the writer can restore it.
    """

    def __init__(self, path: Path) -> None:
        self.given_path = path.absolute()
        self.path = Path(os.path.realpath(path))
        self._log = LogWatch(self.path, beside(self.path, "-wal"))
        self._files = (self.given_path, beside(self.path, "-wal"), beside(self.path, "-shm"))
        # Plain strings: six calls per commit would take longer with pathlib than the system calls themselves.
        self._names = tuple(map(str, self._files))
        self._use: BookUse | None = None
        self._opened: tuple[tuple[int, int], ...] | None = None
        self._written: tuple[int, ...] = ()
        self._kept: _Kept | None = None
        self._lock = Lock()
        self._gone: BookError | None = None
        self.log_is_lost = False
        self._differs = False

    def assert_one_name(self) -> None:
        """Raise :class:`BookError` (``book_linked``) if the file has other names (hard links), or is mounted by itself.

        SQLite names its log after the file: two names would have two logs, each with half of the book. A mounted file
        has another name outside, where a killed program may have left a log.
        """
        if self.path.stat().st_nlink > 1:
            raise BookError(
                "book_linked",
                "%(file)s has another name (a hard link) through which others could write to it. Remove the link, or "
                "copy the book.",
                file=self.path,
            )
        if is_mounted(self.path):
            raise BookError(
                "book_linked",
                "%(file)s is mounted without its folder, so its log and its head would be elsewhere. Mount the folder "
                "instead.",
                file=self.path,
            )

    def begin_use(self) -> None:
        """Note that SQLite is about to open the file; raises :class:`BookError` (``book_linked``)."""
        self._use = BookUse(self.path, writes=True)

    def end_use(self) -> None:
        """Note that SQLite has closed the file."""
        if self._use:
            self._use.end()

    def watch(self) -> None:
        """Remember the files that SQLite opened: the book, its write-ahead log and the log's index."""
        main, _, index = (file.stat() for file in self._files)
        log = self._log.open()
        self._opened = tuple(map(_identity, (main, log, index)))
        self._written = written(main)
        try:
            self._kept = self._look(_Kept())
        except sqlite3.Error:
            # A damaged book is opened too, since its other nights can be read.
            self._kept = None
        self._log.follow(log.st_size)

    def forget(self) -> None:
        """Stop watching the file."""
        self._log.close()

    @property
    def gone(self) -> bool:
        """Whether the file was ever missing from its place; it is not trusted again."""
        return self._gone is not None

    def assert_in_place(self) -> int:
        """Raise :class:`BookError` (``book_replaced``) if the file is not the one that was opened; from then on always.

        Raises ``book_unreadable`` if that cannot be checked now, for example with too many open files. Returns the
        length of the log in bytes.
        """
        log_bytes = 0
        if self._gone is None:
            try:
                wrong, log_bytes = self._what_is_wrong()
            except OSError as error:
                raise BookError(
                    "book_unreadable",
                    "The book %(name)s cannot be checked now: %(error)s.",
                    name=self.given_path.name,
                    error=error.strerror or error,
                ) from None
            # Another thread may have found it gone meanwhile.
            self._gone = wrong or self._gone
        if self._gone is not None:
            raise self._gone.again()
        return log_bytes

    def assert_log_in_place(self) -> None:
        """Raise the same if the write-ahead log has lost committed data; only for the writer.

        A deleted log of a book that is still in place is restored first.
        """
        try:
            log_bytes = self.assert_in_place()
        except BookError:
            if not self.log_is_lost or not self._log.put_back():
                raise
            self.log_is_lost = False
            self._gone = BookError(
                "book_replaced",
                "The log of the book %(name)s was deleted and has been put back with everything recorded. Restart the "
                "program to record more.",
                name=self.given_path.name,
            )
            raise self._gone.again() from None
        if not self._log.follow(log_bytes):
            self._gone = BookError(
                "book_replaced",
                "The book's write-ahead log was written over: put the right file back and restart the program. Until "
                "then nothing is recorded or shown.",
            )
            self.assert_in_place()

    def _what_is_wrong(self) -> tuple[BookError | None, int]:
        """What is wrong, if anything, and the length of the log in bytes."""
        if self._opened is None:
            return None, 0
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
            moved = BookError(
                "book_replaced",
                "The book %(name)s, or its log, was moved or deleted: put the right file back and restart the program. "
                "Until then nothing is recorded or shown.",
                name=self.given_path.name,
            )
            return moved, 0
        if not same or (over and self._differs):
            self._put_log_aside()
        if found != self._opened:
            replaced = BookError(
                "book_replaced",
                "The book %(name)s or its log was replaced by another file: put the right file back and restart the "
                "program. Until then nothing is recorded or shown.",
                name=self.given_path.name,
            )
            return replaced, 0
        if not over:
            return None, log.st_size
        written_over = BookError(
            "book_replaced",
            "Something has written over the book %(name)s: put the right file back and restart the program. Until then "
            "nothing is recorded or shown.",
            name=self.given_path.name,
        )
        return written_over, log.st_size

    def _is_replaced(self) -> bool:
        try:
            return self._opened is not None and _identity(self.given_path.stat()) != self._opened[0]
        except OSError:
            return False

    def _is_whole_without_its_log(self) -> bool:
        """Whether the book is in its place unchanged, and nothing has the name of its log."""
        main, log, _ = self._files
        try:
            is_there = self._opened is not None and _identity(main.stat()) == self._opened[0]
        except OSError:
            return False
        return is_there and not log.exists() and self._holds_what_it_held()

    def _put_log_aside(self) -> None:
        """Rename the lost book's log, or the next program to open the replacement would mix the two."""
        for suffix, opened in zip(("-wal", "-shm"), (self._opened or ())[1:], strict=True):
            path = beside(self.path, suffix)
            try:
                if _identity(path.stat()) == opened:
                    path.rename(beside(self.path, f".lost-{os.getpid()}{suffix}"))
            except OSError:
                continue

    def _holds_what_it_held(self) -> bool:
        """Whether the changed main file still has its last event and command; a checkpoint only adds rows."""
        with self._lock:
            at_rest, last, checkpoint = 0, None, False
            for _ in range(MOST_LOOKS):
                before = written(self.path.stat())
                if before == self._written:
                    return True
                # A checkpoint may pause for long, for example on a busy disk.
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
                except sqlite3.Error as error:
                    if "unable to open" in str(error):
                        raise OSError(str(error)) from None
                    kept = None
                if kept and before == written(self.path.stat()):
                    self._kept, self._written = kept, before
                    return True
                if not kept and not checkpoint and self._holds_it_with_its_log(self._kept):
                    # Check again each time until the whole log is merged.
                    self._differs = False
                    return True
                sleep(LOOK_AGAIN_S)
        if checkpoint:
            raise OSError("its log is being brought into it")
        return False

    def _holds_it_with_its_log(self, kept: _Kept) -> bool:
        """Whether a partly checkpointed file, read with its log, still has its last event and command."""
        try:
            # If the log were gone, SQLite would create a new log.
            if self._opened is None or _identity(self._files[1].stat()) != self._opened[1]:
                return False
            with through_the_log(self.path) as raw:
                in_part = is_brought_in_part(raw) or checkpoint_is_unfinished(self._opened[2])
                return in_part and _found(raw, kept) is not None
        except (OSError, sqlite3.Error):
            return False

    def _look(self, kept: _Kept) -> _Kept | None:
        """The last event and command of the main file, read without its log; ``None`` if earlier rows are missing."""
        with closing(sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro&immutable=1", uri=True)) as raw:
            return _found(raw, kept)


def _found(raw: sqlite3.Connection, kept: _Kept) -> _Kept | None:
    """The last event and command that a connection sees; ``None`` if earlier rows are missing."""
    position, row, *hashes = raw.execute(_LAST, {"position": kept.position, "row": kept.row}).fetchone()
    if hashes != [kept.event_hash, kept.command_hash]:
        return None
    position, row = position or 0, row or 0
    event_hash, command_hash = raw.execute(_HASHES, (position, row)).fetchone()
    return _Kept(position, event_hash, row, command_hash)


def beside(path: Path, suffix: str) -> Path:
    """The path of a file beside a book, by the suffix of its name."""
    return path.with_name(path.name + suffix)


def head_beside(path: Path) -> Path:
    """The path of the head that is stored outside a book."""
    return beside(Path(os.path.realpath(path)), ".head")


def is_mounted(file: Path) -> bool:
    """Whether a file is itself the point of a mount, as where a container is given a file and not its folder."""
    try:
        mounts = Path("/proc/self/mountinfo").read_bytes().splitlines()
    except OSError:
        return False
    # The fifth field is where it is mounted, with a few characters in octal (proc(5)).
    escaped = re.sub(rb"[ \t\n\\]", lambda found: b"\\%03o" % found[0][0], os.fsencode(file))
    return any(mount.split()[4] == escaped for mount in mounts)


def make_private(path: Path) -> None:
    """Create an empty file for its owner alone, if there is none; SQLite's own files copy its mode."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        return


def open_to_others(path: Path) -> list[Path]:
    """The book's files that others than the owner can read or write."""
    path = Path(os.path.realpath(path))
    there = [file for file in (path, *(beside(path, suffix) for suffix in SUFFIXES)) if file.exists()]
    return [file for file in there if file.stat().st_mode & 0o077]


def close_to_others(path: Path) -> list[Path]:
    """Restrict a book's files to their owner as far as possible; returns the files that it changed."""
    changed = []
    for open_to_other in open_to_others(path):
        try:
            open_to_other.chmod(OWNER_ONLY)
        except OSError:
            continue
        changed.append(open_to_other)
    return changed


SUFFIXES = ("-wal", "-shm", ".lock", ".head")
"""The suffixes of the files beside a book: SQLite's log and its index, the owner's lock, the external head."""


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def written(found: os.stat_result) -> tuple[int, ...]:
    """The attributes of a file that change with every write."""
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size)


class ReadOnlyFile:
    """A book's file opened for reading: ``uri`` is for SQLite, ``note`` is for a person."""

    def __init__(self, path: Path) -> None:
        self.note = ""
        self._folder = ExitStack()
        self._at_rest: tuple[Path, tuple[int, ...]] | None = None
        self._path = Path(os.path.realpath(path))
        self._use = BookUse(self._path, writes=False)
        try:
            self.uri = self._way()
        except BaseException:
            self._use.end()
            raise
        if self._use.is_written_elsewhere:
            self.note = (
                f"Another program writes to {self._path.name} under another name. Its newest entries are in the log "
                "beside that name and are not read here."
            )

    def assert_undisturbed(self) -> None:
        """Raise :class:`BookError` (``book_busy``) if somebody writes to a file that was opened as unchanging."""
        if self._at_rest is None:
            return
        index, as_it_was = self._at_rest
        if index.exists() or written(self._path.stat()) != as_it_was:
            raise BookError("book_busy", "Another program has begun to write to the book. Try again.")

    def close(self) -> None:
        """Remove the temporary copy, once SQLite has closed the file."""
        self._use.end()
        self._folder.close()

    def _way(self) -> str:
        log, index = beside(self._path, "-wal"), beside(self._path, "-shm")
        left = log.exists() and log.stat().st_size > 0
        # Without a log, SQLite would create one even for reading, and a deleted log could no longer be restored.
        if log.exists() and index.exists() and _reads(_uri(self._path, "mode=ro")):
            return _uri(self._path, "mode=ro")
        if left:
            return self._copied(log)
        # Nobody has it open: SQLite may treat the file as unchanging and create nothing beside it.
        self._at_rest = (index, written(self._path.stat())) if not index.exists() else None
        return _uri(self._path, "mode=ro&immutable=1")

    def _copied(self, log: Path) -> str:
        """Copy a book with its leftover log, which has the newest rows."""
        try:
            copy = self._folder.enter_context(working_folder(Path(gettempdir()))) / "book.db"
            shutil.copyfile(self._path, copy)
            shutil.copyfile(log, beside(copy, "-wal"))
        except OSError as error:
            self.close()
            raise BookError(
                "book_unreadable",
                "The newest entries of the book are in %(log)s, and the copy for reading them cannot be made: "
                "%(error)s.",
                log=log.name,
                error=error.strerror or error,
            ) from None
        self.note = f"A stopped program left {log.name} beside the book. Both are read from a copy."
        return _uri(copy, "mode=rw")


def _uri(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _reads(uri: str) -> bool:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    try:
        with closing(connect(uri, uri=True)) as raw:
            raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    return True
