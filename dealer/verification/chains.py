"""Checks the rows of a stream in order: both hash chains, each event's command, and the times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any

import msgspec

from dealer.commands.refusal import Phrase, marked, number_of, phrase, refusal_of
from dealer.rules_version import TIMES_IN_ORDER
from dealer.verification.inspection import (
    COMMAND_CHAIN,
    COMMANDS,
    EVENT_CHAIN,
    EVENTS,
    Check,
    Finding,
    Progress,
    Rows,
    after_of,
    all_follow,
    at_command,
    at_event,
    before_of,
    broken_link,
    command_body,
    command_id,
    error_phrase,
    event_body,
    hash_of,
    maker_of,
    position_of,
    recorded_of,
    refused_of,
    time_of,
    together,
    why_of,
)
from events.book.chain import Columns, StoredCommand, StoredEvent, first_link
from events.book.event_types import UnknownEvent, encode, encode_all, is_of_record
from events.book.reading import canonical, canonical_lines, document_in
from events.common.night import NightOpened
from events.records import MOST_CATCHING_UP, Recorded, moment_of, moments_of

_decode_lines = msgspec.json.Decoder().decode_lines
_COMMANDS, _EVENTS, _TIMES = marked("chain of commands"), marked("chain of events"), marked("times")


def check_commands(rows: Rows, tell: Progress) -> Finding | None:
    """Check the chain of commands, and that each starts at the version where the last ended."""
    previous, version, ids = first_link("commands", rows.night), 0, set[object]()
    for first, some in together(rows.command_rows):
        own = set(map(command_id, some)) if all_follow(some, COMMAND_CHAIN, first, previous) else set()
        if len(own) == len(some) and ids.isdisjoint(own) and _all_follow_on(some, version) and _all_read(some):
            ids |= own
            previous, version = hash_of(some[-1]), after_of(some[-1])
            tell(len(some))
            continue
        for number, row in enumerate(map(StoredCommand._make, some), start=first + 1):
            what = (
                broken_link(row, COMMAND_CHAIN, previous, number)
                or _wrong_versions(row, version)
                or _wrong_answer(row)
                or _unreadable_command(row)
                or (phrase("another command before it has its id") if row.id in ids else None)
            )
            if what:
                return at_command(_COMMANDS, number, version, what)
            previous, version = row.hash, row.version_after
            ids.add(row.id)
            tell(1)
    return None


def check_events(rows: Rows, tell: Progress) -> Finding | None:
    """Check the chain of events, that each belongs to an accepted command, and that none is missing at the end."""
    previous, position, senders = first_link("facts", rows.night), 0, _senders(rows)
    recorded = list[Recorded]()
    for first, some in together(rows.event_rows):
        wrong = None
        read = _read_together(some, first, previous, senders)
        if read is None:
            read, wrong = _read_each(some, first, previous, rows.commands)
        for version, here in enumerate(map(position_of, some[: len(read)]), start=first + 1):
            if here != position + 1:
                misplaced = _misplaced(rows.event_rows, version)
                if misplaced:
                    tell(max(misplaced - 1 - first, 0))
                    what = phrase("its position in the book is not between those of the events around it")
                    return at_event(_EVENTS, misplaced, what)
            position = here
        tell(len(read))
        if wrong:
            return wrong
        recorded += read
        previous = hash_of(some[-1])
    rows.recorded = recorded
    last = after_of(rows.command_rows[-1]) if rows.command_rows else 0
    if rows.whole and last != len(rows.event_rows):
        made = number_of(last, "%(num)s event", "%(num)s events")
        problem = phrase("it is missing; the commands made %(events)s", events=made)
        return at_event(_EVENTS, len(rows.event_rows) + 1, problem)
    return None


def check_times(rows: Rows, tell: Progress) -> Finding | None:
    """Check that each command has a valid time, not before the previous one if the night keeps its times in order.

    A time that is more than a day before the previous one is of a clock that was wrong and was put right.

    An event has the time of its command, as :func:`check_events` checks.
    """
    in_order = _keeps_order(rows)
    opened = last = None
    for first, some in together(rows.command_rows):
        moments = _moments_in_order([*map(time_of, some)])
        if moments and (last is None or last <= moments[0]):
            opened, last = opened or moments[0], moments[-1]
            tell(len(some))
            continue
        for number, row in enumerate(map(StoredCommand._make, some), start=first + 1):
            at = row.at
            moment = moment_of(at)
            what = None
            if moment and last and last - moment > MOST_CATCHING_UP:
                opened = last = moment
            if moment is None:
                what = phrase("its time is invalid: '%(at)s'", at=str(at))
            elif in_order and opened and moment < opened:
                what = phrase(
                    "it was given at %(at)s, before the night was opened at %(opened)s",
                    at=at,
                    opened=rows.commands[0].at,
                )
            elif in_order and last and moment < last:
                what = phrase(
                    "it was given at %(at)s, before the command before it, of %(before)s",
                    at=at,
                    before=rows.commands[number - 2].at,
                )
            if what:
                return at_command(_TIMES, number, row.version_before, what)
            opened, last = opened or moment, moment
            tell(1)
    return None


CHAINS = (
    Check(
        name=_COMMANDS,
        says=marked("every command, the refused ones too, follows from the one before it"),
        things=COMMANDS,
        run=check_commands,
    ),
    Check(
        name=_EVENTS,
        says=marked("every event follows from the one before it and was made by a command of the book"),
        things=EVENTS,
        run=check_events,
    ),
    Check(
        name=_TIMES,
        says=marked(
            "every command has a time, and none is before the opening or the command before it, except after a clock "
            "that was more than a day ahead"
        ),
        things=COMMANDS,
        run=check_times,
    ),
)
"""The checks of every stream's rows."""


