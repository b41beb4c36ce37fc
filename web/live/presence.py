"""Which tablets are connected to which tables, and for how long nobody has been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from events.frozen import Frozen


class Silence(Frozen, kw_only=False):
    """For how many seconds no tablet has been connected to a table; ``device`` is the last one, "" for none so far."""

    seconds: float
    device: str


@dataclass(slots=True)
class _Table:
    following: Counter[str] = field(default_factory=Counter)
    last: str = ""
    left_at: float = 0.0


class Presence:
    """The tablets that follow the nights of one application, since it started. Thread-safe."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._lock = Lock()
        self._since = monotonic()

    @contextmanager
    def follow(self, night: str, device: str) -> Iterator[None]:
        """Count a device as connected to a night's table."""
        with self._lock:
            table = self._tables.setdefault(night, _Table())
            table.following[device] += 1
        try:
            yield
        finally:
            with self._lock:
                table.following[device] -= 1
                table.following += Counter()
                table.last, table.left_at = device, monotonic()

    def silence(self, night: str) -> Silence:
        """For how long no tablet has been connected to a night's table; at most since the application started."""
        with self._lock:
            table = self._tables.get(night)
            if table is None:
                return Silence(monotonic() - self._since, "")
            return Silence(0.0 if table.following else monotonic() - table.left_at, table.last)
