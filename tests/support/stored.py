"""Nights as the rows that a book stores, and what a hand in the file does to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.streams.runtime import Sender
from dealer.verification.inspection import Finding, Rows
from events.book.book import Book
from events.book.chain import StoredCommand, StoredFact, digest, first_link

Row = dict[str, Any]
StoredRow = TypeVar("StoredRow", StoredFact, StoredCommand)

_BEGIN = datetime(2026, 11, 21, 20, tzinfo=UTC)
SENDER = Sender(who="M. Earp", device="tablet-1")


def stored(documents: Iterable[Row]) -> Rows:
    """The rows of a night of these commands, the refused ones among them; the same commands give the same rows.

    A command goes by its ``id``, or by its number where it has none.
    """
    hour = count()
    with Book.open() as book:
        assistant = Assistant(book, clock=lambda: f"{_BEGIN + timedelta(seconds=next(hour)):%Y-%m-%dT%H:%M:%S}.000Z")
        night = None
        for number, document in enumerate(documents, start=1):
            asked = {key: value for key, value in document.items() if key != "id"}
            ident = document.get("id", f"command-{number}")
            with suppress(Refusal):
                night = assistant.execute(asked, SENDER, night=night, command_id=ident).night
        assert night
        return Rows(night, *book.rows(night))


def copied(
    rows: Rows, facts: Sequence[StoredFact] | None = None, commands: Sequence[StoredCommand] | None = None
) -> Rows:
    """The same rows, or others in their place."""
    return Rows(
        rows.night,
        list(rows.facts if facts is None else facts),
        list(rows.commands if commands is None else commands),
    )


def with_fact(rows: Rows, version: int, /, **changed: Any) -> Rows:
    """The rows with columns of one fact changed, and nothing else."""
    facts = list(rows.facts)
    facts[version - 1] = facts[version - 1]._replace(**changed)
    return copied(rows, facts=facts)


def with_command(rows: Rows, number: int, /, **changed: Any) -> Rows:
    """The rows with columns of one command changed, and nothing else."""
    commands = list(rows.commands)
    commands[number - 1] = commands[number - 1]._replace(**changed)
    return copied(rows, commands=commands)


def renumbered(rows: Rows) -> Rows:
    """The facts numbered through as they stand, in their night and in the book."""
    facts = [row._replace(position=at, version=at) for at, row in enumerate(rows.facts, start=1)]
    return copied(rows, facts=facts)


def facts_made_good(rows: Rows) -> Rows:
    """The chain of the facts hashed again to its end."""
    return copied(rows, facts=_chained(rows.facts, first_link("facts", rows.night)))


def both_made_good(rows: Rows) -> Rows:
    """Both chains hashed again to their ends, each fact with the new hash of the command that it names."""
    commands = _chained(rows.commands, first_link("commands", rows.night))
    hashes = {row.id: row.hash for row in commands}
    facts = [row._replace(command_hash=hashes.get(row.command, row.command_hash)) for row in rows.facts]
    return facts_made_good(copied(rows, facts=facts, commands=commands))


def _chained(rows: Sequence[StoredRow], previous: str) -> list[StoredRow]:
    chained = []
    for row in rows:
        linked = row._replace(prev_hash=previous)
        previous = digest(linked[:-1])
        chained.append(linked._replace(hash=previous))
    return chained


def named_by(finding: Finding | None, what: str = "version") -> tuple[str, int | None]:
    """The check that finds something, and the event (or ``command``) that it names."""
    assert finding
    return finding.check, getattr(finding, what)
