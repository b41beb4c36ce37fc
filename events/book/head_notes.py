"""The note in a book of where its heads are kept, so that a head that was taken away is missed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from events.book.chain import is_text

_NOTE = "kept_heads"

BESIDE = "beside"
"""Stands for the head beside the file, wherever that is: a book keeps its head when both are moved."""


def note_heads(connection: Connection, heads: Iterable[str]) -> None:
    """Replace the note of where heads are kept: absolute paths, and :data:`BESIDE`."""
    noted = sorted({*heads})
    if noted == heads_noted(connection):
        return
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS {_NOTE} (path TEXT)"))
    connection.execute(text(f"DELETE FROM {_NOTE}"))
    if noted:
        connection.execute(text(f"INSERT INTO {_NOTE} VALUES (:path)"), [{"path": path} for path in noted])


def heads_noted(connection: Connection) -> list[str]:
    """Where heads of the book are kept by its note, sorted; empty if it was never served, and in older books."""
    if not inspect(connection).has_table(_NOTE):
        return []
    paths = [*connection.scalars(text(f"SELECT path FROM {_NOTE}"))]
    return sorted(path for path in paths if is_text(path))


def paths_of(notes: Iterable[str], beside: Path | None) -> list[Path]:
    """The files that notes name; ``beside`` is the head beside the book, if it is in a file."""
    paths = (beside if note == BESIDE else Path(note) for note in notes)
    return [path for path in paths if path]
