"""Reads a book's rows byte for byte, for verification: past damaged pages and without indexes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Select,
    Table,
    TextClause,
    func,
    literal_column,
    select,
    text,
    tuple_,
)
from sqlalchemy.exc import DatabaseError, OperationalError

from events.book.chain import Columns, StoredCommand, StoredEvent, is_text
from events.book.external_head import BookHead, StreamHead, now
from events.book.sqlite import is_damage
from events.book.tables import BookTable
from events.frozen import Frozen

EVENTS: Table = BookTable.metadata.tables["facts"]
COMMANDS: Table = BookTable.metadata.tables["commands"]

Read = TypeVar("Read")

BY_STREAM = {EVENTS.name: "sqlite_autoindex_facts_1", COMMANDS.name: "sqlite_autoindex_commands_2"}
"""SQLite's indexes of streams and numbers."""

_ORDERED_BY = {EVENTS.name: EVENTS.c.version.name, COMMANDS.name: COMMANDS.c.number.name}


class Span(Frozen, kw_only=False):
    """The range of ``rowid`` (inclusive) in which a stream's rows lie, and their number.

    PostgreSQL does not number rows: there ``first`` and ``last`` are 0.
    """

    first: int
    last: int
    rows: int


class Spans(Frozen):
    """The row ranges of all streams as of one moment, by the stored stream id, which may be any value."""

    events: dict[Any, Span]
    commands: dict[Any, Span]

    @property
    def streams(self) -> list[str]:
        """The ids of all streams that any row names, in natural order; values that are not text are left out."""
        return sorted(filter(is_text, self.events | self.commands), key=natural_order)

    @property
    def rows_of_no_stream(self) -> tuple[int, int]:
        """The numbers of events and commands whose stream is not text; 0 in a sound book."""
        both = (self.events, self.commands)
        events, commands = (
            sum(at.rows for stream, at in positions.items() if not is_text(stream)) for positions in both
        )
        return events, commands


_LAST = tuple(
    select(table.c.night, number, table.c.hash).where(
        tuple_(table.c.night, number).in_(select(table.c.night, func.max(number)).group_by(table.c.night))
    )
    for table, number in ((EVENTS, EVENTS.c.version), (COMMANDS, COMMANDS.c.number))
)


def rows_by_index(connection: Connection, stream: str) -> tuple[list[StoredEvent], list[StoredCommand]]:
    """A stream's events and commands in order, read by their indexes and not checked, for verification."""
    events = select(EVENTS).where(EVENTS.c.night == stream).order_by(EVENTS.c.version)
    commands = select(COMMANDS).where(COMMANDS.c.night == stream).order_by(COMMANDS.c.number)
    return (
        _tolerant(connection, lambda: [*map(StoredEvent._make, connection.execute(events))]),
        _tolerant(connection, lambda: [*map(StoredCommand._make, connection.execute(commands))]),
    )


def rows_by_table(
    connection: Connection, stream: str, spans: Spans | None = None
) -> tuple[list[Columns], list[Columns]]:
    """A stream's events and commands in order, read without indexes; with ``spans``, the rows of that time.

    Rows on damaged pages are left out.
    """
    _leave_indexes(connection)
    events_at = spans.events.get(stream, _NOWHERE) if spans else None
    commands_at = spans.commands.get(stream, _NOWHERE) if spans else None
    return _read_by_table(connection, EVENTS, stream, events_at), _read_by_table(
        connection, COMMANDS, stream, commands_at
    )


def spans_of(connection: Connection) -> Spans:
    """The row ranges of all streams; rows on damaged pages are left out."""
    _leave_indexes(connection)
    return Spans(events=_spans_in(connection, EVENTS), commands=_spans_in(connection, COMMANDS))


def _spans_in(connection: Connection, table: Table) -> dict[Any, Span]:
    is_sqlite = _is_sqlite(connection)
    first, last = ("min(rowid)", "max(rowid)") if is_sqlite else ("0", "0")
    between = "WHERE rowid > :after AND rowid <= :until" if is_sqlite else ""
    query = text(
        f"SELECT night, {first} AS first, {last} AS last, count(*) AS rows "
        f"FROM {_table(connection, table)} {between} GROUP BY night"
    )

    def read(after: int, until: int) -> list[dict[str, Any]]:
        return _rows(connection, query.bindparams(after=after, until=until) if is_sqlite else query)

    spans: dict[Any, Span] = {}
    for part in past_damage(connection, table, read, _BEFORE_ALL, _AFTER_ALL):
        for row in part:
            found = Span(row["first"], row["last"], row["rows"])
            before = spans.get(row["night"], Span(found.first, 0, 0))
            spans[row["night"]] = Span(before.first, found.last, before.rows + found.rows)
    return spans


