"""The book: every fact of every night, in one SQLite file or a PostgreSQL database, append only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Condition, RLock
from time import monotonic, sleep
from typing import Any, TypeVar

import pysqlite3
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, select
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from events.night import NightOpened
from events.reading import (
    COMMANDS,
    FACTS,
    command_head_of,
    commands_of,
    facts_of,
    head_of,
    last_position_of,
    nights_between,
)
from events.records import BookError, CommandHead, Head, Recorded, RecordedCommand
from events.stored import (
    Spans,
    command_rows_of,
    extent_of,
    fact_rows_of,
    hash_at,
    ids_twice,
    positions_of,
    rows_by_table,
    spans_of,
)
from events.structure import structure_faults
from events.tables import APPLICATION_ID, BOOK_VERSION, create_tables, missing_guards
from events.troubles import book_error
from events.writer import Writer, Writing

T = TypeVar("T")

BUSY_TIMEOUT_MS = 10_000
WRITER_LOCK = 0x6361_7365
SQLITE_MAGIC = b"SQLite format 3\0"


class Book:
    """An open book. Reads come from any thread; all writing goes through its one writer.

    Open one with :meth:`open`; close it with :meth:`close` or use it in a ``with`` statement.
    """

    def __init__(self, reading: Engine, writing: Engine, gate: Any) -> None:
        self._reading = reading
        self._writing = writing
        self._gate = gate
        self._closed = False
        self._readers = 0
        self._door = Condition()
        self._writer = Writer(writing, gate)

    @classmethod
    def open(cls, where: str | Path | None = None, *, create: bool = True) -> Book:
        """Open the book in a file, behind a database URL, or (with nothing said) a fresh one in memory.

        Raises :class:`BookError`: ``no_such_book`` where it is missing and may not be created, ``not_a_book``
        where the file holds something else, and what else the database says.
        """
        try:
            if where is None:
                return cls._in_memory()
            if "://" in str(where):
                return cls._behind_url(str(where), create)
            return cls._in_file(Path(where), create)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise BookError("book_unreadable", f"No database is reached by that URL: {error}.") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BookError("book_unreadable", f"No book is to be had in a file of that name: {reason}.") from None
        except SQLAlchemyError as error:
            raise book_error(error) from None

    @classmethod
    def _in_memory(cls) -> Book:
        engine = _sqlite_engine("sqlite://", "BEGIN IMMEDIATE", poolclass=StaticPool)
        with engine.begin() as connection:
            create_tables(connection)
        return cls(engine, engine, RLock())

    @classmethod
    def _in_file(cls, path: Path, create: bool) -> Book:
        if path.is_dir():
            raise BookError("not_a_book", f"{path} is a folder, not a book.")
        if not path.exists() and not create:
            raise BookError("no_such_book", f"There is no book at {path}.")
        if not path.parent.is_dir():
            raise BookError("no_such_book", f"There is no folder {path.parent} to keep a book in.")
        if path.exists():
            _look_into(path, create)
        url = URL.create("sqlite", database=str(path.absolute()))
        writing = _sqlite_engine(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        _prepare(writing, lambda connection: _prepare_file(connection, path, create))
        reading = _sqlite_engine(url, "BEGIN")
        return cls(reading, writing, nullcontext())

    @classmethod
    def _behind_url(cls, url: str, create: bool) -> Book:
        if url.startswith("sqlite"):
            raise BookError("book_unreadable", "Name a SQLite book by its file, not by a URL.")
        # What one reading asks for is all of one moment, as it is with SQLite by itself.
        reading = create_engine(url, isolation_level="REPEATABLE READ")
        writing = create_engine(url, pool_size=1, max_overflow=0)

        @event.listens_for(writing, "connect")
        def _settle(connection: Any, _: object) -> None:
            connection.execute(f"SET lock_timeout = {BUSY_TIMEOUT_MS}")
            connection.commit()

        @event.listens_for(writing, "begin")
        def _lock(connection: Connection) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")

        _prepare(writing, lambda connection: _prepare_database(connection, create))
        return cls(reading, writing, nullcontext())

    def rebuild_indexes(self) -> None:
        """Make every index anew from its table; nothing of the rows is touched.

        Raises :class:`BookError` where rows are not unique, or the table itself is damaged.
        """
        try:
            with self._gate, self._writing.begin() as connection:
                for table in (FACTS, COMMANDS):
                    what = table.name if connection.dialect.name == "sqlite" else f"TABLE {table.name}"
                    connection.exec_driver_sql(f"REINDEX {what}")
        except SQLAlchemyError as error:
            raise book_error(error) from None

    def write(self, job: Callable[[Writing], T]) -> T:
        """Run a job on the writer's thread and give its answer once all that it appended is on disk."""
        return self._writer.write(job)

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

    def head(self, night: str) -> Head | None:
        """The version and last hash of a night; ``None`` where there is no such night."""
        with self._read() as connection:
            return head_of(connection, night)

    def heads(self, nights: Iterable[str]) -> dict[str, Head]:
        """The version and last hash of each of these nights, all as of one moment, without those that are none."""
        with self._read() as connection:
            found = {night: head_of(connection, night) for night in nights}
        return {night: head for night, head in found.items() if head}

    def on_commit(self, told: Callable[[], None]) -> Callable[[], None]:
        """Have a function called after each transaction of this process; gives the function that ends it.

        It is called on the writer's thread, once whoever waited has their answers: it must be quick, and raise nothing.
        What another process writes it is not told of.
        """
        return self._writer.on_commit(told)

    def facts(self, night: str, *, after: int = 0, until: int | None = None) -> list[Recorded]:
        """A night's facts in order, those with a version above ``after`` and up to ``until``."""
        with self._read() as connection:
            return facts_of(connection, night, after, until)

    def commands(self, night: str, *, after: int = 0) -> list[RecordedCommand]:
        """A night's commands in order, those with a number above ``after``, the refused ones among them."""
        with self._read() as connection:
            return commands_of(connection, night, after)

    def command_head(self, night: str) -> CommandHead | None:
        """The number, hash and time of a night's last command, a refused one too; ``None`` where it has none."""
        with self._read() as connection:
            return command_head_of(connection, night)

    def fact_rows(self, night: str) -> list[dict[str, Any]]:
        """A night's facts as they are stored, in order, for whoever checks the chain."""
        with self._read() as connection:
            return fact_rows_of(connection, night)

    def command_rows(self, night: str) -> list[dict[str, Any]]:
        """A night's commands as they are stored, in order, for whoever checks the chain."""
        with self._read() as connection:
            return command_rows_of(connection, night)

    def rows(self, night: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """A night's facts and its commands as they are stored, in order, both as of one moment."""
        with self._read() as connection:
            return fact_rows_of(connection, night), command_rows_of(connection, night)

    def hash_at(self, night: str, version: int) -> str | None:
        """The hash of one fact as it is stored; ``None`` where the night has no such fact."""
        with self._read() as connection:
            return hash_at(connection, night, version)

    def extent(self, night: str) -> tuple[int, int]:
        """How many facts and how many commands of a night are stored, be they as they may."""
        with self._read() as connection:
            return extent_of(connection, night)

    def rows_by_table(
        self, night: str, spans: Spans | None = None
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """A night's rows as :meth:`rows` gives them, read by the tables and no index: of ``spans``, those of then."""
        with self._read() as connection:
            return rows_by_table(connection, night, spans)

    def spans(self) -> Spans:
        """Where the rows of every night lie, for whoever checks the whole book as of one moment."""
        with self._read() as connection:
            return spans_of(connection)

    def nights_in_rows(self) -> list[str]:
        """The ids of all nights that any row of the book names, for whoever checks it: also one without an opening."""
        return self.spans().nights

    def rows_of_no_night(self) -> tuple[int, int]:
        """How many facts and how many commands name their night by what is no text; none in a sound book."""
        return self.spans().rows_of_no_night

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

    def close(self) -> None:
        """Write what is queued and let go of the database; whoever reads later is told ``book_closed``."""
        self._writer.close()
        with self._door:
            self._closed = True
            # A connection that is closed while a thread reads from it takes the whole process down.
            self._door.wait_for(lambda: not self._readers)
        self._reading.dispose()
        self._writing.dispose()

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with self._door:
            if self._closed:
                raise BookError("book_closed", "The book is closed.")
            self._readers += 1
        try:
            with self._gate, self._reading.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise book_error(error) from None
        except UnicodeEncodeError:
            raise BookError("unkeepable", "No book holds a name with half a character in it.") from None
        finally:
            with self._door:
                self._readers -= 1
                self._door.notify_all()


def _sqlite_engine(url: URL | str, begin: str, **options: Any) -> Engine:
    engine = create_engine(url, module=pysqlite3, connect_args={"check_same_thread": False}, **options)

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _prepare(engine: Engine, prepare: Callable[[Connection], None]) -> None:
    """Prepare a database in one transaction, and let go of it where that fails."""
    try:
        with engine.begin() as connection:
            prepare(connection)
    except BaseException:
        engine.dispose()
        raise


def _prepare_database(connection: Connection, create: bool) -> None:
    if create:
        create_tables(connection)
    elif not inspect(connection).has_table(FACTS.name):
        raise BookError("no_such_book", "There is no book in that database.")


def _look_into(path: Path, create: bool) -> None:
    """Refuse what is no SQLite file before SQLite touches it: it takes a file of a few bytes for an empty one."""
    if not path.is_file():
        raise BookError("not_a_book", f"{path} is no file.")
    with path.open("rb") as file:
        first = file.read(len(SQLITE_MAGIC))
    if first != SQLITE_MAGIC and (first or not create):
        raise BookError("not_a_book", f"{path} is not a casekeeper book.")


def _prepare_file(connection: Connection, path: Path, create: bool) -> None:
    """Make an empty file a book, or make sure that a file is one."""
    run = connection.exec_driver_sql
    run("COMMIT")
    tables = run("SELECT count(*) FROM sqlite_master").scalar_one()
    stamp = run("PRAGMA application_id").scalar_one()
    version = run("PRAGMA user_version").scalar_one()
    if not tables and not create:
        raise BookError("not_a_book", f"{path} is empty; there is no book in it.")
    if tables and stamp != APPLICATION_ID:
        raise BookError("not_a_book", f"{path} is a database, but not a casekeeper book.")
    if tables and version != BOOK_VERSION:
        raise BookError("not_a_book", f"{path} was written by another version of casekeeper (book version {version}).")
    _write_ahead(connection)
    run("BEGIN IMMEDIATE")
    if not create:
        return
    create_tables(connection)
    run(f"PRAGMA application_id = {APPLICATION_ID}")
    run(f"PRAGMA user_version = {BOOK_VERSION}")


def _write_ahead(connection: Connection) -> None:
    """Set WAL mode, and wait for whoever does the same just now: for that alone SQLite does not wait by itself."""
    give_up = monotonic() + BUSY_TIMEOUT_MS / 1_000
    while True:
        try:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except OperationalError as error:
            if book_error(error).code != "book_busy" or monotonic() > give_up:
                raise
            sleep(0.005)
