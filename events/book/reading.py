"""Reads a book's rows for use: each must give its hash and follow the row before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    Connection,
    FromClause,
    Select,
    bindparam,
    func,
    select,
    text,
    true,
)
from sqlalchemy.exc import DatabaseError

from events.book.chain import StoredCommand, StoredEvent, first_link, follows, is_text, is_whole
from events.book.event_types import UnknownEvent, decode
from events.book.sqlite import is_damage
from events.book.stored_rows import BY_STREAM, COMMANDS, EVENTS, last_row, past_damage, rows_between
from events.common.house import HOUSE, PAPERS, STAFF
from events.common.night import NightClosed, NightOpened
from events.records import BookError, CommandHead, Head, Recorded, RecordedCommand

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(document: dict[str, Any]) -> str:
    """A command's document as canonical JSON: keys sorted, no spaces."""
    return _encoder.encode(document).decode()


def canonical_lines(documents: Sequence[Any]) -> bytes:
    """Many documents as canonical JSON, one per line."""
    return _encoder.encode_lines(documents)


def document_in(body: str) -> Any:
    """The document in a command's body; raises :class:`msgspec.MsgspecError` or :class:`RecursionError`.

    Earlier programs stored large integers that msgspec writes but does not read; the standard library reads those. It
    also reads things that no version of this program wrote, such as half a surrogate pair.
    """
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        with suppress(ValueError):
            document = json.loads(body)
            if canonical(document) == body:
                return document
        raise


NOT_NIGHTS = frozenset({HOUSE, PAPERS, STAFF})
"""The streams that are not nights; no page of a night shows them."""

_STREAM: BindParameter[str] = bindparam("of_stream")


def _head(stream: BindParameter[str]) -> Select[int, str]:
    of_stream = select(EVENTS.c.version, EVENTS.c.hash).where(EVENTS.c.night == stream)
    return of_stream.order_by(EVENTS.c.version.desc()).limit(1)


def _command_head(stream: BindParameter[str]) -> Select[Any]:
    of_stream = select(COMMANDS).where(COMMANDS.c.night == stream)
    return of_stream.order_by(COMMANDS.c.number.desc()).limit(1)


_HEAD, _COMMAND_HEAD = _head(_STREAM), _command_head(_STREAM)
_COMMAND = select(COMMANDS).where(COMMANDS.c.id == bindparam("of_id"))
_COMMANDS = (
    select(COMMANDS)
    .where(COMMANDS.c.night == _STREAM, COMMANDS.c.number >= bindparam("after"))
    .order_by(COMMANDS.c.number)
)
# The row before those that are wanted has the hash that they follow.
_EVENTS_AFTER = (
    select(EVENTS).where(EVENTS.c.night == _STREAM, EVENTS.c.version >= bindparam("after")).order_by(EVENTS.c.version)
)
_LAST_MADE = (
    select(COMMANDS.c.version_after).where(COMMANDS.c.night == _STREAM).order_by(COMMANDS.c.number.desc()).limit(1)
)
_EVENTS_BETWEEN = _EVENTS_AFTER.where(EVENTS.c.version <= bindparam("until"))

_begin = select(func.min(EVENTS.c.night).label("night")).cte("streams", recursive=True)
_next = select(func.min(EVENTS.c.night)).where(EVENTS.c.night > _begin.c.night).correlate(_begin).scalar_subquery()
_STREAMS = _begin.union_all(select(_next).where(_begin.c.night.is_not(None)))
_FIRST = select(func.min(EVENTS.c.version)).where(EVENTS.c.night == _STREAMS.c.night).correlate(_STREAMS)
# A stream after the other by the index: the table may be large.
_FIRST_EVENTS = (
    select(EVENTS)
    .join_from(_STREAMS, EVENTS, (EVENTS.c.night == _STREAMS.c.night) & (EVENTS.c.version == _FIRST.scalar_subquery()))
    .order_by(EVENTS.c.position)
)

_LAST_POSITION = select(func.max(EVENTS.c.position))
_OTHER: BindParameter[str] = bindparam("of_other")
_BEFORE_COMMAND = [
    query.subquery() for query in (_LAST_POSITION, _HEAD, _COMMAND_HEAD, _head(_OTHER), _command_head(_OTHER), _COMMAND)
]
_joined: FromClause = _BEFORE_COMMAND[0]
for _query in _BEFORE_COMMAND[1:]:
    _joined = _joined.outerjoin(_query, true())
