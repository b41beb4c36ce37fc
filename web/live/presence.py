"""Which tablets are connected to which tables, and for how long nobody has been."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from events.book.shared_values import SharedValue, SharedValues
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
    told_at: float = -math.inf


SHARED_EVERY_S = 4.0
"""How often a server tells the others that a tablet is connected to a table."""

LOST_S = 12.0
"""A tablet on another server is not connected any more if that server has not said so for so long."""

READ_EVERY_S = 1.0

_TABLETS, _SHARED_S = "tablets", 86_400.0


class Presence:
    """The tablets that follow the nights of one application and of the book's other servers, since it started.

    Thread-safe.
    """

    def __init__(self, shared: SharedValues) -> None:
        self._shared = shared
        self._tables: dict[str, _Table] = {}
        self._lock = Lock()
        self._since = monotonic()
        self._elsewhere: Mapping[str, SharedValue] = {}
        self._read_at_s = 0.0

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

    def tell_others(self, night: str, device: str) -> None:
        """Tell the other servers now and then that a device is connected to a night's table; it waits for the book."""
        with self._lock:
            table = self._tables.get(night)
            if table is None or monotonic() - table.told_at < SHARED_EVERY_S:
                return
            table.told_at = monotonic()
        if self._shared.reach_others:
            self._shared.put(_TABLETS, night, device.encode(), _SHARED_S)

    def silence(self, night: str) -> Silence:
        """For how long no tablet has been connected to a night's table; at most since the application started."""
        elsewhere = self._seen_elsewhere(night)
        with self._lock:
            table = self._tables.get(night)
            if table is None:
                return elsewhere or Silence(monotonic() - self._since, "")
            here = Silence(0.0 if table.following else monotonic() - table.left_at, table.last)
        return elsewhere if elsewhere and elsewhere.seconds < here.seconds else here

    def _seen_elsewhere(self, night: str) -> Silence | None:
        if not self._shared.reach_others:
            return None
        if monotonic() - self._read_at_s > READ_EVERY_S:
            self._read_at_s, self._elsewhere = monotonic(), self._shared.all(_TABLETS)
        seen = self._elsewhere.get(night)
        if seen is None:
            return None
        age_s = seen.age_s + monotonic() - self._read_at_s
        return Silence(age_s if age_s > LOST_S else 0.0, seen.value.decode())
