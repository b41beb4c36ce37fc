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
from sqlalchemy import Connection, Engine, event

from events.book.book import Book
from tests.events.shelves import Shelf
from tests.support.postgresql import POSTGRESQL

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
    """What the databases of this process were told: ``inserts`` has, for every commit that wrote, its INSERTs."""

    begins: list[str] = field(default_factory=list)
    inserts: list[list[str]] = field(default_factory=list)
    settings: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture
def watched() -> Iterator[Watched]:
    """Watch every engine, from the time this is asked for."""
    seen, open_ = Watched(), dict[int, list[str]]()

    def told(connection: Connection, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("BEGIN"):
            seen.begins.append(statement)
        if statement.startswith("INSERT"):
            open_.setdefault(id(connection), []).append(statement)

    def commits(connection: Connection) -> None:
        inserts = open_.pop(id(connection), [])
        if inserts:
            seen.inserts.append(inserts)
            raw: Any = connection.connection.dbapi_connection
            if connection.dialect.name == "sqlite":
                names = ("journal_mode", "synchronous", "busy_timeout")
                seen.settings.append({name: raw.execute(f"PRAGMA {name}").fetchone()[0] for name in names})

    def rolls_back(connection: Connection) -> None:
        open_.pop(id(connection), None)

    listeners: dict[str, Callable[..., None]] = {
        "before_cursor_execute": told,
        "commit": commits,
        "rollback": rolls_back,
    }
    for name, listener in listeners.items():
        event.listen(Engine, name, listener)
    yield seen
    for name, listener in listeners.items():
        event.remove(Engine, name, listener)
