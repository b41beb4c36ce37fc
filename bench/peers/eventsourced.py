"""The commands of a night on ``eventsourcing``: the library's application, recorders and cache; our schemas and rules.

A command is an event of its own, stored in the same transaction. Its id is the stream's: the library refuses a second
one. Nothing is hash-chained.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, datetime_now_with_tzinfo
from eventsourcing.persistence import JSONTranscoder, Transcoding

from dealer.commands.commands import OpenNight
from dealer.house.state import HouseState
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import evolve, fold
from dealer.night.house import Context
from dealer.night.night import Night
from dealer.night.result import assert_sound
from dealer.streams import Sender
from events.book.event_types import decode, encode, kinds
from events.common.event import Event
from events.records import Recorded

HOUSE = HouseState()


class Table(Aggregate):
    """A night; ``night`` is its state by our rules."""

    night: Night

    class Opened(Aggregate.Created):
        """The night was opened."""

        event: Event
        command: str

    class Happened(Aggregate.Event):
        """What else happened."""

        event: Event
        command: str

        def apply(self, aggregate: Table) -> None:
            """Evolve the night."""
            aggregate.night = evolve(aggregate.night, self.command, self.event)

    def __init__(self, event: Event, command: str) -> None:
        self.night = fold([Recorded.in_no_book(event, stream="", version=1, command=command, at="")])


@dataclass(frozen=True)
class Given:
    """A command that was carried out."""

    originator_id: UUID
    originator_version: int
    timestamp: datetime
    night: UUID
    document: dict[str, Any]
    who: str
    device: str


class _OfKind(Transcoding):
    """An event of one type as its body, made and read by msgspec as in the book."""

    def __init__(self, kind: str, event_type: type[Event]) -> None:
        self.type, self.name, self._version = event_type, kind, event_type.schema_version

    def encode(self, obj: Event) -> str:
        """The event's body."""
        return encode(obj)

    def decode(self, data: str) -> Event:
        """The event of a body."""
        event: Event = decode(self.name, self._version, data)
        return event


class Tables(Application[UUID]):
    """The nights of a house. Its cache is trusted, as ours is: one process writes."""

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        """Have the library store our events."""
        super().register_transcodings(transcoder)
        for kind, event_type in kinds().items():
            transcoder.register(_OfKind(kind, event_type))

    def open(self, document: dict[str, Any], sender: Sender) -> UUID:
        """Open a night; returns its id."""
        command, command_id = read_command(document), uuid4()
        assert isinstance(command, OpenNight)
        table = Table(open_night(command), command_id.hex)
        self._save(table, command_id, document, sender)
        return table.id

    def execute(self, night: UUID, document: dict[str, Any], sender: Sender, command_id: UUID) -> int:
        """Decide a command and store it with its events; returns the night's version."""
        table: Table = self.repository.get(night)
        command = read_command(document, table.night)
        for event in decide(table.night, command, Context(house=HOUSE, document=document)):
            table.trigger_event(Table.Happened, event=event, command=command_id.hex)
        assert_sound(table.night)
        self._save(table, command_id, document, sender)
        return table.version

    def _save(self, table: Table, command_id: UUID, document: dict[str, Any], sender: Sender) -> None:
        now = datetime_now_with_tzinfo()
        self.save(Given(command_id, 1, now, table.id, document, sender.who, sender.device), table)


def on_book(where: str | Path) -> Tables:
    """The application on a SQLite file, or behind the URL of a PostgreSQL database."""
    env = {"AGGREGATE_CACHE_MAXSIZE": "1024", "AGGREGATE_CACHE_FASTFORWARD": "n", "DEEPCOPY_FROM_AGGREGATE_CACHE": "n"}
    if "://" not in str(where):
        return Tables({**env, "PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(where)})
    url = urlsplit(str(where))
    return Tables(
        {
            **env,
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": url.path.strip("/"),
            "POSTGRES_HOST": parse_qs(url.query).get("host", [url.hostname or ""])[0],
            "POSTGRES_PORT": str(url.port or 5432),
            "POSTGRES_USER": url.username or "",
            "POSTGRES_PASSWORD": url.password or "",
        }
    )
