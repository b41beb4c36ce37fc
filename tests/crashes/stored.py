"""What a book has on disk, read past the program, and what is wrong with it after a crash."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, NamedTuple

import psycopg

from dealer.house.roles import HOUSE_VERSION, SIGNED
from events.common.house import HOUSE, STAFF
from tests.crashes.clients import Answer, Command

ENTERED = frozenset({"issue_marker", "redeem_marker", "fill"})
"""The commands of these nights that the house enters in the same transaction."""

ONCE = frozenset({"place_bet", "buy_checks", "issue_marker", "fill", "deposit"})
"""Commands of which no two have the same arguments, so that two like ones in the book are one that was doubled."""

NOT_RECORDED = frozenset({"stale_version", "command_reused", "bad_input"})
"""Refusals that leave nothing in the book."""

ADDED = frozenset({HOUSE_VERSION, *SIGNED})
"""What the program adds to a command."""

_COMMANDS = """
SELECT id, night, number, body, version_before, version_after, refused, prev_hash, hash FROM commands
ORDER BY night, number
"""
_FACTS = "SELECT night, version, kind, command, command_hash, prev_hash, hash FROM facts ORDER BY night, version"


class StoredCommand(NamedTuple):
    """A row of the table of commands."""

    id: str
    stream: str
    number: int
    body: str
    before: int
    after: int
    refused: str | None
    prev_hash: str
    hash: str

    @property
    def document(self) -> dict[str, Any]:
        """The command as JSON, without what the program added."""
        document: dict[str, Any] = json.loads(self.body)
        return {name: value for name, value in document.items() if name not in ADDED}


class StoredEvent(NamedTuple):
    """A row of the table of events."""

    stream: str
    version: int
    kind: str
    command: str
    command_hash: str
    prev_hash: str
    hash: str


class Stored:
    """All rows of a book at one moment."""

    def __init__(self, book: str) -> None:
        """``book`` is a file of SQLite or a URL of PostgreSQL; a database that cannot be reached raises its error."""
        if "://" in book:
            with psycopg.connect(book) as connection:
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                commands, events = (connection.execute(query).fetchall() for query in (_COMMANDS, _FACTS))
        else:
            with closing(sqlite3.connect(f"file:{book}?mode=ro", uri=True)) as file:
                file.execute("BEGIN")
                commands, events = (file.execute(query).fetchall() for query in (_COMMANDS, _FACTS))
        self.commands = {row[0]: StoredCommand(*row) for row in commands}
        self.events: dict[str, list[StoredEvent]] = defaultdict(list)
        self.by_command: dict[str, list[StoredEvent]] = defaultdict(list)
        for row in events:
            event = StoredEvent(*row)
            self.events[event.stream].append(event)
            self.by_command[event.command].append(event)

    def faults(self, answers: Iterable[Answer], sent: Mapping[str, Command], prepared: Collection[str]) -> list[str]:
        """What is lost, doubled, half there, or differs from the answers, each with its case.

        ``answers`` were given before the book was read. Every command must be one of those ``sent`` or ``prepared``.
        """
        return [
            *self._against(answers),
            *self._doubled(sent, prepared),
            *self._half(prepared),
            *self._broken_chains(),
        ]

    def _against(self, answers: Iterable[Answer]) -> Iterator[str]:
        for answer in answers:
            command, body, code = answer.command, answer.body, answer.body.get("code")
            stored = self.commands.get(command.id)
            if stored is None:
                if code not in NOT_RECORDED:
                    yield f"lost: {command} was answered {answer.status} {body}"
                continue
            events = self.by_command[command.id]
            answered = (code, body.get("version", stored.after), tuple(body.get("facts", ())), body.get("head"))
            last = events[-1].hash if events and command.night and answer.is_done else None
            recorded = (stored.refused, stored.after, tuple(event.kind for event in events), last)
            if answered != recorded:
                yield f"differs: {command} was answered {answered} and is stored as {recorded}"
            if (stored.stream, stored.document) != (command.night or HOUSE, command.document):
                yield f"differs: {command} is stored as {stored}"

    def _doubled(self, sent: Mapping[str, Command], prepared: Collection[str]) -> Iterator[str]:
        known = {*sent, *prepared}
        for command in self.commands.values():
            if command.stream != STAFF and command.id.removeprefix("house of ") not in known:
                yield f"doubled: nobody sent {command}"
        done = Counter(
            (command.stream, json.dumps(command.document))
            for command in self.commands.values()
            if command.id in sent and command.refused is None and command.document["do"] in ONCE
        )
        yield from (f"doubled: {count} times {what}" for what, count in done.items() if count > 1)
        for ident, events in self.by_command.items():
            stored = self.commands.get(ident)
            if stored and len(events) > stored.after - stored.before:
                yield f"doubled: {stored} has the events {events}"

    def _half(self, prepared: Collection[str]) -> Iterator[str]:
        for command in self.commands.values():
            events = self.by_command.get(command.id, [])
            strange = [event for event in events if event.command_hash != command.hash]
            if strange or len(events) < command.after - command.before:
                yield f"half: {command} has the events {events}"
            if command.id in prepared or command.stream in (HOUSE, STAFF):
                continue
            entry = self.commands.get(f"house of {command.id}")
            wants = command.refused is None and command.document["do"] in ENTERED
            if wants != (entry is not None) or (entry and entry.document["version"] != command.after):
                yield f"half: {command} has the entry {entry}"
        for ident in self.by_command.keys() | {name.removeprefix("house of ") for name in self.commands}:
            if ident not in self.commands:
                yield f"half: {ident} has events or an entry, and is not there"

    def _broken_chains(self) -> Iterator[str]:
        of_commands = defaultdict(list)
        for command in self.commands.values():
            of_commands[command.stream].append((command.number, command.prev_hash, command.hash))
        of_events = {
            stream: [(event.version, event.prev_hash, event.hash) for event in events]
            for stream, events in self.events.items()
        }
        for stream, links in (*of_commands.items(), *of_events.items()):
            for place, (number, prev_hash, _) in enumerate(links):
                if number != place + 1 or (place and prev_hash != links[place - 1][2]):
                    yield f"chain: {stream} breaks at {number}"
