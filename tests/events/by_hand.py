"""The chain taken by hand from the stored rows, with json and hashlib alone, and small things to put into a book.

Nothing here leans on :mod:`events.book.chain`: it is what that module's words are held against.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from events.book.book import Book
from events.book.chain import StoredCommand, StoredEvent
from events.book.unit_of_work import UnitOfWork
from events.common.event import Event, Move
from events.common.night import ChecksBought
from events.records import RecordedCommand, Request

EVENT_COLUMNS = [
    *("position", "night", "version", "kind", "schema_version", "body"),
    *("at", "who", "device", "command", "command_hash", "prev_hash"),
]
COMMAND_COLUMNS = [
    *("id", "night", "number", "body", "at", "who", "device"),
    *("version_before", "version_after", "refused", "why", "prev_hash"),
]


def sha(columns: Sequence[Any]) -> str:
    """SHA-256 over a JSON array without spaces, in UTF-8."""
    return sha256(json.dumps(list(columns), ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def assert_whole(book: Book) -> None:
    """Both chains of every night unbroken, no number missing or given twice, and every command with all its events."""
    positions = []
    for night in book.spans().streams:
        events, commands = book.rows(night)
        _assert_chain(events, EVENT_COLUMNS, sha(["facts", night]), "version")
        _assert_chain(commands, COMMAND_COLUMNS, sha(["commands", night]), "number")
        _assert_each_command_has_its_events(events, commands)
        positions += [row.position for row in events]
    assert sorted(positions) == list(range(1, len(positions) + 1))
    assert book.positions() == (len(positions), len(positions))


def _assert_chain(rows: Sequence[StoredEvent | StoredCommand], columns: list[str], first: str, number: str) -> None:
    assert [getattr(row, number) for row in rows] == list(range(1, len(rows) + 1))
    previous = first
    for row in rows:
        assert row._fields == (*columns, "hash")
        assert row.prev_hash == previous
        assert row.hash == sha(row[:-1])
        previous = row.hash


def _assert_each_command_has_its_events(events: list[StoredEvent], commands: list[StoredCommand]) -> None:
    version = 0
    for command in commands:
        assert command.version_before == version
        version = command.version_after
        created = events[command.version_before : version]
        assert [row.command for row in created] == [command.id] * len(created)
        assert {row.command_hash for row in created} <= {command.hash}
        assert (command.refused is None) == bool(created)
    assert version == len(events)


def ask(ident: str, night: str = "2026-11-21-1", *, who: str = "M. Deal", **document: Any) -> Request:
    """A request to put into a book as it is, past the rules."""
    return Request(id=ident, stream=night, document=document, who=who, device="tablet 1", at="2026-11-21T20:00:00.000Z")


def bought(amount_cents: int = 2_500, player: str = "red") -> ChecksBought:
    """An event with a move."""
    moves = (Move(debit=f"cash.bought:{player}", credit=f"checks:{player}", amount_cents=amount_cents),)
    return ChecksBought(player=player, amount_cents=amount_cents, moves=moves)


def accept(book: Book, request: Request, events: Iterable[Event]) -> RecordedCommand:
    """Append a command with its events."""
    events = tuple(events)

    def job(writing: UnitOfWork) -> RecordedCommand:
        return writing.accept(request, events)

    return book.write(job)


def refuse(book: Book, request: Request, code: str = "over_limit", why: str = "That is over the limit.") -> Any:
    """Append a command that was refused."""
    return book.write(lambda writing: writing.refuse(request, code, why))
