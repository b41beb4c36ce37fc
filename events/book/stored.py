"""Reading a book's rows as they are stored, byte for byte, for whoever checks what somebody may have forged.

Whoever checks reads by the table alone: an index is a copy of it, and may say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from operator import itemgetter
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Select, Table, TextClause, func, select, text, tuple_
from sqlalchemy.exc import OperationalError

from events.book.chain import Columns, StoredCommand, StoredFact, is_text
from events.book.outside_head import BookHead, StreamHead, now
from events.book.reading import COMMANDS, FACTS
from events.book.statements import rows
from events.frozen import Frozen

Read = TypeVar("Read")

_ORDERED_BY = {FACTS.name: FACTS.c.version.name, COMMANDS.name: COMMANDS.c.number.name}


class Span(Frozen, kw_only=False):
    """Between which rows of a table, by their ``rowid``, those of a stream lie, both included, and how many they are.

    PostgreSQL numbers no rows: there ``first`` and ``last`` are 0.
    """

    first: int
    last: int
    rows: int


class Spans(Frozen):
    """Where the rows of every stream lie, as of one moment, by what names the stream; that may be anything."""

    facts: dict[Any, Span]
    commands: dict[Any, Span]

    @property
    def streams(self) -> list[str]:
        """The ids of all streams that any row names, also of one without an opening. What is no text is no id."""
        return sorted(filter(is_text, self.facts | self.commands))

    @property
    def rows_of_no_stream(self) -> tuple[int, int]:
        """How many facts and how many commands name their stream by what is no text; none in a sound book."""
        both = (self.facts, self.commands)
        facts, commands = (sum(at.rows for stream, at in one.items() if not is_text(stream)) for one in both)
        return facts, commands


_LAST = tuple(
    select(table.c.night, number, table.c.hash).where(
        tuple_(table.c.night, number).in_(select(table.c.night, func.max(number)).group_by(table.c.night))
    )
    for table, number in ((FACTS, FACTS.c.version), (COMMANDS, COMMANDS.c.number))
)


def fact_rows_of(connection: Connection, stream: str) -> list[StoredFact]:
    """A stream's facts, in order."""
    query = select(FACTS).where(FACTS.c.night == stream).order_by(FACTS.c.version)
    return _tolerant(connection, lambda: [*map(StoredFact._make, connection.execute(query))])


def command_rows_of(connection: Connection, stream: str) -> list[StoredCommand]:
    """A stream's commands, in order."""
    query = select(COMMANDS).where(COMMANDS.c.night == stream).order_by(COMMANDS.c.number)
    return _tolerant(connection, lambda: [*map(StoredCommand._make, connection.execute(query))])


def rows_by_table(
    connection: Connection, stream: str, spans: Spans | None = None
) -> tuple[list[Columns], list[Columns]]:
    """A stream's facts and its commands, in order, read by their tables; of ``spans`` those that were there then."""
    _leave_indexes(connection)
    facts_at = spans.facts.get(stream, _NOWHERE) if spans else None
    commands_at = spans.commands.get(stream, _NOWHERE) if spans else None
    facts = _tolerant(connection, partial(_read_by_table, connection, FACTS, stream, facts_at))
    commands = _tolerant(connection, partial(_read_by_table, connection, COMMANDS, stream, commands_at))
    return facts, commands


def spans_of(connection: Connection) -> Spans:
    """Where the rows of every stream lie."""
    _leave_indexes(connection)
    first, last = ("min(rowid)", "max(rowid)") if _is_sqlite(connection) else ("0", "0")
    facts, commands = (
        {
            row["night"]: Span(row["first"], row["last"], row["rows"])
            for row in _rows(
                connection,
                text(
                    f"SELECT night, {first} AS first, {last} AS last, count(*) AS rows "
                    f"FROM {_table(connection, table)} GROUP BY night"
                ),
            )
        }
        for table in (FACTS, COMMANDS)
    )
    return Spans(facts=facts, commands=commands)


def ids_twice(connection: Connection) -> list[tuple[Any, int]]:
    """The ids that more than one command bears, and how many bear each: counted here, whatever an index says."""
    _leave_indexes(connection)
    borne: dict[Any, int] = {}
    for row in _rows(connection, text(f"SELECT id FROM {_table(connection, COMMANDS)}")):
        borne[row["id"]] = borne.get(row["id"], 0) + 1
    return [(ident, times) for ident, times in borne.items() if times > 1]