_ALL_BEFORE_COMMAND = select(*(column for query in _BEFORE_COMMAND for column in query.c)).select_from(_joined)
_SINCE = (EVENTS.c.position > bindparam("after"), EVENTS.c.position <= bindparam("until"))
_NIGHTS_BETWEEN = (
    select(EVENTS)
    .where(*_SINCE, EVENTS.c.kind.in_((NightOpened.__name__, NightClosed.__name__)))
    .order_by(EVENTS.c.position)
)
_OPENED_BETWEEN = (
    select(EVENTS.c.night)
    .where(*_SINCE, EVENTS.c.version == 1, EVENTS.c.kind == NightOpened.__name__)
    .order_by(EVENTS.c.position)
)
_MOVED_BETWEEN = select(EVENTS.c.night, EVENTS.c.version, EVENTS.c.hash).where(
    EVENTS.c.position.in_(select(func.max(EVENTS.c.position)).where(*_SINCE).group_by(EVENTS.c.night))
)


def head_of(connection: Connection, stream: str) -> Head | None:
    """The version and last hash of a stream's events; ``None`` if it has none."""
    row = connection.execute(_HEAD, {"of_stream": stream}).first()
    return Head(version=row[0], hash=row[1]) if row else None


def command_head_of(connection: Connection, stream: str) -> CommandHead | None:
    """The number, hash and time of a stream's last command; ``None`` if it has none.

    Raises :class:`BookError` (``book_damaged``) if that command was changed.
    """
    row = connection.execute(_COMMAND_HEAD, {"of_stream": stream}).first()
    return _command_head_in(row) if row else None


def events_of(connection: Connection, stream: str, after: int = 0, until: int | None = None) -> list[Recorded]:
    """A stream's events with versions above ``after``, up to and including ``until``, in order.

    Raises :class:`BookError` (``book_damaged``), naming the event, if an event is invalid, does not follow the event
    before it, or is missing: it was changed or deleted, or an index disagrees with its table. From the first event on,
    it also raises if the stream ends before its last command does.
    """
    parameters: dict[str, Any] = {"of_stream": stream, "after": after}
    if until is None:
        rows = connection.execute(_EVENTS_AFTER, parameters)
    else:
        rows = connection.execute(_EVENTS_BETWEEN, {**parameters, "until": until})
    # Close the query even if an event is invalid.
    with closing(rows):
        events = [*_recorded(stream, rows, after)]
    if until is not None and len(events) < until - after:
        raise _missing(stream, after + len(events) + 1)
    if not after and (until is None or _is_last(connection, stream, until)):
        made = connection.scalar(_LAST_MADE, {"of_stream": stream}) or 0
        if made != len(events):
            raise _other_length(stream, len(events), made)
    return events


def sound_events_of(connection: Connection, stream: str) -> list[Recorded]:
    """A damaged stream's events from the first one to the last before the damage, in order."""
    events: list[Recorded] = []
    try:
        with closing(connection.execute(_EVENTS_AFTER, {"of_stream": stream, "after": 0})) as rows:
            for event in _recorded(stream, rows, 0):
                events.append(event)
    except BookError:
        return events
    except DatabaseError as error:
        if not is_damage(error):
            raise
    return events


def _is_last(connection: Connection, stream: str, version: int) -> bool:
    head = head_of(connection, stream)
    return head is not None and head.version == version


def _other_length(stream: str, events: int, made: int) -> BookError:
    return BookError(
        "book_damaged",
        "Night %(night)s is damaged: it has events up to number %(events)s, and its commands up to %(made)s.",
        night=stream,
        events=events,
        made=made,
    )


def last_position_of(connection: Connection) -> int:
    """The position of the book's last event; 0 if it has none."""
    return last_row(connection, EVENTS)


def time_after(connection: Connection, position: int) -> str | None:
    """When the first event after a position was recorded, ISO 8601; ``None`` if there is none."""
    query = select(EVENTS).where(EVENTS.c.position > position).order_by(EVENTS.c.position).limit(1)
    row = connection.execute(query).first()
    return row.at if row and is_whole(row) else None


def nights_between(connection: Connection, after: int, until: int) -> list[tuple[str, bool, str]]:
    """All openings and closes of nights between two positions: the night, whether it opened, and the time.

    Those that were changed are left out.
    """
    found = past_damage(connection, EVENTS, partial(rows_between, connection, _NIGHTS_BETWEEN), after, until)
    rows = map(StoredEvent._make, chain.from_iterable(found))
    return [(row.night, row.kind == NightOpened.__name__, row.at) for row in rows if is_whole(row)]


