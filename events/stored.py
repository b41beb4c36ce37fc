"""Reading a book's rows as they are stored, byte for byte, for whoever checks what somebody may have forged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, func, select

from events.reading import COMMANDS, FACTS

Rows = list[dict[str, Any]]

_BY_NIGHT = tuple(
    select(table.c.night, func.count().label("rows")).group_by(table.c.night) for table in (FACTS, COMMANDS)
)


def fact_rows_of(connection: Connection, night: str) -> Rows:
    """A night's facts, in order."""
    return _rows(connection, select(FACTS).where(FACTS.c.night == night).order_by(FACTS.c.version))


def command_rows_of(connection: Connection, night: str) -> Rows:
    """A night's commands, in order."""
    return _rows(connection, select(COMMANDS).where(COMMANDS.c.night == night).order_by(COMMANDS.c.number))


def hash_at(connection: Connection, night: str, version: int) -> str | None:
    """The hash of one fact; ``None`` where the night has no such fact."""
    found = _rows(connection, select(FACTS.c.hash).where(FACTS.c.night == night, FACTS.c.version == version))
    return str(found[0]["hash"]) if found else None


def extent_of(connection: Connection, night: str) -> tuple[int, int]:
    """How many facts and how many commands of a night there are."""
    facts, commands = (
        connection.scalar(select(func.count()).select_from(table).where(table.c.night == night)) or 0
        for table in (FACTS, COMMANDS)
    )
    return facts, commands


def rows_by_night(connection: Connection) -> tuple[dict[Any, int], dict[Any, int]]:
    """How many facts, and how many commands, name each night; the name may be anything."""
    facts, commands = ({row["night"]: row["rows"] for row in _rows(connection, query)} for query in _BY_NIGHT)
    return facts, commands


def _rows(connection: Connection, query: Select[Any]) -> Rows:
    with _byte_for_byte(connection):
        return [dict(row) for row in connection.execute(query).mappings()]


@contextmanager
def _byte_for_byte(connection: Connection) -> Iterator[None]:
    """Have SQLite give texts that are no UTF-8 too, what does not decode as surrogates; PostgreSQL keeps none such."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw: Any = connection.connection.dbapi_connection
    raw.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = str