def _moments_in_order(times: list[str]) -> list[datetime] | None:
    """The parsed times; ``None`` if a time is invalid or before the previous time."""
    moments = moments_of(times)
    return moments if moments and moments == sorted(moments) else None


def _keeps_order(rows: Rows) -> bool:
    """Whether the program that opened the night kept its times in order, whatever the clock did."""
    first = rows.recorded[0].event if rows.recorded else None
    return isinstance(first, NightOpened) and first.rules >= TIMES_IN_ORDER


def _wrong_versions(row: StoredCommand, version: int) -> Phrase | None:
    """Why a command does not start at the version where the last ended."""
    if row.version_before != version:
        return phrase(
            "it was accepted at version %(before)s of a night that was at version %(version)s",
            before=row.version_before,
            version=version,
        )
    if row.version_after < version:
        return phrase(
            "it brought the night back from version %(version)s to %(after)s", version=version, after=row.version_after
        )
    # An accepted command may have no events, such as a style chosen again; deciding it again shows whether it may.
    if row.version_after > version and row.refused is not None:
        return phrase("it was refused but made events")
    return None


def _wrong_answer(row: StoredCommand) -> Phrase | None:
    """Why a command's code and sentence are not a valid answer: a refusal needs a printable sentence."""
    if row.refused is None:
        return None if row.why is None else phrase("it was accepted but has the sentence of a refusal")
    kept = row.why or ""
    try:
        says_something = refusal_of(row.refused, kept).why.strip() and kept.isprintable()
    except (AssertionError, ValueError):
        says_something = False
    if says_something:
        return None
    return phrase("it was refused (%(code)s) with an invalid sentence: '%(why)s'", code=row.refused, why=kept)


def _all_follow_on(rows: Sequence[Columns], version: int) -> bool:
    """Whether each command starts at the version where the last ended, and each has a valid answer."""
    for row in rows:
        after, refused = after_of(row), refused_of(row)
        if before_of(row) != version or after < version:
            return False
        if refused is None:
            if why_of(row) is not None:
                return False
            version = after
        elif after != version or _wrong_answer(StoredCommand._make(row)):
            return False
    return True


def _misplaced(events: Sequence[Columns], version: int) -> int | None:
    """Which event is out of place in the book, this or the previous one; ``None`` if both are in order.

    The events of a command are adjacent; those of other nights may lie between commands.
    """
    first, before, here = [0, 0, *map(position_of, events[max(version - 3, 0) : version])][-3:]
    of_one = version > 1 and maker_of(events[version - 2]) == maker_of(events[version - 1])
    if here == before + 1 or (here > before and not of_one):
        return None
    return version - 1 if first < here < before else version