def positions_of(connection: Connection) -> tuple[int, int]:
    """How many facts there are, and the last position given out."""
    _leave_indexes(connection)
    query = f"SELECT count(*), coalesce(max(position), 0) FROM {_table(connection, FACTS)}"
    count, last = connection.execute(text(query)).one()
    return count, last


def hash_at(connection: Connection, stream: str, version: int) -> str | None:
    """The hash of one fact; ``None`` where the stream has no such fact."""
    found = _rows(connection, select(FACTS.c.hash).where(FACTS.c.night == stream, FACTS.c.version == version))
    return str(found[0]["hash"]) if found else None


def command_hash_at(connection: Connection, stream: str, number: int) -> str | None:
    """The hash of one command; ``None`` where the stream has no such command."""
    query = select(COMMANDS.c.hash).where(COMMANDS.c.night == stream, COMMANDS.c.number == number)
    found = _rows(connection, query)
    return str(found[0]["hash"]) if found else None


def extent_of(connection: Connection, stream: str) -> tuple[int, int]:
    """How many facts and how many commands of a stream there are."""
    facts, commands = (
        connection.scalar(select(func.count()).select_from(table).where(table.c.night == stream)) or 0
        for table in (FACTS, COMMANDS)
    )
    return facts, commands


def head_of_book(connection: Connection) -> BookHead:
    """How far every stream has come that is named by a text."""
    facts, commands = ({row["night"]: row for row in _rows(connection, query)} for query in _LAST)
    streams = {
        stream: StreamHead(
            facts=facts[stream]["version"] if stream in facts else 0,
            fact_hash=facts[stream]["hash"] if stream in facts else "",
            commands=commands[stream]["number"] if stream in commands else 0,
            command_hash=commands[stream]["hash"] if stream in commands else "",
        )
        for stream in sorted(filter(is_text, facts | commands))
    }
    position = connection.scalar(select(func.max(FACTS.c.position))) or 0
    return BookHead(at=now(), position=position, streams=streams)


_NOWHERE = Span(0, -1, 0)


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _table(connection: Connection, table: Table) -> str:
    """The table as a query names it that is to read no index of it."""
    return f"{table.name} NOT INDEXED" if _is_sqlite(connection) else table.name


def _leave_indexes(connection: Connection) -> None:
    """Have PostgreSQL, too, read the tables and no index for the rest of the transaction."""
    if not _is_sqlite(connection):
        for scan in ("indexscan", "indexonlyscan", "bitmapscan"):
            connection.execute(text(f"SET LOCAL enable_{scan} = off"))


def _read_by_table(connection: Connection, table: Table, stream: str, at: Span | None) -> list[Columns]:
    asked: dict[str, Any] = {"of_stream": stream}
    between = at is not None and _is_sqlite(connection)
    if at and between:
        asked |= {"first": at.first, "last": at.last}
    named, order = _table(connection, table), _ORDERED_BY[table.name]
    found = rows(connection, _by_table(table, named, between), asked)
    try:
        # They mostly lie in order: a database that is asked for it takes all of them apart and puts them together.
        found.sort(key=itemgetter(table.c.keys().index(order)))
    except TypeError:
        found = rows(connection, _by_table(table, named, between, f" ORDER BY {order}"), asked)
    return cast(list[Columns], found)


@cache
def _by_table(table: Table, named: str, between: bool, ordered: str = "") -> TextClause:
    """What reads a stream's rows, from the table as it is ``named``."""
    lying = " AND rowid BETWEEN :first AND :last" if between else ""
    return text(f"SELECT {', '.join(table.c.keys())} FROM {named} WHERE night = :of_stream{lying}{ordered}")


def _rows(connection: Connection, query: Select[Any] | TextClause) -> list[dict[str, Any]]:
    return _tolerant(connection, partial(_read, connection, query))


def _tolerant(connection: Connection, read: Callable[[], Read]) -> Read:
    try:
        return read()
    except OperationalError:
        # A text that is no UTF-8: read as it is, which takes twice as long.
        with _byte_for_byte(connection):
            return read()


def _read(connection: Connection, query: Select[Any] | TextClause) -> list[dict[str, Any]]:
    found = connection.execute(query)
    columns = tuple(found.keys())
    return [dict(zip(columns, row, strict=True)) for row in found]


@contextmanager
def _byte_for_byte(connection: Connection) -> Iterator[None]:
    """Have SQLite give texts that are no UTF-8 too, what does not decode as surrogates; PostgreSQL keeps none such."""
    if not _is_sqlite(connection):
        yield
        return
    raw: Any = connection.connection.dbapi_connection
    raw.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = str
