"""Values that the servers of one book share for a time: counts, claims and results.

In PostgreSQL they are in a table beside the book's; a book in a file or in memory has one server, which holds them in
memory. A database that does not answer stops nobody: the server then goes by its own values.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any

from sqlalchemy import text

from events.book.book import Book
from events.frozen import Frozen
from events.records import BookError

CLEARED_EVERY_S = 60.0
"""How often a server deletes expired values."""

_MAC_BYTES = 32

_NEW = "VALUES (:kind, :name, :value, :count, now(), now() + :for_s * interval '1 second')"
_SET = "value = excluded.value, count = excluded.count, changed_at = now(), expires_at = excluded.expires_at"
_INTO = f"INSERT INTO shared_values AS held (kind, name, value, count, changed_at, expires_at) {_NEW}"
_FUTURE = "changed_at > now() + interval '1 minute'"
"""What was written while the database's clock was ahead is out of date: it would last until the clock gets there."""
_READ = f"""
SELECT name, value, count, extract(epoch FROM now() - changed_at)::float8 AS age_s,
extract(epoch FROM expires_at - now())::float8 AS left_s FROM shared_values
WHERE kind = :kind AND expires_at > now() AND NOT {_FUTURE}
"""
_PUT = f"{_INTO} ON CONFLICT (kind, name) DO UPDATE SET {_SET}"
_STANDS = f"held.expires_at > now() AND NOT held.{_FUTURE}"
_CLAIM = f"{_PUT} WHERE NOT ({_STANDS}) OR held.value = excluded.value RETURNING 1"
_COUNT = f"""
{_INTO} ON CONFLICT (kind, name) DO UPDATE SET
count = CASE WHEN {_STANDS} THEN held.count ELSE 0 END + 1, changed_at = now(),
expires_at = CASE WHEN {_STANDS} AND NOT :extend THEN held.expires_at ELSE excluded.expires_at END
RETURNING count
"""
_TRIM = """
DELETE FROM shared_values WHERE kind = :kind AND name IN (
SELECT name FROM shared_values WHERE kind = :kind ORDER BY changed_at DESC OFFSET :most)
"""
_DROP = "DELETE FROM shared_values WHERE kind = :kind AND name = :name"
_CLEAR = f"DELETE FROM shared_values WHERE expires_at <= now() OR {_FUTURE}"


class SharedValue(Frozen):
    """A value and a count, the seconds since it changed, and the seconds until it expires."""

    value: bytes = b""
    count: int = 0
    age_s: float = 0.0
    left_s: float = 0.0


class _Held(Frozen):
    value: bytes
    count: int
    changed_s: float
    expires_s: float

    def at(self, now_s: float) -> SharedValue:
        age_s, left_s = now_s - self.changed_s, self.expires_s - now_s
        return SharedValue(value=self.value, count=self.count, age_s=age_s, left_s=left_s)


