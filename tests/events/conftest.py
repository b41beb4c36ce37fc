"""Books to test with, on every kind of shelf, and an eye on what the database is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Table, text

import events.book.unit_of_work
from events.book.book import Book
from events.book.statements import KeptConnection, insert_rows, rows
from tests.events.shelves import Shelf
from tests.support.fixtures import POSTGRESQL

SETTINGS = ("journal_mode", "synchronous", "busy_timeout")

_numbers = count(1)


@pytest.fixture
def postgresql_shelf(postgresql: str) -> Shelf:
    """An empty schema, for a program as good as a database of its own and made in a hundredth of the time."""
    name = f"book_{next(_numbers)}"
    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return Shelf("postgresql", f"{postgresql}&options=-csearch_path%3D{name}")


@pytest.fixture
def file_shelf(tmp_path: Path) -> Shelf:
    """A file that is not there yet."""
    return Shelf("file", tmp_path / "night.book")


@pytest.fixture(params=["file", POSTGRESQL])
def lasting_shelf(request: pytest.FixtureRequest) -> Shelf:
    """A shelf on which a book outlives its being closed."""
    shelf: Shelf = request.getfixturevalue(f"{request.param}_shelf")
    return shelf


@pytest.fixture(params=["memory", "file", POSTGRESQL])
def shelf(request: pytest.FixtureRequest) -> Shelf:
    """Every kind of shelf."""
    if request.param == "memory":
        return Shelf("memory", None)
    shelf: Shelf = request.getfixturevalue(f"{request.param}_shelf")
    return shelf


@pytest.fixture
def book(shelf: Shelf) -> Iterator[Book]:
    """An empty book on every kind of shelf."""
    with shelf.open() as opened:
        yield opened


@pytest.fixture
def file_book(file_shelf: Shelf) -> Iterator[Book]:
    """An empty book in a file."""
    with file_shelf.open() as opened:
        yield opened


@dataclass
class Watched:
    """What the writers of this process had committed: ``inserts`` has, for every commit that wrote, how many it had.

    ``settings`` are SQLite's at each of these commits; ``before_commit`` is called before each.
    """

    inserts: list[int] = field(default_factory=list)
    settings: list[dict[str, Any]] = field(default_factory=list)
    before_commit: Callable[[], object] = lambda: None


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Watch every writer, from the time this is asked for."""
    seen = Watched()
    created = [0]

    def insert(on: KeptConnection, table: Table, values: Any) -> None:
        created[0] += 1
        insert_rows(on, table, values)

    transaction = KeptConnection.transaction

    @contextmanager
    def watched_transaction(stored: KeptConnection) -> Iterator[KeptConnection]:
        with transaction(stored) as begun:
            created[0] = 0
            yield begun
            seen.before_commit()
            if created[0]:
                seen.inserts.append(created[0])
                if stored.dialect.name == "sqlite":
                    seen.settings.append({name: rows(begun, text(f"PRAGMA {name}"))[0][0] for name in SETTINGS})

    monkeypatch.setattr(events.book.unit_of_work, "insert_rows", insert)
    monkeypatch.setattr(KeptConnection, "transaction", watched_transaction)
    return seen
