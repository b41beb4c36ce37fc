"""The book: all events of all nights, in a SQLite file or a PostgreSQL database, append-only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from threading import Condition
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from events.book.announcements import Announcements
from events.book.database import (
    SERVERS,
    Opened,
    behind_url,
    book_error,
    damaged_file,
    in_file,
    in_memory,
    let_go,
    looking,
    to_read,
)
from events.book.external_head import HeadKeeper, StreamHead
from events.book.head_notes import BESIDE, heads_noted, note_heads
from events.book.lock import SERVER, FileLock
from events.book.reading import (
    command_head_of,
    commands_of,
    events_of,
    head_of,
    last_position_of,
    linked_events_of,
    linked_rows_of,
    moved_between,
    nights_between,
    nights_of,
    opened_between,
    sound_events_of,
    time_after,
)
from events.book.rescue import rescues_of
from events.book.stored_rows import (
    COMMANDS,
    EVENTS,
    command_hash_at,
    command_rows_of,
    extent_of,
    hash_at,
    head_of_book,
    ids_twice,
    lost_heads,
    positions_of,
    rows_by_index,
    rows_by_table,
    spans_of,
)
from events.book.tables import missing_guards, structure_faults, uniqueness_faults
from events.book.unit_of_work import UnitOfWork
from events.book.writer import Observer, Writer
from events.records import BookError, Head, Recorded

P = ParamSpec("P")
T = TypeVar("T")


def _reader(read: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Book, P], T]:
    """A method of the book that reads with a function of :mod:`events.book.reading`, as of one moment."""

    @wraps(read)
    def method(book: Book, /, *arguments: P.args, **named: P.kwargs) -> T:
        with book.reading() as connection:
            return read(connection, *arguments, **named)

    return method


class Book:
    """An open book. Any thread may read; all writes go through its single writer.

    Open it with :meth:`open`; close it with :meth:`close` or use it in a ``with`` statement.
    """

    commands = _reader(commands_of)
    sound_events = _reader(sound_events_of)
    command_head = _reader(command_head_of)
    event_rows = _reader(linked_events_of)
    rows = _reader(linked_rows_of)
    rows_by_index = _reader(rows_by_index)
    hash_at = _reader(hash_at)
    command_hash_at = _reader(command_hash_at)
    extent = _reader(extent_of)
    rows_by_table = _reader(rows_by_table)
    spans = _reader(spans_of)
    ids_twice = _reader(ids_twice)
    structure_faults = _reader(structure_faults)
    uniqueness_faults = _reader(uniqueness_faults)
    missing_guards = _reader(missing_guards)
    positions = _reader(positions_of)
    command_rows = _reader(command_rows_of)
    newest_head = _reader(head_of_book)
    rescues = _reader(rescues_of)
    time_after = _reader(time_after)
    heads_noted = _reader(heads_noted)

    def __init__(self, opened: Opened) -> None:
        self._reading = opened.reading
        self._looking = looking(opened.reading)
        self._writing = opened.writing
        self._gate = opened.gate
        self._file = opened.file
        self._at_rest = opened.at_rest
        self._assert_owned = opened.assert_owned
        self._closed = False
        self._readers = 0
        self._door = Condition()
        self._heads = HeadKeeper(opened.heads, self.has)
        self._announcements = set[Announcements]()
        self._sessions = set[int]()
        self._writer = None
        if opened.writing:
            self._writer = Writer(
                opened.writing, self._gate, self._assert_may_write, self._heads.committed, self._begin_session
            )

    @classmethod
    def open(
        cls,
        where: str | Path | None = None,
        *,
        create: bool = True,
        read_only: bool = False,
        older: bool = False,
        lock: FileLock | None = None,
        heads: Iterable[Path] = (),
        program: str = "",
    ) -> Book:
        """Open the book in a file or behind a database URL, or by default a new book in memory.

        ``read_only`` creates and changes nothing; the book must exist. ``older`` then also opens a file that has to be
        migrated before it is used, to copy it. ``lock`` is the lock of the owning server. The
        book's head is written to ``heads`` as well as to the file beside it. ``program`` is the name that a database
        has for this program (:meth:`servers`). Raises :class:`BookError`:
        ``no_such_book`` if it is missing and may not be created, ``not_a_book`` if the file holds something else,
        ``book_owned`` if the lock is lost, or the database's own error.
        """
        try:
            if where is None:
                return cls(in_memory())
            if "://" in str(where):
                return cls(behind_url(str(where), create, read_only, heads, program))
            return cls(to_read(Path(where), older) if read_only else in_file(Path(where), create, lock, heads))
        except (ArgumentError, NoSuchModuleError) as error:
            raise BookError("book_unreadable", "There is no database at that URL: %(error)s.", error=error) from None
        except UnicodeDecodeError:
            raise damaged_file() from None
        except UnicodeEncodeError:
            raise BookError(
                "book_unreadable",
                "Cannot open a book at that path: its name, or the locale of this process, is not in UTF-8.",
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BookError("book_unreadable", "Cannot open a book at that path: %(error)s.", error=reason) from None
        except SQLAlchemyError as error:
            raise book_error(error) from None

    @property
    def note(self) -> str:
        """A note for a person on how this book is read; "" if there is nothing special."""
        return self._at_rest.note if self._at_rest else ""

    def assert_in_place(self) -> None:
        """Raise :class:`BookError` (``book_replaced``) if the file on disk is no longer the one that is open."""
        if self._file:
            try:
                self._file.assert_in_place()
            except BookError:
                if not self._file.log_is_lost:
                    raise
                self._have_the_writer_look()
                self._file.assert_in_place()
        if self._at_rest:
            self._at_rest.assert_undisturbed()

    def servers(self) -> list[str]:
        """The names of the servers that have the book's database open; none for a book in a file, which has a lock."""
        with self._read() as connection:
            if connection.dialect.name != "postgresql":
                return []
            return list(connection.scalars(text(SERVERS), {"server": SERVER}))

    def rebuild_indexes(self) -> None:
        """Rebuild every index from its table without touching rows.

        Raises :class:`BookError` if rows are not unique or the table is damaged.
        """
        if self._writing is None or self._writer is None:
            raise _to_be_read()
        try:
            self._assert_may_write()
            with self._writer.set_aside(), self._gate, self._writing.begin() as connection:
                for table in (EVENTS, COMMANDS):
                    what = table.name if connection.dialect.name == "sqlite" else f"TABLE {table.name}"
                    connection.exec_driver_sql(f"REINDEX {what}")
        except SQLAlchemyError as error:
            raise book_error(error) from None

    def note_heads(self) -> None:
        """Note in the book where its heads are kept, so that ``verify`` misses them, and write those that are missing.

        Raises :class:`BookError`.
        """
        if self._writing is None or self._writer is None:
            raise _to_be_read()
        beside, others = (self.kept_heads[:1], self.kept_heads[1:]) if self._file else ((), self.kept_heads)
        heads = [*(BESIDE for _ in beside), *(str(path.absolute()) for path in others)]
        try:
            self._assert_may_write()
            with self._writer.set_aside(), self._gate, self._writing.begin() as connection:
                note_heads(connection, heads)
        except SQLAlchemyError as error:
            raise book_error(error) from None
        self._heads.begin(self.newest_head)

    def write(self, job: Callable[[UnitOfWork], T]) -> T:
        """Run a job on the writer and return its answer once everything it appended is on disk."""
        if self._writer is None:
            raise _to_be_read()
        return self._writer.write(job)

    def assert_writing(self) -> None:
        """Raise :class:`BookError` if the writer is stuck or the last write failed."""
        if self._writer:
            self._writer.assert_writing()

    @property
    def trouble(self) -> BookError | None:
        """Why nothing can be recorded until somebody does something; ``None`` if nothing is known to be wrong."""
        return self._writer.lasting_trouble if self._writer else None

    def nights(self, *, without_device: str | None = None) -> list[str]:
        """The ids of all nights, in the order they were opened; without those that a device opened, if it is named."""
        with self._read() as connection:
            return nights_of(connection, without_device)

    def openings_and_closes(self, after: int = 0) -> tuple[list[tuple[str, bool, str]], int]:
        """The nights opened and closed after a position, in order, and the book's last position.

        Each entry is the night, whether it was opened (or closed), and the time.
        """
        with self._read() as connection:
            last = last_position_of(connection)
            return (nights_between(connection, after, last) if last > after else []), last

    def head(self, stream: str) -> Head | None:
        """The version and last hash of a stream; ``None`` if there is no such stream."""
        with self._read(self._looking) as connection:
            return head_of(connection, stream)

    def heads(self, streams: Iterable[str]) -> dict[str, Head]:
        """The version and last hash of each existing stream of these, as of one moment."""
        with self._read() as connection:
            found = {stream: head_of(connection, stream) for stream in streams}
        return {stream: head for stream, head in found.items() if head}

    def moved(self, after: int = 0) -> tuple[list[str], dict[str, Head], int]:
        """The nights opened after a position, the heads of the streams that changed since, and the last position.

        It reads only newer rows, so its cost does not depend on the book's length.
        """
        with self._read() as connection:
            last = last_position_of(connection)
            if last <= after:
                return [], {}, last
            return opened_between(connection, after, last), moved_between(connection, after, last), last

    def last_position(self) -> int:
        """The position of the book's last event; 0 if it has none."""
        with self._read(self._looking) as connection:
            return last_position_of(connection)

    def on_commit(self, observer: Observer) -> Callable[[], None]:
        """Call a function with the streams that a transaction of this process appended to; returns how to stop it.

        The observer runs on the writing thread after the answers are given: it must be quick and must not raise.
        """
        return self._writer.on_commit(observer) if self._writer else lambda: None

    def on_others_commit(self, observer: Observer) -> Callable[[], None]:
        """Call a function with the streams that other servers appended to, as far as they are announced.

        It gets ``None`` if any stream may have changed. Returns a function to stop it. Only PostgreSQL announces, and
        not through a pooler. The observer runs on a thread of its own.
        """
        if self._reading.name != "postgresql":
            return lambda: None
        announcements = Announcements(self._reading, self._sessions.__contains__, observer)
        self._announcements.add(announcements)

        def end() -> None:
            announcements.end()
            self._announcements.discard(announcements)

        return end

    def events(self, stream: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
        """A stream's events with versions above ``after``, up to and including ``until``, in order."""
        with self._read() as connection:
            if until is None:
                head = head_of(connection, stream)
                until = head.version if head else 0
            return events_of(connection, stream, after, until)

    def has(self, stream: str, head: StreamHead) -> bool:
        """Whether a stream contains the events and commands that a head names as its last."""
        return (not head.events or self.hash_at(stream, head.events) == head.event_hash) and (
            not head.commands or self.command_hash_at(stream, head.commands) == head.command_hash
        )

    def rows_of_no_stream(self) -> tuple[int, int]:
        """The numbers of events and commands whose stream is not text; 0 in a sound book."""
        return self.spans().rows_of_no_stream

    @property
    def kept_heads(self) -> tuple[Path, ...]:
        """The files outside the book that its head is written to, existing or not."""
        return self._heads.paths

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in its own transaction, for copying the book as of one moment."""
        with self._read() as connection:
            yield connection

    def close(self) -> None:
        """Write what is queued and close the database; later reads raise ``book_closed``.

        The write-ahead log is then merged into the file, unless another program has it open.
        """
        if self._writer:
            self._writer.close()
        self._heads.close()
        with self._door:
            already, self._closed = self._closed, True
            # Closing a connection while a thread reads from it crashes the process.
            self._door.wait_for(lambda: not self._readers)
        if already:
            return
        for announcements in tuple(self._announcements):
            announcements.end()
        self._reading.dispose()
        if self._file and self._writing:
            let_go(self._writing, self._file)
        elif self._writing:
            self._writing.dispose()
        if self._at_rest:
            self._at_rest.close()

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _read(self, engine: Engine | None = None) -> Iterator[Connection]:
        with self._door:
            if self._closed:
                raise BookError("book_closed", "The book is closed.")
            self._readers += 1
        try:
            self.assert_in_place()
            # Closing rolls back: SQLite refuses to commit even a reading once it has seen a damaged page.
            with self._gate, (engine or self._reading).connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise book_error(error) from None
        except UnicodeEncodeError:
            raise BookError("unkeepable", "The name has an incomplete character and cannot be stored.") from None
        except UnicodeDecodeError:
            raise damaged_file() from None
        finally:
            with self._door:
                self._readers -= 1
                self._door.notify_all()

    def _have_the_writer_look(self) -> None:
        """A reader may notice first that the log is lost, but only the writer may restore it."""
        if self._writer:
            with suppress(BookError):
                self._writer.write(lambda _: None)

    def _begin_session(self, connection: Connection) -> None:
        """Note whose announcements are this process's own, and refuse a database that lacks what it has committed.

        It does (``book_short``) if a standby took over that had not received everything, or an old copy was restored.
        """
        if connection.dialect.name != "postgresql":
            return
        session: Any = connection.connection.driver_connection
        self._sessions.add(session.info.backend_pid)
        lost = lost_heads(connection, self._heads.streams)
        if lost:
            raise BookError(
                "book_short",
                "The database has gone back to an earlier state: the last entries of %(streams)s are missing. Nothing "
                "is recorded. Put the newer state back, or restart casekeeper to go on without them.",
                streams=", ".join(lost[:3]),
            )

    def _assert_may_write(self) -> None:
        if self._file:
            self._file.assert_log_in_place()
        self._assert_owned()


def _to_be_read() -> BookError:
    return BookError("book_read_only", "The book was opened for reading only. Nothing was recorded.")