def opened_between(connection: Connection, after: int, until: int) -> list[str]:
    """The nights opened between two positions, in order; all nights for ``after`` 0, as :func:`nights_of` has them."""
    if not after:
        return nights_of(connection)
    found = past_damage(connection, EVENTS, partial(rows_between, connection, _OPENED_BETWEEN), after, until)
    return [night for part in found for (night,) in part]


def moved_between(connection: Connection, after: int, until: int) -> dict[str, Head]:
    """The streams with events between two positions, each with its last version and hash there."""
    found = past_damage(connection, EVENTS, partial(rows_between, connection, _MOVED_BETWEEN), after, until)
    return {stream: Head(version=version, hash=digest) for part in found for stream, version, digest in part}


def nights_of(connection: Connection, without_device: str | None = None) -> list[str]:
    """The ids of all nights, in the order they were opened; without those that a device opened, if it is named.

    Nights whose opening was changed or cannot be read are among them.
    """
    try:
        first = map(StoredEvent._make, connection.execute(_FIRST_EVENTS))
        return [row.night for row in first if _opens_night(row) and row.device != without_device]
    except DatabaseError as error:
        if not is_damage(error):
            raise
    by_index = f"SELECT night FROM facts INDEXED BY {BY_STREAM[EVENTS.name]} WHERE version = 1 ORDER BY position"
    return [stream for stream in connection.scalars(text(by_index)) if stream not in NOT_NIGHTS]


def _opens_night(first: StoredEvent) -> bool:
    """Whether the first event of a stream opens a night, or may have before it was changed."""
    if first.night in NOT_NIGHTS or not is_text(first.night):
        return False
    return first.kind == NightOpened.__name__ or not follows(first, first_link("facts", first.night))


def command_with(connection: Connection, command: str) -> RecordedCommand | None:
    """The command with an id, in any stream."""
    row = connection.execute(_COMMAND, {"of_id": command}).mappings().first()
    return recorded_command(row) if row else None


def before_command(
    connection: Connection, stream: str, command: str
) -> tuple[int, dict[str, tuple[Head | None, CommandHead | None]], RecordedCommand | None]:
    """What is needed to append a command to a stream, in a single query, as each costs PostgreSQL a round trip.

    These are the results of :func:`last_position_of`, of :func:`head_of` and :func:`command_head_of` for the stream and
    the house, and of :func:`command_with`.
    """
    named = {"of_stream": stream, "of_other": HOUSE, "of_id": command}
    position, *values = connection.execute(_ALL_BEFORE_COMMAND, named).one()
    own, house, earlier = (values[at : at + _HEADS] for at in (0, _HEADS, 2 * _HEADS))
    heads = {HOUSE: _heads_in(house), stream: _heads_in(own)}
    is_there = earlier[0] is not None
    return (
        position or 0,
        heads,
        recorded_command(dict(zip(COMMANDS.c.keys(), earlier, strict=True))) if is_there else None,
    )


_HEADS = 2 + len(COMMANDS.c)
"""How many columns the heads of a stream have: the version and hash of its last event, and its last command."""


def _heads_in(values: Sequence[Any]) -> tuple[Head | None, CommandHead | None]:
    version, digest, *command = values
    return (
        Head(version=version, hash=digest) if version else None,
        _command_head_in(command) if command[0] is not None else None,
    )


def _command_head_in(row: Sequence[Any]) -> CommandHead:
    command = StoredCommand._make(row)
    if not is_whole(command):
        raise _changed_command(command.number, command.night)
    return CommandHead(version=command.number, hash=command.hash, at=command.at)


def commands_of(connection: Connection, stream: str, after: int = 0) -> list[RecordedCommand]:
    """A stream's commands with numbers above ``after``, in order, including refused commands.

    Raises :class:`BookError` (``book_damaged``), naming the command, if a command does not follow the one before it.
    """
    commands: list[RecordedCommand] = []
    with closing(connection.execute(_COMMANDS, {"of_stream": stream, "after": after})) as rows:
        previous = _hash_before(rows, after, _NUMBER) or first_link("commands", stream)
        for due, row in enumerate(rows, after + 1):
            if row[_NUMBER] != due or row[_PREVIOUS] != previous:
                raise _changed_command(due, stream)
            commands.append(recorded_command(row._mapping))
            previous = row[_OWN]
    head = None if after else head_of(connection, stream)
    if head and head.version != (commands[-1].version_after if commands else 0):
        raise _other_length(stream, head.version, commands[-1].version_after if commands else 0)
    return commands


