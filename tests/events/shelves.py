"""Where a book stands in a test: in memory, in a file or in PostgreSQL, and a back door for whoever tampers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from events.book.book import Book
from events.book.sqlite import sqlite3

DATABASE_ERRORS = (sqlite3.Error, psycopg.Error)


@dataclass(frozen=True)
class Shelf:
    """A place for one book."""

    name: str
    where: str | Path | None

    @property
    def is_sqlite(self) -> bool:
        """Whether SQLite keeps it."""
        return self.name != "postgresql"

    def open(self, *, create: bool = True) -> Book:
        """Open the book that stands here."""
        return Book.open(self.where, create=create)

    def run(self, book: Book, statement: str, parameters: tuple[Any, ...] = ()) -> None:
        """Carry out SQL through a connection of one's own, past the program."""
        with self._connection(book) as connection:
            connection.cursor().execute(statement if self.is_sqlite else statement.replace("?", "%s"), parameters)
            connection.commit()

    @contextmanager
    def _connection(self, book: Book) -> Iterator[Any]:
        if self.where is None:
            raw = book._reading.raw_connection()
            try:
                yield raw.driver_connection
            finally:
                raw.close()
        elif self.is_sqlite:
            with closing(sqlite3.connect(str(self.where))) as connection:
                yield connection
        else:
            with psycopg.connect(str(self.where)) as connection:
                yield connection
