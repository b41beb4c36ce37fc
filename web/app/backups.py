"""Backups that a server makes by itself, in a folder: when, by whom, which are kept, and what the folder has of them.

A backup is made every hour if the book has something new. The newest 24 are kept, and the newest of each of the last
30 days that have one. A file with a head beside it was verified and is sound; others are kept by the same rule.
"""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import msgspec
import psutil
from flask import current_app

from events.book.book import Book
from events.book.external_head import read_head
from events.book.file import beside, head_beside
from events.book.lock import FileLock, owner_called
from events.book.working_folders import remove_left_folders
from events.frozen import Frozen
from events.records import BookError

EXTENSION = "casekeeper backups"

EVERY = timedelta(hours=1)
LATE = timedelta(hours=2)
"""How long an event may be in no backup before the staff are warned."""

NEWEST_KEPT, DAYS_KEPT = 24, 30
LOOK_EVERY_S = 60.0
LEAST_PRIORITY = 19

_TIME = "%Y%m%d-%H%M%S"
_ERROR = re.compile(r"(?:casekeeper: )?(.*?)(?: \[\w+\])?")
_log = logging.getLogger(__name__)


class Backup(Frozen):
    """A file in the folder: when it was begun (UTC), its size, and whether it was verified and is sound."""

    path: Path
    at: datetime
    size_bytes: int
    sound: bool


class Failure(Frozen):
    """When a backup failed, and why, in the language of the house."""

    at: datetime
    why: str


class Status(Frozen):
    """What a folder has: its backups, newest first, the last failure, and the position up to which they go.

    ``unreachable`` says why the folder cannot be used, "" if it can.
    """

    backups: tuple[Backup, ...] = ()
    failure: Failure | None = None
    position: int = 0
    unreachable: str = ""

    @property
    def last_sound(self) -> Backup | None:
        """The newest backup that is sound."""
        return next((backup for backup in self.backups if backup.sound), None)


def name_of(where: str) -> str:
    """What the names of a book's backups begin with."""
    return "book" if "://" in where else Path(where).stem


def file_name(where: str, at: datetime) -> str:
    """The name of a backup made at a time."""
    return f"{name_of(where)}-{at.astimezone(UTC):{_TIME}}.db"


def superfluous(backups: Iterable[Backup]) -> list[Backup]:
    """Those that are not kept, of backups with the newest first."""
    days: set[object] = set()
    surplus = []
    for number, backup in enumerate(backups):
        is_last_of_day = backup.at.date() not in days and len(days) < DAYS_KEPT
        days.add(backup.at.date())
        if number >= NEWEST_KEPT and not is_last_of_day:
            surplus.append(backup)
    return surplus


