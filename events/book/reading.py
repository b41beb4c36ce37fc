"""Reading a book's rows through a connection: the same queries inside and outside of the writer's transaction.

The queries are made once: to build one costs SQLAlchemy more than SQLite needs to answer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Select, Table, bindparam, func, select

from events.book.documents import document_in
from events.book.fact_types import UnknownFact, decode
from events.book.statements import KeptConnection, OnDriver, Row, each_row, rows, rows_of_each
from events.book.tables import BookTable
from events.facts.night import NightClosed, NightOpened
from events.records import BookError, CommandHead, Head, Recorded, RecordedCommand

FACTS: Table = BookTable.metadata.tables["facts"]
COMMANDS: Table = BookTable.metadata.tables["commands"]

_STREAM: BindParameter[str] = bindparam("of_stream")
_HEAD = select(FACTS.c.version, FACTS.c.hash).where(FACTS.c.night == _STREAM).order_by(FACTS.c.version.desc()).limit(1)
_COMMAND_HEAD = (
    select(COMMANDS.c.number, COMMANDS.c.hash, COMMANDS.c.at)
    .where(COMMANDS.c.night == _STREAM)
    .order_by(COMMANDS.c.number.desc())
    .limit(1)
)
_COMMAND = select(COMMANDS).where(COMMANDS.c.id == bindparam("of_id"))
_COMMANDS = (
    select(COMMANDS)
    .where(COMMANDS.c.night == _STREAM, COMMANDS.c.number > bindparam("after"))
    .order_by(COMMANDS.c.number)
)
_FACTS_AFTER = (
    select(
        FACTS.c.version,
        FACTS.c.kind,
        FACTS.c.schema_version,
        FACTS.c.body,
        FACTS.c.at,
        FACTS.c.who,
        FACTS.c.device,
        FACTS.c.command,
        FACTS.c.hash,
    )
    .where(FACTS.c.night == _STREAM, FACTS.c.version > bindparam("after"))
    .order_by(FACTS.c.version)
)
_FACTS_BETWEEN = _FACTS_AFTER.where(FACTS.c.version <= bindparam("until"))

_LAST_POSITION = select(FACTS.c.position).order_by(FACTS.c.position.desc()).limit(1)
_SINCE = (FACTS.c.position > bindparam("after"), FACTS.c.position <= bindparam("until"))
_NIGHTS_BETWEEN = (
    select(FACTS.c.night, FACTS.c.kind, FACTS.c.at)
    .where(*_SINCE, FACTS.c.kind.in_((NightOpened.__name__, NightClosed.__name__)))
    .order_by(FACTS.c.position)
)
_OPENED_BETWEEN = (
    select(FACTS.c.night)
    .where(*_SINCE, FACTS.c.version == 1, FACTS.c.kind == NightOpened.__name__)
    .order_by(FACTS.c.position)
)
_MOVED_BETWEEN = select(FACTS.c.night, FACTS.c.version, FACTS.c.hash).where(
    FACTS.c.position.in_(select(func.max(FACTS.c.position)).where(*_SINCE).group_by(FACTS.c.night))
)


def head_of(connection: OnDriver, stream: str) -> Head | None:
    """The version and last hash of a stream's facts; ``None`` where it has none."""
    return _head(rows(connection, _HEAD, {"of_stream": stream}))


def command_head_of(connection: OnDriver, stream: str) -> CommandHead | None:
    """The number, hash and time of a stream's last command; ``None`` where it has none."""
    return _command_head(rows(connection, _COMMAND_HEAD, {"of_stream": stream}))


def facts_of(connection: OnDriver, stream: str, after: int = 0, until: int | None = None) -> list[Recorded]:
    """A stream's facts in order, those with a version above ``after`` and up to ``until``.

    Raises :class:`BookError` (``book_damaged``) where one does not read, or is not found, naming it: it was taken out,
    or an index that does not agree with its table passes over it.
    """
    asked: dict[str, Any] = {"of_stream": stream, "after": after}
    if until is None:
        found = each_row(connection, _FACTS_AFTER, asked)
    else:
        found = each_row(connection, _FACTS_BETWEEN, {**asked, "until": until})
    # Where a fact does not read, the query is not left open.
    with closing(found):
        facts = _recorded(stream, found, after)
    if until is not None and len(facts) < until - after:
        raise _missing(stream, after + len(facts) + 1)
    return facts


