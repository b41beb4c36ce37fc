"""Somebody who has the file of a book and what they can do to it; and what SQLite was told."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from dealer.verification.streams import Verdict, verify
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, EVENT_COLUMNS, digest
from events.book.sqlite import sqlite3

NIGHT = "2026-11-21-1"


class Forger:
    """Somebody who has the file, and takes the triggers off first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # The library that books are opened with: the locks of two of them in one process undo each other.
        self.raw = sqlite3.connect(str(path))
        triggers = self.raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        self.guards = [sql for _, sql in triggers]
        for name, _ in triggers:
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
    """Take every hash of both chains of every stream again, as somebody who knows the rule would."""
    hashes: dict[str, str] = {}
    for table, order, sealed in (("commands", "number", COMMAND_COLUMNS), ("facts", "version", EVENT_COLUMNS)):
        last: dict[str, str] = {}
        rows = forger.raw.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
        forger(f"UPDATE {table} SET prev_hash = rowid")
        for row in rows:
            stored = dict(zip(columns_of(forger, table), row, strict=True))
            key = "id" if table == "commands" else "position"
            stored["prev_hash"] = last.get(stored["night"], stored["prev_hash"])
            if table == "facts":
                stored["command_hash"] = hashes.get(stored["command"], stored["command_hash"])
                forger("UPDATE facts SET command_hash = ? WHERE position = ?", stored["command_hash"], stored[key])
            own = last[stored["night"]] = digest([stored[name] for name in sealed])
            hashes[stored.get("id", "")] = own
            change = f"UPDATE {table} SET prev_hash = ?, hash = ? WHERE {key} = ?"
            forger(change, stored["prev_hash"], own, stored[key])


@contextmanager
def forging(book: Path, folder: Path) -> Iterator[Forger]:
    """A forger at work on a copy of a book, in a folder."""
    path = folder / "forged.db"
    shutil.copy(book, path)
    forger = Forger(path)
    yield forger
    forger.raw.close()


@contextmanager
def told_to_sqlite(engine: Engine) -> Iterator[list[str]]:
    """The statements that the connections of an engine run until the end of the block, with their values in them."""
    told: list[str] = []

    def trace(connection: Any, *_: object) -> None:
        connection.set_trace_callback(told.append)

    event.listen(engine, "checkout", trace)
    try:
        yield told
    finally:
        event.remove(engine, "checkout", trace)


INDEX_PAGES = (2, 10)
"""What the first byte of a page says that belongs to an index: an inner page or a leaf."""


def index_pages(book: bytes) -> Iterable[int]:
    """Where the pages of indexes begin."""
    (size,) = struct.unpack(">H", book[16:18])
    size = 65_536 if size == 1 else size
    return (at for at in range(size, len(book), size) if book[at] in INDEX_PAGES)


def bend(path: Path, ids: Iterable[str]) -> int:
    """Change ids where an index has them, into others of the same length and place; gives how many were changed.

    The book is closed, and all of it is in the file.
    """
    content = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", content[16:18])
    bent = 0
    for ident in ids:
        old, new = ident.encode(), ident.encode()[:-1] + b"~"
        for at in index_pages(bytes(content)):
            page = content[at : at + size]
            if old in page:
                content[at : at + size] = page.replace(old, new)
                bent += 1
    path.write_bytes(content)
    return bent


def hide(path: Path, night: str, version: int) -> None:
    """Change where the indexes have one of a book's first events: who asks them for the night misses that event."""
    old = _entry(path, night, version)
    _replace(path, {old: old.replace(night.encode(), night.encode()[:-1] + b"~")})


def exchange(path: Path, night: str, version: int, other: int) -> None:
    """Have the indexes lead to another of a book's first events for one, and to that one for the other."""
    one, another = _entry(path, night, version), _entry(path, night, other)
    _replace(path, {one: one[:-1] + another[-1:], another: another[:-1] + one[-1:]})


def _entry(path: Path, night: str, version: int) -> bytes:
    """How an index has an event, whose position is below 128, by its night and version."""
    with closing(sqlite3.connect(path)) as raw:
        where = "night = ? AND version = ?"
        (position,) = raw.execute(f"SELECT position FROM facts NOT INDEXED WHERE {where}", (night, version)).fetchone()
    return night.encode() + bytes([version, position])


def _replace(path: Path, instead: Mapping[bytes, bytes]) -> None:
    content = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", content[16:18])
    for at in index_pages(bytes(content)):
        page = bytes(content[at : at + size])
        places = {page.find(old): new for old, new in instead.items() if old in page}
        for place, new in places.items():
            content[at + place : at + place + len(new)] = new
    path.write_bytes(content)