def _wrong_maker(row: StoredEvent, maker: StoredCommand | None, version: int) -> Phrase | None:
    """Why an event cannot belong to the command that it names."""
    if maker is None or maker.hash != row.command_hash:
        return phrase("the command that it names is not in the book unchanged")
    if not maker.version_before < version <= maker.version_after:
        return phrase("its command made other events")
    if _sent(maker) == _sent(row):
        return None
    name = next(name for name in _SENT if getattr(maker, name) != getattr(row, name))
    return phrase("its '%(column)s' is not its command's", column=name)


_SENT = ("at", "who", "device")
_sent = attrgetter(*_SENT)
_maker_of = itemgetter(*map(StoredEvent._fields.index, (*_SENT, "command", "command_hash")))
_as_maker = itemgetter(*map(StoredCommand._fields.index, (*_SENT, "id", "hash")))


def _senders(rows: Rows) -> list[tuple[Any, ...]]:
    """The columns that events share with their command, as in the commands."""
    senders: list[tuple[Any, ...]] = []
    for row in rows.command_rows:
        if refused_of(row) is None:
            senders += [_as_maker(row)] * (min(after_of(row), len(rows.event_rows)) - len(senders))
    return senders


def _read_together(
    rows: Sequence[Columns], first: int, previous: str, senders: list[tuple[Any, ...]]
) -> list[Recorded] | None:
    """Some events as records, after ``before`` others; ``None`` if one of them is not sound."""
    if not all_follow(rows, EVENT_CHAIN, first, previous):
        return None
    if [*map(_maker_of, rows)] != senders[first : first + len(rows)]:
        return None
    try:
        recorded = [recorded_of(row) for row in rows]
        written = encode_all([row.event for row in recorded])
    except UnknownEvent:
        return None
    if written != _as_lines(map(event_body, rows)) and any(map(_written_otherwise, rows, recorded)):
        return None
    return recorded


def _read_each(
    rows: Sequence[Columns], first: int, previous: str, commands: Sequence[StoredCommand]
) -> tuple[list[Recorded], Finding | None]:
    """The same up to the first unsound event, and what is wrong with it."""
    makers = {row.id: row for row in commands if row.refused is None}
    recorded = list[Recorded]()
    for version, row in enumerate(map(StoredEvent._make, rows), start=first + 1):
        what = broken_link(row, EVENT_CHAIN, previous, version) or _wrong_maker(row, makers.get(row.command), version)
        if what is None:
            try:
                read = recorded_of(row)
            except UnknownEvent as error:
                what = error_phrase(error)
            else:
                what = _written_otherwise(row, read)
        if what:
            return recorded, at_event(_EVENTS, version, what)
        recorded.append(read)
        previous = row.hash
    return recorded, None


def _all_read(rows: Sequence[Columns]) -> bool:
    """Whether the bodies of commands can be read and are written as this program writes them."""
    bodies = _as_lines(map(command_body, rows))
    try:
        documents = _decode_lines(bodies)
        # A body with a line break could count as two.
        return len(documents) == len(rows) and canonical_lines(documents) == bodies
    except (msgspec.MsgspecError, RecursionError):
        return False


def _as_lines(bodies: Iterable[str]) -> bytes:
    """Stored bodies, one per line; newly written bodies have no other line breaks."""
    return ("\n".join(bodies) + "\n").encode()


def _unreadable_command(row: StoredCommand) -> Phrase | None:
    try:
        written = canonical(document_in(row.body))
    except (msgspec.MsgspecError, RecursionError) as error:
        return phrase("its body is invalid: %(error)s", error=str(error))
    return None if written == row.body else _OTHERWISE


def _written_otherwise(row: Columns, read: Recorded) -> Phrase | None:
    """Why no version of this program can have written an event's body."""
    event, (_, _, _, kind, schema_version, body, *_) = read.event, row
    if schema_version < event.schema_version:
        return None if is_of_record(kind, schema_version, body) else _OTHERWISE
    written = encode(event)
    return None if written == body or _is_older(body, written) else _OTHERWISE


def _is_older(body: str, written: str) -> bool:
    """Whether a body only lacks fields that have a default now, as an earlier version may have written.

    It never has additional fields or another order.
    """
    try:
        stored: dict[str, Any] = msgspec.json.decode(body)
        known = msgspec.json.decode(written)
        same = all(name in known and known[name] == value for name, value in stored.items())
        return same and canonical(stored) == body
    except (msgspec.MsgspecError, RecursionError):
        return False


_OTHERWISE = phrase("its body is not written as this program writes one")