class Backups:
    """Makes backups of a book into a folder, and knows which there are.

    Several processes may have the same folder: one makes each backup. ``make`` makes a backup at a path and returns why
    it failed, "" if it is sound.
    """

    def __init__(
        self,
        book: Book,
        where: str,
        folder: Path,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        make: Callable[[Path], str] | None = None,
    ) -> None:
        self.folder = folder
        self.now = now
        self.status: Status | None = None
        """What the folder had when it was last read; ``None`` before that."""
        self._book = book
        self._where = where
        self.make = make or self._make_in_process
        self._stopping = Event()
        self._process: subprocess.Popen[str] | None = None
        self._failure: Failure | None = None
        self._logged = ""

    def start(self) -> None:
        """Make backups on a thread from now on."""
        Thread(target=self._run, name="backups", daemon=True).start()

    def stop(self) -> None:
        """Make no more, and end what is being made."""
        self._stopping.set()
        if self._process:
            self._process.terminate()

    def unsaved_since(self) -> datetime | None:
        """When the oldest event was recorded that is in no sound backup; ``None`` if all are, or nothing is known."""
        at = self._book.time_after(self.status.position) if self.status else None
        return datetime.fromisoformat(at) if at else None

    def late_since(self) -> datetime | None:
        """The same if that is too long ago."""
        since = self.unsaved_since()
        return since if since and self.now() - since > LATE else None

    def look(self) -> None:
        """Read the folder, make a backup if one is due, and delete those that are not kept or were begun and killed."""
        try:
            remove_left_folders(self.folder)
            status = self._read()
            if self._is_due(status):
                status = self._made()
        except OSError as error:
            why = error.strerror or str(error)
            status = msgspec.structs.replace(self.status or Status(), unreachable=why)
            self._complain(f"no backup can be written to {self.folder}: {why}")
        except BookError as error:
            self._complain(f"no backup can be made: {error.why}")
            return
        self.status = status

    def _run(self) -> None:
        while True:
            self.look()
            if self._stopping.wait(LOOK_EVERY_S):
                return

    def _read(self) -> Status:
        found = []
        for path in self.folder.iterdir():
            named = re.fullmatch(rf"{re.escape(name_of(self._where))}-(\d{{8}}-\d{{6}})\.db", path.name)
            # A name may be no time, and another process may delete a file meanwhile.
            with suppress(ValueError, FileNotFoundError):
                at = datetime.strptime(named[1] if named else "", _TIME).replace(tzinfo=UTC)
                size = path.stat().st_size
                found.append(Backup(path=path, at=at, size_bytes=size, sound=head_beside(path).exists()))
        found.sort(key=lambda backup: backup.at, reverse=True)
        failure = self._failure
        with suppress(FileNotFoundError, msgspec.DecodeError):
            failure = msgspec.json.decode(self._failure_file.read_bytes(), type=Failure)
        status = Status(backups=tuple(found), failure=failure)
        with suppress(BookError):
            head = read_head(head_beside(status.last_sound.path)) if status.last_sound else None
            status = msgspec.structs.replace(status, position=head.position if head else 0)
        return status

    def _is_due(self, status: Status) -> bool:
        """Whether the book has something new, and nothing was tried within the hour, also by a clock that was wrong."""
        tried = [backup.at for backup in status.backups] + [failure.at for failure in (status.failure,) if failure]
        now = self.now()
        return all(abs(now - at) >= EVERY for at in tried) and self._book.last_position() != status.position

    def _made(self) -> Status:
        """Make a backup, unless another process does; returns what the folder has then."""
        try:
            lock = FileLock.taken(self.folder / f".{name_of(self._where)}", owner_called("casekeeper serve"))
        except BookError:
            return self._read()
        try:
            status = self._read()
            if self._is_due(status):
                at = self.now()
                why = self.make(self.folder / file_name(self._where, at))
                if why and not self._stopping.is_set():
                    self._failed(Failure(at=at, why=why))
                status = self._read()
                for kind in (True, False):
                    for backup in superfluous(backup for backup in status.backups if backup.sound == kind):
                        head_beside(backup.path).unlink(missing_ok=True)
                        backup.path.unlink(missing_ok=True)
                status = self._read()
        finally:
            lock.release()
        return status

    def _make_in_process(self, target: Path) -> str:
        """Make a backup in a process of the lowest priority."""
        command = [sys.executable, "-m", "web.command_line.main", "backup", self._where, str(target)]
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as self._process:
            with suppress(psutil.Error):
                process = psutil.Process(self._process.pid)
                process.nice(LEAST_PRIORITY)
                if hasattr(process, "ionice"):
                    process.ionice(psutil.IOPRIO_CLASS_IDLE)
            lines = self._process.communicate()[0].strip().splitlines()
        if self._process.returncode == 0:
            return ""
        error = _ERROR.fullmatch(lines[-1]) if lines else None
        return error[1] if error else f"status {self._process.returncode}"

    @property
    def _failure_file(self) -> Path:
        return beside(self.folder / name_of(self._where), ".failed")

    def _failed(self, failure: Failure) -> None:
        self._failure = failure
        self._complain(f"a backup failed: {failure.why}")
        # On a full disk only this process knows it.
        with suppress(OSError):
            self._failure_file.write_bytes(msgspec.json.encode(failure))

    def _complain(self, what: str) -> None:
        """Log a failure once while it lasts."""
        if what != self._logged:
            _log.warning(what)
        self._logged = what


def backups() -> Backups | None:
    """The backups of this application; ``None`` if its server makes none."""
    made: Backups | None = current_app.extensions.get(EXTENSION)
    return made
