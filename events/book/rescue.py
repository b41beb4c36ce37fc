"""Collects the whole rows of a damaged file, and writes those that are kept into a new book."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from events.book.chain import Columns, StoredCommand, StoredEvent, digest
from events.book.database import file_url, prepare_file, prepared, sqlite_engine
from events.book.file import beside, written
from events.book.pages import rows_in_file
from events.book.sqlite import sqlite3
from events.book.stored_rows import COMMANDS, EVENTS, natural_order
from events.frozen import Frozen
from events.records import BookError

_TABLES = ((EVENTS.name, StoredEvent._fields, "version"), (COMMANDS.name, StoredCommand._fields, "number"))
_ROWS_A_STEP = 2_000
_NOTE = "rescues"
"""The table of a rescued book that is not whole. It is for verification alone."""


class CutStream(Frozen):
    """How many events and commands of a stream were saved, and how many it is known to have had at least."""

    events: int
    commands: int
    known_events: int
    known_commands: int


class Rescue(Frozen):
    """What a book lacks since it was saved from a damaged file at a time (ISO 8601 in UTC).

    ``missing`` counts the positions without an event, up to that of the last event.
    """

    at: str
    missing: int
    streams: dict[str, CutStream]


def rescues_of(connection: Connection) -> list[Rescue]:
    """What a book lacks, by each time that it was saved from a damaged file; empty for a whole book.

    Raises :class:`BookError` (``book_damaged``) if a note of that is invalid.
    """
    if not inspect(connection).has_table(_NOTE):
        return []
    notes = connection.scalars(text(f"SELECT note FROM {_NOTE}"))
    try:
        return [msgspec.json.decode(note, type=Rescue) for note in notes]
    except (msgspec.MsgspecError, TypeError, UnicodeError):
        raise BookError("book_damaged", "The note of what this book lacks is invalid.") from None


def _written(path: Path) -> list[tuple[int, ...]]:
    return [written(file.stat()) for file in (path, beside(path, "-wal")) if file.exists()]


class RowsFound:
    """The whole rows of a damaged file, each once, in a scratch database in a folder.

    A row is whole if its hash fits its columns. ``changed`` has the places of others: whether it is an event, the
    stream and the number. Methods raise :class:`sqlite3.Error` if there is no room for the scratch database.
    """

    def __init__(self, folder: Path) -> None:
        self._scratch = folder / "found.db"
        self._raw = sqlite3.connect(str(self._scratch))
        self._raw.execute("PRAGMA journal_mode = OFF")
        self._raw.execute("PRAGMA synchronous = OFF")
        for table, columns, number in _TABLES:
            self._raw.execute(f"CREATE TABLE {table} ({', '.join(columns)}, committed, kept, UNIQUE (hash))")
            self._raw.execute(f"CREATE INDEX {table}_in_order ON {table} (night, {number})")
            self._raw.execute(f"CREATE INDEX {table}_by_chain ON {table} (prev_hash)")
        self._raw.execute(f"CREATE INDEX by_position ON {EVENTS.name} (position)")
        self._raw.execute(f"CREATE INDEX by_id ON {COMMANDS.name} (id)")
        self.changed: set[tuple[bool, Any, Any]] = set()

    def __enter__(self) -> RowsFound:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def read(self, path: Path) -> None:
        """Add the rows of a file and the log beside it.

        Raises :class:`BookError` if it cannot be opened (``book_unreadable``) or is being written to (``book_busy``).
        """
        try:
            before = _written(path)
            self._add(path)
            is_changed = _written(path) != before
        except OSError as error:
            raise BookError(
                "book_unreadable", "Cannot open a book at that path: %(error)s.", error=error.strerror or error
            ) from None
        if is_changed:
            raise BookError("book_busy", "Another program has begun to write to the book. Try again.")

    def _add(self, path: Path) -> None:
        rows = (row for row in rows_in_file(path) if self._is_whole(row.is_event, row.columns))
        while some := [*islice(rows, _ROWS_A_STEP)]:
            for (table, columns, _), is_event in zip(_TABLES, (True, False), strict=True):
                marks = ", ".join("?" * (len(columns) + 1))
                self._raw.executemany(
                    f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}, committed) VALUES ({marks})",
                    [(*row.columns, row.is_committed) for row in some if row.is_event is is_event],
                )
        # What lies beyond a fault in the log gives way to anything else in its place.
        for (table, _, _), place in zip(_TABLES, ("position", "id"), strict=True):
            self._raw.execute(
                f"DELETE FROM {table} WHERE NOT committed AND EXISTS (SELECT 1 FROM {table} AS other WHERE "
                f"other.committed AND ({' OR '.join(f'other.{key} = {table}.{key}' for key in (place, 'prev_hash'))}))"
            )
        self._raw.commit()

    def _is_whole(self, is_event: bool, columns: Columns) -> bool:
        if digest(columns[:-1]) == columns[-1]:
            return True
        row = StoredEvent._make(columns) if is_event else StoredCommand._make(columns)
        self.changed.add((is_event, row.night, row.version if isinstance(row, StoredEvent) else row.number))
        return False

    @property
    def streams(self) -> list[str]:
        """The ids of the streams with any row, in natural order."""
        found = self._raw.execute(" UNION ".join(f"SELECT night FROM {table}" for table, _, _ in _TABLES))
        return sorted((stream for (stream,) in found if isinstance(stream, str)), key=natural_order)

    def rows_of(self, stream: str) -> tuple[list[Columns], list[Columns]]:
        """A stream's events and commands by number, with gaps, and with several of a number if they differ."""
        events, commands = (
            self._raw.execute(
                f"SELECT {', '.join(columns)} FROM {table} WHERE night = ? AND typeof({number}) = 'integer' "
                f"ORDER BY {number}",
                (stream,),
            ).fetchall()
            for table, columns, number in _TABLES
        )
        return events, commands

    def keep(self, events: Iterable[Columns], commands: Iterable[Columns]) -> None:
        """Mark rows for the new book."""
        for (table, _, _), rows in zip(_TABLES, (events, commands), strict=True):
            self._raw.executemany(f"UPDATE {table} SET kept = 1 WHERE hash = ?", [(row[-1],) for row in rows])

    def write(self, into: Path, cut: dict[str, CutStream], at: str, earlier: Iterable[Rescue] = ()) -> None:
        """Write the rows that were marked into a new book in an empty file.

        If it is not whole, it gets a note of ``cut``, of events missing otherwise, and what an ``earlier`` one says.
        Raises :class:`OSError` if it cannot be written.
        """
        try:
            self._raw.commit()
            engine = sqlite_engine(file_url(into), "BEGIN IMMEDIATE")
            prepared(engine, lambda connection: prepare_file(connection, into, create=True)).dispose()
            with closing(sqlite3.connect(str(into))) as target:
                target.execute("PRAGMA synchronous = FULL")
                target.execute("ATTACH ? AS found", (str(self._scratch),))
                for (table, columns, _), order in zip(_TABLES, ("position", "night, number"), strict=True):
                    names = ", ".join(columns)
                    rows = f"SELECT {names} FROM found.{table} WHERE kept ORDER BY {order}"
                    target.execute(f"INSERT INTO main.{table} ({names}) {rows}")
                count, last = target.execute(f"SELECT count(*), max(position) FROM main.{EVENTS.name}").fetchone()
                notes = [*earlier]
                missing = (last or 0) - count
                if cut or missing != (notes[-1].missing if notes else 0):
                    notes.append(Rescue(at=at, missing=missing, streams=cut))
                if notes:
                    target.execute(f"CREATE TABLE main.{_NOTE} (note TEXT NOT NULL)")
                    target.executemany(
                        f"INSERT INTO main.{_NOTE} VALUES (?)",
                        [(msgspec.json.encode(note).decode(),) for note in notes],
                    )
                target.commit()
                target.execute("DETACH found")
                target.execute("PRAGMA journal_mode = DELETE")
        except (sqlite3.Error, DBAPIError) as error:
            raise OSError(str(getattr(error, "orig", error))) from None