def last_position_of(connection: OnDriver) -> int:
    """The position of the book's last fact; 0 where it has none."""
    return _position(rows(connection, _LAST_POSITION))


def nights_between(connection: Connection, after: int, until: int) -> list[tuple[str, bool, str]]:
    """Every opening and close of a night among the facts between two positions: the night, whether it opened, when."""
    found = connection.execute(_NIGHTS_BETWEEN, {"after": after, "until": until})
    return [(night, kind == NightOpened.__name__, at) for night, kind, at in found]


def opened_between(connection: Connection, after: int, until: int) -> list[str]:
    """The nights that were opened between two positions, in order."""
    return list(connection.scalars(_OPENED_BETWEEN, {"after": after, "until": until}))


def moved_between(connection: OnDriver, after: int, until: int) -> dict[str, Head]:
    """The streams of which there is a fact between two positions, each with the last version there and its hash."""
    found = rows(connection, _MOVED_BETWEEN, {"after": after, "until": until})
    return {stream: Head(version=version, hash=digest) for stream, version, digest in found}


def command_with(connection: OnDriver, command: str) -> RecordedCommand | None:
    """The command of an id, whatever its stream."""
    return _command(rows(connection, _COMMAND, {"of_id": command}))


def before_command(
    connection: KeptConnection, stream: str, command: str
) -> tuple[int, Head | None, CommandHead | None, RecordedCommand | None]:
    """What a command of a stream is appended to, asked for in one message, of a connection that joins them.

    That is :func:`last_position_of`, :func:`head_of`, :func:`command_head_of` and :func:`command_with`.
    """
    of_stream = {"of_stream": stream}
    queries: tuple[tuple[Select[Any], dict[str, str]], ...] = (
        (_LAST_POSITION, {}),
        (_HEAD, of_stream),
        (_COMMAND_HEAD, of_stream),
        (_COMMAND, {"of_id": command}),
    )
    position, head, command_head, earlier = rows_of_each(connection, queries)
    return _position(position), _head(head), _command_head(command_head), _command(earlier)


def commands_of(connection: Connection, stream: str, after: int = 0) -> list[RecordedCommand]:
    """A stream's commands in order, those with a number above ``after``, the refused ones among them."""
    asked = {"of_stream": stream, "after": after}
    return [recorded_command(row) for row in connection.execute(_COMMANDS, asked).mappings()]


def recorded_command(row: Mapping[Any, Any]) -> RecordedCommand:
    """A row of the commands' table as a record; :class:`BookError` (``book_damaged``) where its body does not read."""
    try:
        document = document_in(row["body"])
    except (msgspec.DecodeError, RecursionError) as error:
        where = f"Command {row['number']} of night {row['night']}"
        raise BookError("book_damaged", f"{where} is damaged: {error}.") from None
    return RecordedCommand(
        id=row["id"],
        stream=row["night"],
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


def _position(found: Sequence[Row]) -> int:
    return int(found[0][0]) if found else 0


def _head(found: Sequence[Row]) -> Head | None:
    return Head(version=found[0][0], hash=found[0][1]) if found else None


def _command_head(found: Sequence[Row]) -> CommandHead | None:
    return CommandHead(version=found[0][0], hash=found[0][1], at=found[0][2]) if found else None


def _command(found: Sequence[Row]) -> RecordedCommand | None:
    return recorded_command(dict(zip(COMMANDS.c.keys(), found[0], strict=True))) if found else None


def _missing(stream: str, version: int) -> BookError:
    return BookError("book_damaged", f"Fact {version} of night {stream} is not to be found.")


def _recorded(stream: str, found: Iterable[Row], after: int) -> list[Recorded]:
    """Facts as records; what one has in common with the one before it, they share."""
    facts: list[Recorded] = []
    last_at = last_who = last_device = last_command = ""
    for due, (version, kind, schema_version, body, at, who, device, command, digest) in enumerate(found, after + 1):
        if version != due:
            raise _missing(stream, due)
        try:
            fact = decode(kind, schema_version, body)
        except UnknownFact as error:
            raise BookError("book_damaged", f"Fact {version} of night {stream} does not read: {error}.") from None
        last_at = at if at != last_at else last_at
        last_who = who if who != last_who else last_who
        last_device = device if device != last_device else last_device
        last_command = command if command != last_command else last_command
        facts.append(
            Recorded(
                stream=stream,
                version=version,
                fact=fact,
                at=last_at,
                who=last_who,
                device=last_device,
                command=last_command,
                hash=digest,
            )
        )
    return facts
