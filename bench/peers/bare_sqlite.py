"""SQLite by itself: one chained row a transaction, ahead of nothing, on disk before the next."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pysqlite3

BODY = (
    '{"amount_cents":5000,"moves":[{"amount_cents":5000,'
    '"credit":"CHECKS:red","debit":"CASH:bought:red"}],"player":"red"}'
)
WHENCE = "night-2026-11-21 ChecksBought 2026-11-21T20:00:00.000Z dealer bench command-0000000000000000"
"""As many bytes as a fact has besides its body and its hashes."""


class ChainedRows:
    """A table of one kind of row, each with the hash of the one before it. For one thread."""

    def __init__(self, path: Path) -> None:
        self._raw = pysqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
        self._raw.execute("PRAGMA journal_mode = WAL")
        self._raw.execute("PRAGMA synchronous = FULL")
        self._raw.execute(
            "CREATE TABLE rows (position INTEGER PRIMARY KEY, whence TEXT NOT NULL, body TEXT NOT NULL, "
            "prev_hash TEXT NOT NULL, hash TEXT NOT NULL)"
        )
        self._position, self._hash = 0, "0" * 64

    def append(self, bodies: list[str]) -> None:
        """Rows in one transaction."""
        self._raw.execute("BEGIN IMMEDIATE")
        for body in bodies:
            self._position += 1
            before, self._hash = self._hash, sha256(f"{self._position}{WHENCE}{body}{self._hash}".encode()).hexdigest()
            row = (self._position, WHENCE, body, before, self._hash)
            self._raw.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
        self._raw.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._raw.close()


class GroupCommit:
    """A thread that writes what has gathered in one transaction, and answers when it is on disk."""

    def __init__(self, rows: ChainedRows) -> None:
        self._rows = rows
        self._queue: SimpleQueue[tuple[str, Future[None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def append(self, body: str) -> None:
        """One row; it is on disk when this returns."""
        future: Future[None] = Future()
        self._queue.put((body, future))
        future.result()

    def close(self) -> None:
        """Write what is queued, and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            gathered = [self._queue.get()]
            while not self._queue.empty():
                gathered.append(self._queue.get())
            group = [one for one in gathered if one is not None]
            self._rows.append([body for body, _ in group])
            for _, future in group:
                future.set_result(None)
            if None in gathered:
                return


@contextmanager
def chained_rows(path: Path) -> Iterator[ChainedRows]:
    """The table in a new file."""
    rows = ChainedRows(path)
    try:
        yield rows
    finally:
        rows.close()


@contextmanager
def group_commit(path: Path) -> Iterator[GroupCommit]:
    """The same behind a writer's thread."""
    with chained_rows(path) as rows:
        writer = GroupCommit(rows)
        try:
            yield writer
        finally:
            writer.close()