def recorded_command(row: Mapping[Any, Any]) -> RecordedCommand:
    """A row of the commands table as a record; raises :class:`BookError` (``book_damaged``) if it was changed."""
    if not is_whole(tuple(row.values())):
        raise _changed_command(row["number"], row["night"])
    try:
        document = document_in(row["body"])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BookError(
            "book_damaged",
            "Command %(number)s of night %(night)s is damaged: %(error)s.",
            number=row["number"],
            night=row["night"],
            error=error,
        ) from None
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


_VERSION, _NUMBER = StoredEvent._fields.index("version"), StoredCommand._fields.index("number")
_PREVIOUS, _OWN = -2, -1
"""The indexes of the hashes in every row."""


def _hash_before(rows: Iterable[Sequence[Any]], after: int, number: int) -> str:
    """The hash of the row with the number ``after``, which is the first of some rows; "" if there is none."""
    before = next(iter(rows), None) if after else None
    return str(before[_OWN]) if before and before[number] == after else ""


def _missing(stream: str, version: int) -> BookError:
    return BookError("book_damaged", "Event %(number)s of night %(night)s is missing.", number=version, night=stream)


def _changed_event(stream: str, version: int) -> BookError:
    return BookError(
        "book_damaged",
        "Event %(number)s of night %(night)s is damaged: it was changed, or does not follow the event before it.",
        number=version,
        night=stream,
    )


def _changed_command(number: int, stream: str) -> BookError:
    return BookError(
        "book_damaged",
        "Command %(number)s of night %(night)s is damaged: it was changed, or does not follow the command before it.",
        number=number,
        night=stream,
    )


def _recorded(stream: str, found: Iterable[Sequence[Any]], after: int) -> Iterator[Recorded]:
    """Events as records; consecutive records share equal values."""
    last_at = last_who = last_device = last_command = ""
    previous = _hash_before(found, after, _VERSION) or first_link("facts", stream)
    for due, row in enumerate(found, after + 1):
        _, _, version, kind, schema_version, body, at, who, device, command, _, _, own = row
        if version != due:
            raise _missing(stream, due)
        if not follows(row, previous):
            raise _changed_event(stream, due)
        previous = own
        try:
            event = decode(kind, schema_version, body)
        except UnknownEvent as error:
            raise BookError(
                "book_damaged",
                "Event %(number)s of night %(night)s is invalid: %(error)s.",
                number=version,
                night=stream,
                error=error,
            ) from None
        last_at = at if at != last_at else last_at
        last_who = who if who != last_who else last_who
        last_device = device if device != last_device else last_device
        last_command = command if command != last_command else last_command
        yield Recorded(
            stream=stream,
            version=version,
            event=event,
            at=last_at,
            who=last_who,
            device=last_device,
            command=last_command,
            hash=own,
        )


def linked_events_of(
    connection: Connection, stream: str, after: int = 0, until: int | None = None
) -> list[StoredEvent]:
    """The rows of a stream's events above ``after`` and up to ``until``, in order; raises as :func:`events_of` does."""
    query = select(EVENTS).where(EVENTS.c.night == stream, EVENTS.c.version >= after).order_by(EVENTS.c.version)
    if until is not None:
        query = query.where(EVENTS.c.version <= until)
    rows = map(StoredEvent._make, connection.execute(query))
    previous = _hash_before(rows, after, _VERSION) or first_link("facts", stream)
    events: list[StoredEvent] = []
    for due, row in enumerate(rows, after + 1):
        if row.version != due:
            raise _missing(stream, due)
        if not follows(row, previous):
            raise _changed_event(stream, due)
        events.append(row)
        previous = row.hash
    return events


def linked_rows_of(connection: Connection, stream: str) -> tuple[list[StoredEvent], list[StoredCommand]]:
    """A stream's events and commands as stored, in order; raises :class:`BookError` (``book_damaged``) if any changed.

    It also raises if the commands made more events, or fewer.
    """
    events = linked_events_of(connection, stream)
    commands = [*map(StoredCommand._make, connection.execute(_COMMANDS, {"of_stream": stream, "after": 0}))]
    previous = first_link("commands", stream)
    for due, row in enumerate(commands, start=1):
        if row.number != due or not follows(row, previous):
            raise _changed_command(due, stream)
        previous = row.hash
    made = commands[-1].version_after if commands else 0
    if made != len(events):
        raise _other_length(stream, len(events), made)
    return events, commands
