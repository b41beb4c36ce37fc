"""The ``eventsourcing`` library with an aggregate that could hardly be simpler, in a file of SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Purse(Aggregate):
    """What a player has, in cents."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    @event("Bought")
    def buy(self, cents: int) -> None:
        """One more event."""
        self.cents += cents


class Purses(Application[UUID]):
    """Keeps purses."""


@contextmanager
def purses(path: Path) -> Iterator[Purses]:
    """The application over a new file, with WAL and ``synchronous=FULL`` as the library sets them."""
    application = Purses(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    try:
        yield application
    finally:
        application.close()