def ids_twice(connection: Connection) -> list[tuple[Any, int]]:
    """The ids shared by several commands, with their counts; counted without an index."""
    _leave_indexes(connection)
    borne: dict[Any, int] = {}
    for row in _rows(connection, text(f"SELECT id FROM {_table(connection, COMMANDS)}")):
        borne[row["id"]] = borne.get(row["id"], 0) + 1
    return [(ident, times) for ident, times in borne.items() if times > 1]


def positions_of(connection: Connection) -> tuple[int, int]:
    """The number of events and the last position."""
    _leave_indexes(connection)
    query = f"SELECT count(*), coalesce(max(position), 0) FROM {_table(connection, EVENTS)}"
    count, last = connection.execute(text(query)).one()
    return count, last


def command_rows_of(connection: Connection) -> tuple[int, int]:
    """The number of commands and the number of the last row, which are equal as rows are only added.

    PostgreSQL does not number rows: there both are 0.
    """
    if not _is_sqlite(connection):
        return 0, 0
    query = f"SELECT count(*), coalesce(max(rowid), 0) FROM {_table(connection, COMMANDS)}"
    count, last = connection.execute(text(query)).one()
    return count, last


def hash_at(connection: Connection, stream: str, version: int) -> str | None:
    """The hash of an event; ``None`` if the stream has no such event."""
    found = _rows(connection, select(EVENTS.c.hash).where(EVENTS.c.night == stream, EVENTS.c.version == version))
    return str(found[0]["hash"]) if found else None


def command_hash_at(connection: Connection, stream: str, number: int) -> str | None:
    """The hash of a command; ``None`` if the stream has no such command."""
    query = select(COMMANDS.c.hash).where(COMMANDS.c.night == stream, COMMANDS.c.number == number)
    found = _rows(connection, query)
    return str(found[0]["hash"]) if found else None


def lost_heads(connection: Connection, heads: Mapping[str, StreamHead]) -> list[str]:
    """The streams of which the book lacks the events or commands that their heads name as the last."""
    lost = set[str]()
    for table, number, known in (
        (EVENTS, EVENTS.c.version, {(stream, head.events): head.event_hash for stream, head in heads.items()}),
        (COMMANDS, COMMANDS.c.number, {(stream, head.commands): head.command_hash for stream, head in heads.items()}),
    ):
        query = select(table.c.night, number, table.c.hash).where(tuple_(table.c.night, number).in_(known))
        found = {(stream, at): digest for stream, at, digest in connection.execute(query)}
        lost |= {stream for (stream, at), digest in known.items() if at and found.get((stream, at)) != digest}
    return sorted(lost)


def extent_of(connection: Connection, stream: str) -> tuple[int, int]:
    """The numbers of events and commands of a stream."""
    events, commands = (
        connection.scalar(select(func.count()).select_from(table).where(table.c.night == stream)) or 0
        for table in (EVENTS, COMMANDS)
    )
    return events, commands


def head_of_book(connection: Connection) -> BookHead:
    """The heads of all streams whose id is text."""
    events, commands = ({row["night"]: row for row in _rows(connection, query)} for query in _LAST)
    streams = {
        stream: StreamHead(
            events=events[stream]["version"] if stream in events else 0,
            event_hash=events[stream]["hash"] if stream in events else "",
            commands=commands[stream]["number"] if stream in commands else 0,
            command_hash=commands[stream]["hash"] if stream in commands else "",
        )
        for stream in sorted(filter(is_text, events | commands))
    }
    position = connection.scalar(select(func.max(EVENTS.c.position))) or 0
    return BookHead(at=now(), position=position, streams=streams)


READS_PAST_DAMAGE = 2_000
"""The most reads around the damaged pages of a table, which take about a second."""

_LEAST_ROW_BYTES = 256
"""A row has three hashes, and so no less."""

_NOWHERE = Span(0, -1, 0)
_BEFORE_ALL, _AFTER_ALL = -(2**63), 2**63 - 1


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _table(connection: Connection, table: Table) -> str:
    """The table's name in a query that must not use an index."""
    return f"{table.name} NOT INDEXED" if _is_sqlite(connection) else table.name


def _leave_indexes(connection: Connection) -> None:
    """Keep PostgreSQL from using indexes for the rest of the transaction."""
    if not _is_sqlite(connection):
        for scan in ("indexscan", "indexonlyscan", "bitmapscan"):
            connection.execute(text(f"SET LOCAL enable_{scan} = off"))


