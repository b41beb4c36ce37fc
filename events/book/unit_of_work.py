"""A job's view of the book: its new rows on top of what the database holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, text

from events.book.chain import digest, first_link
from events.book.event_types import encode
from events.book.reading import (
    before_command,
    canonical,
    command_head_of,
    command_with,
    events_of,
    head_of,
    last_position_of,
    recorded_command,
)
from events.book.stored_rows import COMMANDS, EVENTS
from events.common.event import Event
from events.records import CommandHead, Head, Recorded, RecordedCommand, Request, is_catching_up

Row = Sequence[Any]
"""The values of a row in the order of the table's columns."""

# Neither query can be answered from an index.
_IDS_SINCE = text(f"SELECT rowid, id FROM {COMMANDS.name} NOT INDEXED WHERE rowid > :last ORDER BY rowid")
_BY_TABLE = text(f"SELECT {', '.join(COMMANDS.c.keys())} FROM {COMMANDS.name} NOT INDEXED WHERE id = :id")


class CommandIds:
    """Hashes of all command ids, read from SQLite's table and never from an index.

    For PostgreSQL, which protects its own indexes, the index is used.
    """

    def __init__(self) -> None:
        self._last = 0
        self._hashes: set[int] = set()

    def read_on(self, connection: Connection) -> None:
        """Add what this process or another has committed since the last call."""
        if connection.dialect.name == "sqlite":
            for rowid, ident in connection.execute(_IDS_SINCE, {"last": self._last}):
                self._last = rowid
                self._hashes.add(hash(ident))

    def add(self, idents: Iterable[str]) -> None:
        """Add inserted ids; an id that was rolled back only costs an extra look-up."""
        self._hashes.update(map(hash, idents))

    def committed(self, inserted: int) -> None:
        """Count rows that this process committed: SQLite numbers rows in sequence."""
        self._last += inserted

    def find(self, connection: Connection, ident: str) -> RecordedCommand | None:
        """The command with an id, by the index; if that has none although it may exist, by the table."""
        is_sqlite = connection.dialect.name == "sqlite"
        if is_sqlite and not self.may_hold(ident):
            return None
        found = command_with(connection, ident)
        if not is_sqlite or (found and found.id == ident):
            return found
        row = connection.execute(_BY_TABLE, {"id": ident}).mappings().first()
        return recorded_command(row) if row else None

    def may_hold(self, ident: str) -> bool:
        """Whether the book may have a command with an id."""
        return hash(ident) in self._hashes


KNOWN_LIMIT = 4096
"""For how many streams the writer remembers the heads."""

_ID = 0
"""The index of a command's id in its row."""
_COMMAND_COLUMNS = tuple(COMMANDS.c.keys())


def insert_rows(connection: Connection, rows: Mapping[Table, Sequence[Row]]) -> None:
    """Insert rows into the tables, in their order; in PostgreSQL all in one message."""
    # SQLAlchemy would spend more time on preparing a statement than the database on carrying it out.
    if connection.dialect.name == "sqlite":
        for table, of_table in rows.items():
            connection.exec_driver_sql(_insert(table), [tuple(row) for row in of_table])
    elif rows:
        columns = tuple(list(column) for of_table in rows.values() for column in zip(*of_table, strict=True))
        connection.exec_driver_sql(_insert_columns(tuple(rows)), columns)


@cache
def _insert(table: Table) -> str:
    return f"INSERT INTO {table.name} ({', '.join(table.c.keys())}) VALUES ({', '.join('?' * len(table.c))})"


@cache
def _insert_columns(tables: Sequence[Table]) -> str:
    """A statement that inserts into all tables, with an array for each of their columns."""
    *first, last = (
        f"INSERT INTO {table.name} ({', '.join(table.c.keys())}) "
        f"SELECT * FROM unnest({', '.join(f'%s::{column.type}[]' for column in table.c)})"
        for table in tables
    )
    before = ", ".join(f"rows_{number} AS ({insert})" for number, insert in enumerate(first))
    return f"WITH {before} {last}" if before else last


class OnDisk:
    """What the writer knows of the book after its last transaction; ``mark`` detects writes of others."""

    def __init__(self, mark: int | None) -> None:
        self.mark = mark
        self._position: int | None = None
        self.heads: dict[str, Head] = {}
        self.command_heads: dict[str, CommandHead] = {}

    def is_so(self, mark: int | None) -> bool:
        """Whether nobody else has written since, and the caches are not too large."""
        return mark is not None and mark == self.mark and len(self.heads) < KNOWN_LIMIT

    def position(self, connection: Connection) -> int:
        """The position of the book's last event; 0 if it has none."""
        if self._position is None:
            self._position = last_position_of(connection)
        return self._position

    def head(self, connection: Connection, stream: str) -> Head:
        """The version and last hash of a stream's events; version 0 if it has none."""
        return self.heads.get(stream) or self._take_head(stream, head_of(connection, stream))

    def command_head(self, connection: Connection, stream: str) -> CommandHead:
        """The number, last hash and time of a stream's commands."""
        known = self.command_heads.get(stream)
        return known or self._take_command_head(stream, command_head_of(connection, stream))

    def command(self, connection: Connection, stream: str, command: str) -> RecordedCommand | None:
        """The command with an id; also loads the heads of the stream and of the house in the same message."""
        position, found, recorded_command = before_command(connection, stream, command)
        # Values known already are from before the inserts of this transaction.
        if self._position is None:
            self._position = position
        for other, (head, command_head) in found.items():
            if other not in self.heads:
                self._take_head(other, head)
            if other not in self.command_heads:
                self._take_command_head(other, command_head)
        return recorded_command

    def _take_head(self, stream: str, found: Head | None) -> Head:
        head = self.heads[stream] = found or Head(version=0, hash=first_link("facts", stream))
        return head

    def _take_command_head(self, stream: str, found: CommandHead | None) -> CommandHead:
        first = CommandHead(version=0, hash=first_link("commands", stream), at="")
        head = self.command_heads[stream] = found or first
        return head

    def commit(self, group: Group) -> None:
        """Remember what a group has committed."""
        self._position = group.position
        self.heads |= group.heads
        self.command_heads |= group.command_heads


