"""Books to test with, on every kind of shelf, and an eye on what the database is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from events.book.book import Book
from events.book.unit_of_work import Group
from tests.events.shelves import Shelf
from tests.support.fixtures import POSTGRESQL

SETTINGS = ("journal_mode", "synchronous", "busy_timeout")

_numbers = count(1)


def empty_schema(postgresql: str) -> Shelf:
    """An empty schema, for a program as good as a database of its own and made in a hundredth of the time."""
    name = f"book_{next(_numbers)}"
    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return Shelf("postgresql", f"{postgresql}&options=-csearch_path%3D{name}")


@pytest.fixture
def postgresql_shelf(postgresql: str) -> Shelf:
    """An empty database."""
    return empty_schema(postgresql)


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
    seen, flush = Watched(), Group.flush

    def watched_flush(group: Group) -> None:
        inserts = bool(group.commands) + bool(group.events)
        flush(group)
        seen.before_commit()
        if inserts:
            seen.inserts.append(inserts)
            if group.connection.dialect.name == "sqlite":
                run = group.connection.exec_driver_sql
                seen.settings.append({name: run(f"PRAGMA {name}").scalar() for name in SETTINGS})

    monkeypatch.setattr(Group, "flush", watched_flush)
    return seen
