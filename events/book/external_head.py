"""The newest head of a book, stored outside it: the length and last hashes of each stream."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from threading import Condition, Thread
from time import monotonic

import msgspec

from events.book.file import OWNER_ONLY
from events.book.working_folders import alone_in
from events.records import BookError, CommandHead, Head

WRITTEN_EVERY_S = 1.0
"""The shortest interval between writes of a head, which its own thread does; no answer waits for it."""

MOST_BYTES = 64 * 1024 * 1024
"""The most that is read of a head, which has some 250 bytes for each stream."""

_log = logging.getLogger(__name__)


class StreamHead(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of a stream's events and commands, with their last hashes; a file calls the events `facts`."""

    events: int = msgspec.field(default=0, name="facts")
    event_hash: str = msgspec.field(default="", name="fact_hash")
    commands: int = 0
    command_hash: str = ""


class BookHead(msgspec.Struct, frozen=True, kw_only=True, tag_field="form", tag="casekeeper head 1"):
    """The heads of a book's streams at a time (UTC); ``position`` is that of the book's last event."""

    at: str
    position: int
    streams: dict[str, StreamHead]


def read_head(path: Path) -> BookHead | None:
    """The head in a file; ``None`` if there is no file. Raises :class:`BookError` (``head_unreadable``).

    A book that others made may name any path: no device or pipe is waited for, or read without end.
    """
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            content = file.read(MOST_BYTES + 1) or b""
        return msgspec.json.decode(content, type=BookHead)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BookError(
            "head_unreadable",
            "The head at %(path)s cannot be read: %(error)s.",
            path=path,
            error=error.strerror or error,
        ) from None
    except (msgspec.DecodeError, ValueError):
        # A path with a null character is a ValueError too.
        raise BookError("head_unreadable", "%(path)s is not the head of a book.", path=path) from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file for reading, without waiting for the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def write_head(path: Path, head: BookHead) -> None:
    """Replace a head file atomically, readable only by its owner; raises :class:`OSError`."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(head), indent=1) + b"\n")
            file.flush()
            # Without this, a power failure could leave an empty file.
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def now() -> str:
    """The current time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class HeadKeeper:
    """Writes a book's head to the files at ``paths``, at intervals while there are commits, and at the end.

    ``has`` tells whether the book has a stream up to a head. Entries for streams that the book does not have stay in
    the file: they prove that the book was replaced.
    """

    def __init__(self, paths: Iterable[Path], has: Callable[[str, StreamHead], bool]) -> None:
        self.paths = tuple(paths)
        self._has = has
        self._position = 0
        self._streams: dict[str, StreamHead] = {}
        self._written: dict[tuple[Path, str], StreamHead] = {}
        self._changed: set[str] = set()
        self._closing = False
        self._door = Condition()
        self._thread: Thread | None = None
        self._troubles: dict[Path, str] = {}

    def committed(self, position: int, heads: Mapping[str, tuple[Head, CommandHead]]) -> None:
        """Note the heads of events and commands after a transaction that is on disk."""
        with self._door:
            self._position = position
            for stream, (last, command) in heads.items():
                self._streams[stream] = StreamHead(
                    events=last.version, event_hash=last.hash, commands=command.version, command_hash=command.hash
                )
            self._changed.update(heads)
            if self._changed and self.paths and self._thread is None and not self._closing:
                self._thread = Thread(target=self._run, name="book-head", daemon=True)
                self._thread.start()
            if heads:
                self._door.notify_all()

    def begin(self, newest: Callable[[], BookHead]) -> None:
        """Write a whole head to each file that is not there; commits add only the streams that they change."""
        for path in self.paths:
            if path.exists():
                continue
            try:
                with alone_in(path.parent):
                    if not path.exists():
                        write_head(path, newest())
            except OSError as error:
                self._note_trouble(path, error)

    @property
    def streams(self) -> dict[str, StreamHead]:
        """The heads of the streams that were committed to, as of the last commit."""
        with self._door:
            return dict(self._streams)

    def close(self) -> None:
        """Write what is pending, and stop."""
        with self._door:
            self._closing = True
            self._door.notify_all()
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            with self._door:
                self._door.wait_for(lambda: self._changed or self._closing)
                again = monotonic() + WRITTEN_EVERY_S
                self._door.wait_for(lambda: self._closing, again - monotonic())
                closing = self._closing
            self.write_now()

    def write_now(self) -> None:
        """Write what has changed since the last time; what cannot be written now stays changed."""
        with self._door:
            changed, self._changed = self._changed, set()
            position, streams = self._position, {stream: self._streams[stream] for stream in changed}
        if not changed:
            return
        written = [self._write(path, position, streams) for path in self.paths]
        if not all(written):
            with self._door:
                self._changed |= changed

    def _write(self, path: Path, position: int, streams: dict[str, StreamHead]) -> bool:
        """Update a file to these heads; ``False`` if it cannot be written now."""
        try:
            with alone_in(path.parent):
                there = read_head(path)
                known = dict(there.streams) if there else {}
                for stream, head in streams.items():
                    if self._follows(path, stream, known.get(stream), head):
                        known[stream] = self._written[path, stream] = head
                if not there or known != there.streams:
                    last = max(position, there.position if there else 0)
                    write_head(path, BookHead(at=now(), position=last, streams=dict(sorted(known.items()))))
        except (OSError, BookError) as error:
            self._note_trouble(path, error)
            return False
        self._troubles.pop(path, None)
        return True

    def _note_trouble(self, path: Path, error: Exception) -> None:
        if self._troubles.get(path) != str(error):
            _log.warning("the head of the book was not written to %s: %s", path, error)
        self._troubles[path] = str(error)

    def _follows(self, path: Path, stream: str, there: StreamHead | None, head: StreamHead) -> bool:
        """Whether a head may replace that in a file: it must continue the same chains."""
        if there is None or there == self._written.get((path, stream)):
            return True
        return there.events <= head.events and there.commands <= head.commands and self._has(stream, there)