class Group:
    """The rows that the jobs of a transaction have appended, on top of the database.

    Rows have their values in the order of the table's columns. ``appended`` counts the events, and ``inserted`` the
    commands already in the table.
    """

    def __init__(self, connection: Connection, ids: CommandIds, on_disk: OnDisk) -> None:
        self.connection = connection
        self.ids = ids
        self.on_disk = on_disk
        self.events: list[Row] = []
        self.commands: list[Row] = []
        self.heads: dict[str, Head] = {}
        self.command_heads: dict[str, CommandHead] = {}
        self.appended = self.inserted = 0

    @property
    def position(self) -> int:
        """The position of the last event, including the group's."""
        return self.on_disk.position(self.connection) + self.appended

    def flush(self) -> None:
        """Insert everything appended since the last call."""
        rows = {COMMANDS: self.commands, EVENTS: self.events}
        insert_rows(self.connection, {table: of_table for table, of_table in rows.items() if of_table})
        if self.commands:
            self.ids.add([row[_ID] for row in self.commands])
            self.inserted += len(self.commands)
        self.commands, self.events = [], []


class UnitOfWork:
    """The book as a job sees it, and the rows that the job appends."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._events: list[Row] = []
        self._commands: list[Row] = []
        self._heads: dict[str, Head] = {}
        self._command_heads: dict[str, CommandHead] = {}
        self.after_commit: list[Callable[[], None]] = []
        self.appended: list[Recorded] = []
        """The events that this job appended, in order, so that nobody has to read them from disk."""

    def head(self, stream: str) -> Head:
        """The version and last hash of a stream's events; version 0 if there is no such stream."""
        known = self._heads.get(stream) or self._group.heads.get(stream)
        return known or self._group.on_disk.head(self._group.connection, stream)

    def command(self, command: str, stream: str = "") -> RecordedCommand | None:
        """The command with an id, also from this transaction; ``stream`` is the stream that is read next."""
        for row in (*self._commands, *self._group.commands):
            if row[_ID] == command:
                return recorded_command(dict(zip(_COMMAND_COLUMNS, row, strict=True)))
        if stream and self._group.connection.dialect.name != "sqlite":
            return self._group.on_disk.command(self._group.connection, stream, command)
        return self._group.ids.find(self._group.connection, command)

    def events(self, stream: str, after: int = 0) -> list[Recorded]:
        """A stream's events above a version, with those of earlier jobs in this transaction but not of this job."""
        self._group.flush()
        return events_of(self._group.connection, stream, after)

    def not_before(self, stream: str, at: str) -> str:
        """The time for a stream's next command: ``at``, or its last command's time if the clock was set back.

        ``at`` also if that is much later: the clock was wrong then.
        """
        last = self._command_head(stream).at
        return last if is_catching_up(at, last) else at

    def accept(self, request: Request, events: Iterable[Event]) -> RecordedCommand:
        """Append a command and its events, each with its hash."""
        events = tuple(events)
        head = self.head(request.stream)
        command = self._record(request, head.version, head.version + len(events), None, None)
        for event in events:
            head = self._append(request, command.hash, head, event)
        self._heads[request.stream] = head
        return command

    def refuse(self, request: Request, code: str, why: str) -> RecordedCommand:
        """Append a refused command with its answer; it has no events."""
        version = self.head(request.stream).version
        return self._record(request, version, version, code, why)

    def keep(self) -> None:
        """Hand the appended rows to the group for committing."""
        self._group.events += self._events
        self._group.commands += self._commands
        self._group.heads |= self._heads
        self._group.command_heads |= self._command_heads
        self._group.appended += len(self._events)

    def _append(self, request: Request, command_hash: str, head: Head, event: Event) -> Head:
        position = self._group.position + len(self._events) + 1
        version, kind = head.version + 1, type(event).__name__
        row = (
            position,
            request.stream,
            version,
            kind,
            event.schema_version,
            encode(event),
            request.at,
            request.who,
            request.device,
            request.id,
            command_hash,
            head.hash,
        )
        own = digest(row)
        self._events.append((*row, own))
        self.appended.append(
            Recorded(
                stream=request.stream,
                version=version,
                event=event,
                at=request.at,
                who=request.who,
                device=request.device,
                command=request.id,
                hash=own,
            )
        )
        return Head(version=version, hash=own)

    def _record(
        self, request: Request, before: int, after: int, refused: str | None, why: str | None
    ) -> RecordedCommand:
        head = self._command_head(request.stream)
        row = (
            request.id,
            request.stream,
            head.version + 1,
            canonical(request.document),
            request.at,
            request.who,
            request.device,
            before,
            after,
            refused,
            why,
            head.hash,
        )
        own = digest(row)
        self._commands.append((*row, own))
        self._command_heads[request.stream] = CommandHead(version=head.version + 1, hash=own, at=request.at)
        return RecordedCommand(
            id=request.id,
            stream=request.stream,
            number=head.version + 1,
            document=request.document,
            at=request.at,
            who=request.who,
            device=request.device,
            version_before=before,
            version_after=after,
            refused=refused,
            why=why,
            hash=own,
        )

    def _command_head(self, stream: str) -> CommandHead:
        known = self._command_heads.get(stream) or self._group.command_heads.get(stream)
        return known or self._group.on_disk.command_head(self._group.connection, stream)