class SharedValues:
    """The shared values of a book, by kind and name. Thread-safe.

    Values are authenticated with ``key``: what somebody without it wrote to the table counts as missing. Without a
    book they are in this process only; ``clock`` gives its seconds.
    """

    def __init__(self, book: Book | None = None, key: bytes = b"", clock: Callable[[], float] = monotonic) -> None:
        self._book, self._key, self._clock = book, key, clock
        self._in_postgresql: bool | None = None if book else False
        self._lock = Lock()
        self._held: dict[str, dict[str, _Held]] = {}
        """By kind and name, in the order of their last changes."""
        self._clear_at_s = 0.0

    @property
    def reach_others(self) -> bool:
        """Whether other servers can see these values."""
        if self._in_postgresql is None and self._book:
            try:
                with self._book.reading() as connection:
                    self._in_postgresql = connection.dialect.name == "postgresql"
            except BookError:
                return False
        return bool(self._in_postgresql)

    def get(self, kind: str, name: str) -> SharedValue | None:
        """The value with a name; ``None`` if there is none, or it has expired."""
        rows = self._run(f"{_READ} AND name = :name", kind=kind, name=name)
        if rows is not None:
            return self._authentic(kind, rows[0]) if rows else None
        with self._lock:
            return self._held_now(kind, name)

    def all(self, kind: str) -> dict[str, SharedValue]:
        """All values of a kind by name, those that changed longest ago first."""
        rows = self._run(f"{_READ} ORDER BY changed_at", kind=kind)
        if rows is not None:
            return {row.name: value for row in rows if (value := self._authentic(kind, row))}
        with self._lock:
            found = {name: self._held_now(kind, name) for name in self._held.get(kind, {})}
        return {name: value for name, value in found.items() if value}

    def put(self, kind: str, name: str, value: bytes, for_s: float) -> None:
        """Set a value for so many seconds."""
        self._clear()
        row = self._with_mac(kind, name, value)
        if self._run(_PUT, kind=kind, name=name, value=row, count=0, for_s=for_s) is None:
            with self._lock:
                self._hold(kind, name, value, 0, self._clock() + for_s)

    def claim(self, kind: str, name: str, value: bytes, for_s: float) -> bytes:
        """Set a value for so many seconds unless another is set, and return the value in force.

        The same value again extends its time.
        """
        row = self._with_mac(kind, name, value)
        rows = self._run(_CLAIM, kind=kind, name=name, value=row, count=0, for_s=for_s)
        if rows:
            return value
        if rows is not None:
            found = self.get(kind, name)
            if found is None:
                self.put(kind, name, value, for_s)
            return found.value if found else value
        with self._lock:
            found = self._held_now(kind, name)
            if found is None or found.value == value:
                self._hold(kind, name, value, 0, self._clock() + for_s)
        return found.value if found else value

    def count(self, kind: str, name: str, for_s: float, *, most: int, extend: bool = False) -> int:
        """Add one to a count, and return it.

        It expires so many seconds after the first one, or with ``extend`` after the last one. Of a kind at most
        ``most`` are kept, those that changed last.
        """
        self._clear()
        row = self._with_mac(kind, name, b"")
        rows = self._run(_COUNT, kind=kind, name=name, value=row, count=1, for_s=for_s, extend=extend)
        if rows:
            if rows[0].count == 1:
                self._run(_TRIM, kind=kind, most=most)
            return int(rows[0].count)
        with self._lock:
            found = self._held_now(kind, name) or SharedValue()
            expires_s = self._clock() + (found.left_s if found.count and not extend else for_s)
            self._hold(kind, name, b"", found.count + 1, expires_s)
            of_kind = self._held[kind]
            while len(of_kind) > most:
                del of_kind[next(iter(of_kind))]
        return found.count + 1

    def drop(self, kind: str, name: str) -> None:
        """Remove a value, if there is one."""
        if self._run(_DROP, kind=kind, name=name) is None:
            with self._lock:
                self._held.get(kind, {}).pop(name, None)

    def has_another_key(self) -> bool:
        """Whether the last server that asked had another key than this one, which is noted for the next."""
        rows = self._run(f"{_READ} AND name = ''", kind=_KEY) or []
        self.put(_KEY, "", b"", _KEY_S)
        return any(self._authentic(_KEY, row) is None for row in rows)

    def _run(self, statement: str, **named: Any) -> list[Any] | None:
        """The rows of a statement in the database; ``None`` if the values are in this process."""
        if not self.reach_others or self._book is None:
            return None
        try:
            with self._book.reading() as connection:
                # A reading is one moment, and cannot see what others changed meanwhile.
                found = connection.execution_options(isolation_level="AUTOCOMMIT").execute(text(statement), named)
                return list(found.all()) if found.returns_rows else []
        except BookError:
            return None

    def _clear(self) -> None:
        now_s = self._clock()
        if now_s < self._clear_at_s:
            return
        self._clear_at_s = now_s + CLEARED_EVERY_S
        self._run(_CLEAR)
        with self._lock:
            for kind, of_kind in list(self._held.items()):
                left = {name: held for name, held in of_kind.items() if held.expires_s > now_s}
                if left:
                    self._held[kind] = left
                else:
                    del self._held[kind]

    def _authentic(self, kind: str, row: Any) -> SharedValue | None:
        mac, value = bytes(row.value[:_MAC_BYTES]), bytes(row.value[_MAC_BYTES:])
        if not hmac.compare_digest(mac, self._mac(kind, row.name, value)):
            return None
        return SharedValue(value=value, count=row.count, age_s=max(0.0, row.age_s), left_s=row.left_s)

    def _with_mac(self, kind: str, name: str, value: bytes) -> bytes:
        return self._mac(kind, name, value) + value

    def _mac(self, kind: str, name: str, value: bytes) -> bytes:
        return hmac.digest(self._key, b"\0".join((kind.encode(), name.encode(), value)), "sha256")

    def _held_now(self, kind: str, name: str) -> SharedValue | None:
        held = self._held.get(kind, {}).get(name)
        return held.at(self._clock()) if held and held.expires_s > self._clock() else None

    def _hold(self, kind: str, name: str, value: bytes, count: int, expires_s: float) -> None:
        of_kind = self._held.setdefault(kind, {})
        of_kind.pop(name, None)
        of_kind[name] = _Held(value=value, count=count, changed_s=self._clock(), expires_s=expires_s)


_KEY = "key"
_KEY_S = 400 * 86_400.0
