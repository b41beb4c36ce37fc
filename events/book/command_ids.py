"""The ids of all commands of a book as its table has them, so that none is taken twice though an index is bent."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable

from sqlalchemy import text

from events.book.reading import COMMANDS, command_with, recorded_command
from events.book.statements import OnDriver, first_row, rows
from events.records import RecordedCommand

_NEW_LIMIT = 4096
"""How many ids are kept loose before they are sorted in with the others."""

_EIGHT_BYTES = 2**64 - 1

# Neither query can be answered from an index.
_IDS_SINCE = text(f"SELECT rowid, id FROM {COMMANDS.name} NOT INDEXED WHERE rowid > :last ORDER BY rowid")
_BY_TABLE = text(f"SELECT {', '.join(COMMANDS.c.keys())} FROM {COMMANDS.name} NOT INDEXED WHERE id = :id")


class CommandIds:
    """Fingerprints of the ids, 8 bytes each, taken from SQLite's table and never from an index of it.

    PostgreSQL keeps its indexes itself: there only the index is asked.
    """

    def __init__(self) -> None:
        self._last = 0
        self._sorted = array("Q")
        self._new: set[int] = set()

    def read_on(self, connection: OnDriver) -> None:
        """Take in what was committed since the last time, by this process or another."""
        if connection.dialect.name != "sqlite":
            return
        found = rows(connection, _IDS_SINCE, {"last": self._last})
        if found:
            self._last = found[-1][0]
        self.add(ident for _, ident in found)

    def add(self, idents: Iterable[str]) -> None:
        """Take in ids that are inserted; one that is rolled back costs no more than a look at the table."""
        self._new.update(map(_fingerprint, idents))
        if len(self._new) > _NEW_LIMIT:
            self._sorted = array("Q", sorted((*self._sorted, *self._new)))
            self._new = set()

    def committed(self, inserted: int) -> None:
        """So many rows were added to all that were known: SQLite numbers them one by one."""
        self._last += inserted

    def find(self, connection: OnDriver, ident: str) -> RecordedCommand | None:
        """The command of an id, by the index, and where that has none of it though there may be one, by the table."""
        is_sqlite = connection.dialect.name == "sqlite"
        if is_sqlite and not self._may_hold(ident):
            return None
        found = command_with(connection, ident)
        if not is_sqlite or (found and found.id == ident):
            return found
        row = first_row(connection, _BY_TABLE, {"id": ident})
        return recorded_command(dict(zip(COMMANDS.c.keys(), row, strict=True))) if row else None

    def _may_hold(self, ident: str) -> bool:
        sought = _fingerprint(ident)
        at = bisect_left(self._sorted, sought)
        return sought in self._new or (at < len(self._sorted) and self._sorted[at] == sought)


def _fingerprint(ident: object) -> int:
    return hash(str(ident)) & _EIGHT_BYTES