def _read_by_table(connection: Connection, table: Table, stream: str, at: Span | None) -> list[Columns]:
    between = _is_sqlite(connection)
    named, order = _table(connection, table), _ORDERED_BY[table.name]

    def read(clause: str, after: int, until: int) -> list[Columns]:
        parameters: dict[str, Any] = {"of_stream": stream}
        if between:
            parameters |= {"after": after, "until": until}
        query = _by_table(table, named, between, clause)
        return _tolerant(connection, lambda: [*map(tuple, connection.execute(query, parameters))])

    def ordered_by(clause: str) -> list[Columns]:
        after, until = (at.first - 1, at.last) if at else (_BEFORE_ALL, _AFTER_ALL)
        return [*chain.from_iterable(past_damage(connection, table, partial(read, clause), after, until))]

    rows = ordered_by("")
    try:
        # The rows are mostly in order; sorting in the database would be slower.
        rows.sort(key=itemgetter(table.c.keys().index(order)))
    except TypeError:
        rows = ordered_by(f" ORDER BY {order}")
    return rows


@cache
def _by_table(table: Table, named: str, between: bool, ordered: str) -> TextClause:
    """The query for a stream's rows, from the table as ``named``."""
    in_span = " AND rowid > :after AND rowid <= :until" if between else ""
    return text(f"SELECT {', '.join(table.c.keys())} FROM {named} WHERE night = :of_stream{in_span}{ordered}")


def rows_between(connection: Connection, query: Select[Any], after: int, until: int) -> Sequence[Sequence[Any]]:
    """The rows of a query for those between two positions."""
    return connection.execute(query, {"after": after, "until": until}).all()


def last_row(connection: Connection, table: Table) -> int:
    """The number of a table's last row; 0 if it has none. It is read from an index if the table's page is damaged."""
    number = EVENTS.c.position if table is EVENTS else literal_column("rowid")
    if table is COMMANDS and not _is_sqlite(connection):
        return 0
    try:
        return connection.scalar(select(func.max(number)).select_from(table)) or 0
    except DatabaseError as error:
        if not is_damage(error):
            raise
    return connection.scalar(text(f"SELECT max(rowid) FROM {table.name} INDEXED BY {BY_STREAM[table.name]}")) or 0


def past_damage(
    connection: Connection, table: Table, read: Callable[[int, int], Read], after: int, until: int
) -> list[Read]:
    """What ``read`` returns for a table's rows numbered above ``after`` up to ``until``, in parts around damaged pages.

    After :data:`READS_PAST_DAMAGE` reads the smallest parts are left out, with the rows next to damage.
    """
    try:
        return [read(after, until)]
    except DatabaseError as error:
        if not is_damage(error):
            raise
    parts: dict[int, Read] = {}
    waiting = deque([(after, until, _numbers_in(connection, table, after, until))])
    for _ in range(READS_PAST_DAMAGE):
        if not waiting:
            break
        first, last, numbers = waiting.popleft()
        try:
            parts[first] = read(first, last)
        except DatabaseError as error:
            if not is_damage(error):
                raise
            half = len(numbers) // 2
            if half:
                middle = numbers[half - 1]
                waiting += [(first, middle, numbers[:half]), (middle, last, numbers[half:])]
    return [parts[first] for first in sorted(parts)]


def _numbers_in(connection: Connection, table: Table, after: int, until: int) -> Sequence[int]:
    """The numbers of a damaged table's rows in a range by its index; any that fit into the file if that is damaged too.

    A forged number may be far above those.
    """
    by_index = text(
        f"SELECT rowid FROM {table.name} INDEXED BY {BY_STREAM[table.name]} WHERE rowid > :after AND rowid <= :until"
    )
    try:
        return sorted(connection.scalars(by_index, {"after": after, "until": until}))
    except DatabaseError as error:
        if not is_damage(error):
            raise
    pages, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size"))
    return range(max(after, 0) + 1, min(until, pages * size // _LEAST_ROW_BYTES) + 1)


def natural_order(stream: str) -> str:
    """A sort key: numbers by their size, so that the second night of a day comes before the tenth."""
    return re.sub(r"\d+", lambda number: number[0].zfill(9), stream)


def _rows(connection: Connection, query: Select[Any] | TextClause) -> list[dict[str, Any]]:
    return _tolerant(connection, partial(_read, connection, query))


def _tolerant(connection: Connection, read: Callable[[], Read]) -> Read:
    try:
        return read()
    except OperationalError:
        # Some text is not UTF-8: read the bytes, which takes twice as long.
        with _byte_for_byte(connection):
            return read()


def _read(connection: Connection, query: Select[Any] | TextClause) -> list[dict[str, Any]]:
    found = connection.execute(query)
    columns = tuple(found.keys())
    return [dict(zip(columns, row, strict=True)) for row in found]


@contextmanager
def _byte_for_byte(connection: Connection) -> Iterator[None]:
    """Let SQLite return text that is not UTF-8, with surrogates; PostgreSQL stores no such text."""
    if not _is_sqlite(connection):
        yield
        return
    raw: Any = connection.connection.dbapi_connection
    raw.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = str
