"""Somebody who has the file of a book, and what they can do to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pysqlite3

from dealer.verification.streams import Verdict, verify
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, FACT_COLUMNS, digest

NIGHT = "2026-11-21-1"


class Forger:
    """Somebody who has the file, and takes the triggers off first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # The library that books are opened with: the locks of two of them in one process undo each other.
        self.raw = pysqlite3.connect(str(path))
        triggers = self.raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            self.raw.execute(f"DROP TRIGGER {name}")

    def __call__(self, statement: str, *values: Any) -> None:
        self.raw.execute(statement, values)

    def one(self, query: str, *values: Any) -> Any:
        return self.raw.execute(query, values).fetchone()

    def verdict(self) -> Verdict:
        self.raw.commit()
        self.raw.close()
        with Book.open(self.path) as book:
            return verify(book, NIGHT)


def columns_of(forger: Forger, table: str) -> list[str]:
    return [name[1] for name in forger.raw.execute(f"PRAGMA table_info({table})")]


def make_hashes_good(forger: Forger) -> None:
    """Take every hash of both chains again, as somebody who knows the rule would."""
    hashes: dict[str, str] = {}
    for table, order, sealed in (("commands", "number", COMMAND_COLUMNS), ("facts", "version", FACT_COLUMNS)):
        previous = None
        rows = forger.raw.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
        forger(f"UPDATE {table} SET prev_hash = rowid")
        for row in rows:
            stored = dict(zip(columns_of(forger, table), row, strict=True))
            key = "id" if table == "commands" else "position"
            stored["prev_hash"] = previous or stored["prev_hash"]
            if table == "facts":
                stored["command_hash"] = hashes.get(stored["command"], stored["command_hash"])
                forger("UPDATE facts SET command_hash = ? WHERE position = ?", stored["command_hash"], stored[key])
            previous = digest([stored[name] for name in sealed])
            hashes[stored.get("id", "")] = previous
            change = f"UPDATE {table} SET prev_hash = ?, hash = ? WHERE {key} = ?"
            forger(change, stored["prev_hash"], previous, stored[key])


@contextmanager
def forging(book: Path, folder: Path) -> Iterator[Forger]:
    """A forger at work on a copy of a book, in a folder."""
    path = folder / "forged.db"
    shutil.copy(book, path)
    forger = Forger(path)
    yield forger
    forger.raw.close()
