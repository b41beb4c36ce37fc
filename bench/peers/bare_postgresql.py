"""PostgreSQL by itself: one chained row a transaction, on disk before the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import Any

import psycopg

from bench.peers.bare_sqlite import WHENCE


class ChainedRowsOfPostgreSQL:
    """A table of one kind of row, each with the hash of the one before it. For one thread."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._connection.execute(
            "CREATE TABLE rows (position BIGINT PRIMARY KEY, whence TEXT NOT NULL, body TEXT NOT NULL, "
            "prev_hash TEXT NOT NULL, hash TEXT NOT NULL)"
        )
        self._connection.commit()
        self._position, self._hash = 0, "0" * 64

    def append(self, body: str) -> None:
        """A row in a transaction of its own."""
        self._position += 1
        before, self._hash = self._hash, sha256(f"{self._position}{WHENCE}{body}{self._hash}".encode()).hexdigest()
        row = (self._position, WHENCE, body, before, self._hash)
        self._connection.execute("INSERT INTO rows VALUES (%s, %s, %s, %s, %s)", row)
        self._connection.commit()


@contextmanager
def rows_of_postgresql(url: str) -> Iterator[ChainedRowsOfPostgreSQL]:
    """The table in a database."""
    with closing(psycopg.connect(url)) as connection:
        yield ChainedRowsOfPostgreSQL(connection)
