"""Saves what can be read of a damaged book into a new one: of each stream the rows before its first fault."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path

from dealer.commands.refusal import marked, phrase
from dealer.verification.chains import check_commands, check_events
from dealer.verification.inspection import (
    Finding,
    Rows,
    after_of,
    at_command,
    at_event,
    command_id,
    hash_of,
    position_of,
    recorded_of,
)
from events.book.chain import Columns, StoredCommand, StoredEvent, first_link
from events.book.external_head import BookHead, StreamHead, now
from events.book.rescue import CutStream, Rescue, RowsFound
from events.book.sqlite import sqlite3
from events.book.working_folders import working_folder
from events.common.house import HOUSE, NightListed
from events.frozen import Frozen
from events.records import BookError

_NAME = marked("rescue")
_VERSION, _NUMBER = StoredEvent._fields.index("version"), StoredCommand._fields.index("number")
_BEFORE = -2
"""The index of the previous row's hash."""


class Saved(Frozen):
    """How much of a stream was saved, of how much that is known; ``finding`` is why the rest was not, if any."""

    stream: str
    extent: CutStream
    finding: Finding | None

    @property
    def whole(self) -> bool:
        """Whether nothing is known to be missing."""
        return self.finding is None


def rescue(path: Path, into: Path, head: BookHead | None, earlier: Sequence[Rescue]) -> list[Saved]:
    """Write the rows of the book at ``path`` that can be read, and that follow each other, into an empty file.

    Events and commands of a stream end together. ``head`` tells how far the streams had come, and ``earlier`` what the
    book lacked already. The house is first in the answer, then the streams in natural order. Raises :class:`BookError`
    (``nothing_rescued``) if there is no such row, and as :meth:`RowsFound.read` does, and :class:`OSError` if the new
    file cannot be written.
    """
    try:
        with working_folder(into.parent) as folder, RowsFound(folder) as found:
            found.read(path)
            saved = _save(found, head.streams if head else {})
            if not any(stream.extent.commands for stream in saved):
                raise BookError(
                    "nothing_rescued",
                    "No night can be read from %(file)s: it is not a book, or nothing whole is left of it. Restore a "
                    "copy.",
                    file=path,
                )
            cut = {stream.stream: stream.extent for stream in saved if not stream.whole}
            found.write(into, cut, now(), earlier)
    except sqlite3.Error as error:
        raise OSError(str(error)) from None
    return saved


def _save(found: RowsFound, heads: dict[str, StreamHead]) -> list[Saved]:
    """Cut every stream and mark its rows for the new book."""
    saved: list[Saved] = []
    positions, ids = set[int](), set[str]()
    listed = dict.fromkeys(heads)
    for stream in dict.fromkeys((HOUSE, *found.streams)):
        rows, cut = _cut(found, stream, heads.get(stream, StreamHead()), positions, ids)
        if cut.extent.known_events or cut.extent.known_commands:
            saved.append(cut)
        positions.update(map(position_of, rows.event_rows))
        ids.update(map(command_id, rows.command_rows))
        found.keep(rows.event_rows, rows.command_rows)
        if stream == HOUSE:
            events = (recorded_of(row).event for row in rows.event_rows)
            listed |= dict.fromkeys(event.night for event in events if isinstance(event, NightListed))
    there = {cut.stream for cut in saved}
    for stream in (stream for stream in listed if stream not in there):
        head = heads.get(stream, StreamHead())
        known = CutStream(events=0, commands=0, known_events=head.events or 1, known_commands=head.commands or 1)
        saved.append(Saved(stream=stream, extent=known, finding=at_command(_NAME, 1, 0, _UNREAD)))
    return saved


_UNREAD = phrase("it cannot be read")
_CHANGED = phrase("it was changed: its columns do not give its hash")
_TWO = phrase("there are two that follow the one before it")
_POSITION = phrase("an event of another stream has its position in the book")
_ID = phrase("a command of another stream has its id")
_OTHER = phrase("the head beside the book has another hash for it")


def _cut(found: RowsFound, stream: str, head: StreamHead, positions: set[int], ids: set[str]) -> tuple[Rows, Saved]:
    """The rows of a stream before its first fault, with all events of each command, and how much that is.

    ``positions`` and ``ids`` are those of other streams, which this one may not have too.
    """
    all_events, all_commands = found.rows_of(stream)
    events, next_event = _follow(found, stream, all_events, is_event=True)
    commands, next_command = _follow(found, stream, all_commands, is_event=False)
    ends = (after for after in map(after_of, all_commands) if isinstance(after, int))
    known_events = max(head.events, *ends, *(row[_VERSION] for row in all_events), 0)
    known_commands = max(head.commands, *(row[_NUMBER] for row in all_commands), 0)

    faults: list[Finding] = []
    fault = check_commands(Rows(stream, events, commands), _silent)
    if fault and fault.command:
        faults.append(fault)
        commands = commands[: fault.command - 1]
    made = events[: after_of(commands[-1]) if commands else 0]
    if len(commands) < known_commands or len(made) < len(events):
        faults.append(next_command)
    faults += [at_command(_NAME, row[_NUMBER], 0, _ID) for row in commands if command_id(row) in ids][:1]
    if len(events) < known_events:
        faults.append(next_event)
    fault = check_events(Rows(stream, made, commands, whole=False), _silent)
    if fault:
        faults.append(fault)
    faults += [at_event(_NAME, row[_VERSION], _POSITION) for row in made if position_of(row) in positions][:1]

    # The commands before each fault; the earliest fault is the reason.
    before = [_commands_before(fault, commands) for fault in faults]
    kept = commands[: min(before, default=len(commands))]
    rows = Rows(stream, events[: after_of(kept[-1]) if kept else 0], kept)
    extent = CutStream(
        events=len(rows.event_rows),
        commands=len(kept),
        known_events=max(known_events, len(rows.event_rows)),
        known_commands=max(known_commands, len(kept)),
    )
    finding = faults[before.index(min(before))] if faults else _against_head(rows, head)
    return rows, Saved(stream=stream, extent=extent, finding=finding)


def _silent(_: int) -> None:
    """Progress that nobody watches."""


def _follow(found: RowsFound, stream: str, rows: Sequence[Columns], *, is_event: bool) -> tuple[list[Columns], Finding]:
    """The rows of a chain up to the first that is missing, and what is wrong with that one."""
    at = _VERSION if is_event else _NUMBER
    after: dict[object, list[Columns]] = {}
    for row in rows:
        after.setdefault((row[at], row[_BEFORE]), []).append(row)
    chain: list[Columns] = []
    previous = first_link("facts" if is_event else "commands", stream)
    while len(following := after.get((len(chain) + 1, previous), [])) == 1:
        chain += following
        previous = hash_of(following[0])
    number = len(chain) + 1
    problem = _TWO if following else _CHANGED if (is_event, stream, number) in found.changed else _UNREAD
    return chain, at_event(_NAME, number, problem) if is_event else at_command(_NAME, number, 0, problem)


def _commands_before(fault: Finding, commands: Sequence[Columns]) -> int:
    """How many commands end before a fault."""
    if fault.command:
        return fault.command - 1
    return bisect_left(commands, fault.version or 0, key=after_of)


def _against_head(rows: Rows, head: StreamHead) -> Finding | None:
    """What a head knows differently of a stream that has as many rows."""
    if head.events and hash_of(rows.event_rows[head.events - 1]) != head.event_hash:
        return at_event(_NAME, head.events, _OTHER)
    if head.commands and hash_of(rows.command_rows[head.commands - 1]) != head.command_hash:
        return at_command(_NAME, head.commands, 0, _OTHER)
    return None
