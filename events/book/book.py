"""The book: every fact of every night, in one SQLite file or a PostgreSQL database, append only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from events.book.chain import Columns, StoredCommand, StoredFact
from events.book.database import Opened, behind_url, in_file, in_memory, let_go, looking, to_read
from events.book.database_errors import book_error, damaged_file
from events.book.external_head import BookHead, HeadKeeper, StreamHead
from events.book.lock import BookLock
from events.book.reading import (
    COMMANDS,
    FACTS,
    Spans,
    command_hash_at,
    command_head_of,
    command_rows_of,
    commands_of,
    extent_of,
    fact_rows_of,
    facts_of,
    hash_at,
    head_of,
    head_of_book,
    ids_twice,
    last_position_of,
    moved_between,
    nights_between,
    opened_between,
    positions_of,
    rows_by_table,
    spans_of,
)
from events.book.tables import missing_guards, structure_faults
from events.book.unit_of_work import Writing
from events.book.writer import Writer
from events.facts.night import NightOpened
from events.facts.papers import PAPERS
from events.facts.staff import STAFF
from events.records import BookError, CommandHead, Head, Recorded, RecordedCommand

T = TypeVar("T")

NOT_NIGHTS = frozenset({PAPERS, STAFF})
"""The streams of a book that are no nights: nobody plays in them, and no page of a night shows them."""


class Book:
    """An open book. Reads come from any thread; all writing goes through its one writer.

    Open one with :meth:`open`; close it with :meth:`close` or use it in a ``with`` statement.
    """

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
        self._writer = None
        if opened.writing:
            self._writer = Writer(opened.writing, self._gate, self._assert_may_write, self._heads.committed)

    @classmethod
    def open(
        cls,
        where: str | Path | None = None,
        *,
        create: bool = True,
        read_only: bool = False,
        lock: BookLock | None = None,
        heads: Iterable[Path] = (),
    ) -> Book:
        """Open the book in a file, behind a database URL, or (with nothing said) a fresh one in memory.

        ``read_only`` makes, changes and leaves nothing there; the book must be there already. ``lock`` is that of the
        server which owns it. The book's head is written to ``heads`` besides to the file beside it.
        Raises :class:`BookError`: ``no_such_book`` where it is missing and may not be created, ``not_a_book``
        where the file holds something else, ``book_owned`` where the lock is lost, and what else the database says.
        """
        try:
            if where is None:
                return cls(in_memory())
            if "://" in str(where):
                return cls(behind_url(str(where), create, read_only, lock, heads))
            return cls(to_read(Path(where)) if read_only else in_file(Path(where), create, lock, heads))
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise BookError("book_unreadable", f"No database is reached by that URL: {error}.") from None
        except UnicodeDecodeError:
            raise damaged_file() from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BookError("book_unreadable", f"No book is to be had in a file of that name: {reason}.") from None
        except SQLAlchemyError as error:
            raise book_error(error) from None

    @property
    def note(self) -> str:
        """What a person should know of how this book is read; nothing where it is read as any other."""
        return self._at_rest.note if self._at_rest else ""

    def assert_in_place(self) -> None:
        """Raise :class:`BookError` (``book_replaced``) where the file on disk is not the one that is open."""
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

    def rebuild_indexes(self) -> None:
        """Make every index anew from its table; nothing of the rows is touched.

        Raises :class:`BookError` where rows are not unique, or the table itself is damaged.
        """
        if self._writing is None or self._writer is None:
            raise _to_be_read()
        try:
            self._assert_may_write()
            with self._writer.set_aside(), self._gate, self._writing.begin() as connection:
                for table in (FACTS, COMMANDS):
                    what = table.name if connection.dialect.name == "sqlite" else f"TABLE {table.name}"
                    connection.exec_driver_sql(f"REINDEX {what}")
        except SQLAlchemyError as error:
            raise book_error(error) from None

    def write(self, job: Callable[[Writing], T]) -> T:
        """Run a job, when its turn has come, and give its answer once all that it appended is on disk."""
        if self._writer is None:
            raise _to_be_read()
        return self._writer.write(job)

    def assert_writing(self) -> None:
        """Raise :class:`BookError` where the writer is stuck, or what was written last could not be kept."""
        if self._writer:
            self._writer.assert_writing()

    def nights(self) -> list[str]:
        """The ids of all nights, in the order in which they were opened."""
        opened = (FACTS.c.version == 1, FACTS.c.kind == NightOpened.__name__)
        query = select(FACTS.c.night).where(*opened).order_by(FACTS.c.position)
        with self._read() as connection:
            return list(connection.scalars(query))

    def openings_and_closes(self, after: int = 0) -> tuple[list[tuple[str, bool, str]], int]:
        """The nights opened and closed since a position, in order, and the position of the book's last fact.

        Of each: the night, whether it was opened (or closed), and when.
        """
        with self._read() as connection:
            last = last_position_of(connection)
            return (nights_between(connection, after, last) if last > after else []), last

    def head(self, stream: str) -> Head | None:
        """The version and last hash of a stream; ``None`` where there is no such stream."""
        with self._read(self._looking) as connection:
            return head_of(connection, stream)

    def heads(self, streams: Iterable[str]) -> dict[str, Head]:
        """The version and last hash of each of these streams, all as of one moment, without those that are none."""
        with self._read() as connection:
            found = {stream: head_of(connection, stream) for stream in streams}
        return {stream: head for stream, head in found.items() if head}

    def moved(self, after: int = 0) -> tuple[list[str], dict[str, Head], int]:
        """The nights opened since a position, the heads of all that moved on since, and the book's last position.

        What it reads is what came since, however long the book is.
        """
        with self._read() as connection:
            last = last_position_of(connection)
            if last <= after:
                return [], {}, last
            return opened_between(connection, after, last), moved_between(connection, after, last), last

    def last_position(self) -> int:
        """The position of the book's last fact; 0 where it has none."""
        with self._read(self._looking) as connection:
            return last_position_of(connection)

    def on_commit(self, told: Callable[[Mapping[str, Head]], None]) -> Callable[[], None]:
        """Have a function told the heads of the streams that each transaction of this process moved; gives its end.

        It is called by whoever wrote, once those who waited have their answers: it must be quick, and raise nothing.
        What another process writes it is not told of.
        """
        return self._writer.on_commit(told) if self._writer else lambda: None

    def facts(self, stream: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
        """A stream's facts in order, those with a version above ``after`` and up to ``until``, else to the last."""
        with self._read() as connection:
            if until is None:
                head = head_of(connection, stream)
                until = head.version if head else 0
            return facts_of(connection, stream, after, until)

    def commands(self, stream: str, *, after: int = 0) -> list[RecordedCommand]:
        """A stream's commands in order, those with a number above ``after``, the refused ones among them."""
        with self._read() as connection:
            return commands_of(connection, stream, after)

    def command_head(self, stream: str) -> CommandHead | None:
        """The number, hash and time of a stream's last command, a refused one too; ``None`` where it has none."""
        with self._read() as connection:
            return command_head_of(connection, stream)

    def fact_rows(self, stream: str) -> list[StoredFact]:
        """A stream's facts as they are stored, in order, for whoever checks the chain."""
        with self._read() as connection:
            return fact_rows_of(connection, stream)

    def rows(self, stream: str) -> tuple[list[StoredFact], list[StoredCommand]]:
        """A stream's facts and its commands as they are stored, in order, both as of one moment."""
        with self._read() as connection:
            return fact_rows_of(connection, stream), command_rows_of(connection, stream)

    def hash_at(self, stream: str, version: int) -> str | None:
        """The hash of one fact as it is stored; ``None`` where the stream has no such fact."""
        with self._read() as connection:
            return hash_at(connection, stream, version)

    def command_hash_at(self, stream: str, number: int) -> str | None:
        """The hash of one command as it is stored; ``None`` where the stream has no such command."""
        with self._read() as connection:
            return command_hash_at(connection, stream, number)

    def has(self, stream: str, head: StreamHead) -> bool:
        """Whether a stream has gone through a head: the facts and commands that were its last ones then are in it."""
        return (not head.facts or self.hash_at(stream, head.facts) == head.fact_hash) and (
            not head.commands or self.command_hash_at(stream, head.commands) == head.command_hash
        )

    def extent(self, stream: str) -> tuple[int, int]:
        """How many facts and how many commands of a stream are stored, be they as they may."""
        with self._read() as connection:
            return extent_of(connection, stream)

    def rows_by_table(self, stream: str, spans: Spans | None = None) -> tuple[list[Columns], list[Columns]]:
        """A stream's rows as :meth:`rows` gives them, unnamed, by the tables alone: of ``spans``, those of then."""
        with self._read() as connection:
            return rows_by_table(connection, stream, spans)

    def spans(self) -> Spans:
        """Where the rows of every stream lie, for whoever checks the whole book as of one moment."""
        with self._read() as connection:
            return spans_of(connection)

    def rows_of_no_stream(self) -> tuple[int, int]:
        """How many facts and how many commands name their stream by what is no text; none in a sound book."""
        return self.spans().rows_of_no_stream

    def ids_twice(self) -> list[tuple[Any, int]]:
        """The ids that several commands bear, with how many; none in a sound book."""
        with self._read() as connection:
            return ids_twice(connection)

    def structure_faults(self) -> list[str]:
        """What is wrong with the database itself: its pages, its indexes, its tables and triggers."""
        with self._read() as connection:
            return structure_faults(connection)

    def missing_guards(self) -> list[str]:
        """The triggers that should keep the database from changing rows and are not there."""
        with self._read() as connection:
            return missing_guards(connection)

    def positions(self) -> tuple[int, int]:
        """How many facts the whole book holds, and the last position given out; equal in a sound book."""
        with self._read() as connection:
            return positions_of(connection)

    @property
    def kept_heads(self) -> tuple[Path, ...]:
        """The files outside of the book that its head is written to, be they there yet or not."""
        return self._heads.paths

    def newest_head(self) -> BookHead:
        """How far every stream has come, as of one moment."""
        with self._read() as connection:
            return head_of_book(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a transaction of its own, for whoever copies the book as of one moment."""
        with self._read() as connection:
            yield connection

    def close(self) -> None:
        """Write what is queued and let go of the database; whoever reads later is told ``book_closed``.

        All that was written ahead is then in the file itself, unless another program has it open.
        """
        if self._writer:
            self._writer.close()
        self._heads.close()
        with self._door:
            already, self._closed = self._closed, True
            # A connection that is closed while a thread reads from it takes the whole process down.
            self._door.wait_for(lambda: not self._readers)
        if already:
            return
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
            with self._gate, (engine or self._reading).begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise book_error(error) from None
        except UnicodeEncodeError:
            raise BookError("unkeepable", "No book holds a name with half a character in it.") from None
        except UnicodeDecodeError:
            raise damaged_file() from None
        finally:
            with self._door:
                self._readers -= 1
                self._door.notify_all()

    def _have_the_writer_look(self) -> None:
        """Whoever reads may be the first to notice that the log is lost; the writer alone may put it back."""
        if self._writer:
            with suppress(BookError):
                self._writer.write(lambda _: None)

    def _assert_may_write(self) -> None:
        if self._file:
            self._file.assert_log_in_place()
        self._assert_owned()


def _to_be_read() -> BookError:
    return BookError("book_read_only", "The book was opened to be read: nothing of this was recorded.")
