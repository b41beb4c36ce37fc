"""Reading a book's rows through a connection: the same queries inside and outside of the writer's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, select

from events.records import BookError, Head, Recorded, RecordedCommand
from events.register import UnknownFact, decode
from events.tables import BookTable

FACTS: Table = BookTable.metadata.tables["facts"]
COMMANDS: Table = BookTable.metadata.tables["commands"]


def head_of(connection: Connection, night: str) -> Head | None:
    """The version and last hash of a night's facts; ``None`` where it has none."""
    query = select(FACTS.c.version, FACTS.c.hash).where(FACTS.c.night == night)
    row = connection.execute(query.order_by(FACTS.c.version.desc()).limit(1)).first()
    return Head(version=row.version, hash=row.hash) if row else None


def command_head_of(connection: Connection, night: str) -> Head | None:
    """The number and hash of a night's last command; ``None`` where it has none."""
    query = select(COMMANDS.c.number, COMMANDS.c.hash).where(COMMANDS.c.night == night)
    row = connection.execute(query.order_by(COMMANDS.c.number.desc()).limit(1)).first()
    return Head(version=row.number, hash=row.hash) if row else None


def facts_of(connection: Connection, night: str, after: int = 0, until: int | None = None) -> list[Recorded]:
    """A night's facts in order, those with a version above ``after`` and up to ``until``.

    Raises :class:`BookError` (``book_damaged``) where one does not read, naming it.
    """
    query = select(FACTS).where(FACTS.c.night == night, FACTS.c.version > after)
    if until is not None:
        query = query.where(FACTS.c.version <= until)
    return [_recorded(row) for row in connection.execute(query.order_by(FACTS.c.version))]


def command_with(connection: Connection, command: str) -> RecordedCommand | None:
    """The command of an id, whatever its night."""
    found = connection.execute(select(COMMANDS).where(COMMANDS.c.id == command)).mappings().first()
    return recorded_command(found) if found else None


def commands_of(connection: Connection, night: str) -> list[RecordedCommand]:
    """A night's commands in order, the refused ones among them."""
    query = select(COMMANDS).where(COMMANDS.c.night == night).order_by(COMMANDS.c.number)
    return [recorded_command(row) for row in connection.execute(query).mappings()]


def recorded_command(row: Mapping[Any, Any]) -> RecordedCommand:
    """A row of the commands' table as a record; :class:`BookError` (``book_damaged``) where its body does not read."""
    try:
        document = msgspec.json.decode(row["body"])
    except msgspec.DecodeError as error:
        where = f"Command {row['number']} of night {row['night']}"
        raise BookError("book_damaged", f"{where} is damaged: {error}.") from None
    return RecordedCommand(
        id=row["id"],
        night=row["night"],
        number=row["number"],
        document=document,
        at=row["at"],
        who=row["who"],
        device=row["device"],
        version_before=row["version_before"],
        version_after=row["version_after"],
        refused=row["refused"],
        why=row["why"],
        hash=row["hash"],
    )


def _recorded(row: Row[Any]) -> Recorded:
    try:
        fact = decode(row.kind, row.schema_version, row.body)
    except UnknownFact as error:
        raise BookError("book_damaged", f"Fact {row.version} of night {row.night} does not read: {error}.") from None
    return Recorded(
        position=row.position,
        night=row.night,
        version=row.version,
        kind=row.kind,
        fact=fact,
        at=row.at,
        who=row.who,
        device=row.device,
        command=row.command,
        hash=row.hash,
    )
