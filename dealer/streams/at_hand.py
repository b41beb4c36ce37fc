"""The states of streams as they stand on disk, kept folded: every open one, and of the others those asked for last."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from events.cache import Cache
from events.frozen import Frozen
from events.records import Head

State = TypeVar("State")

OPEN_AT_HAND = 1_024
"""So many open streams are kept at the most, which is more than a house has tables."""

OTHERS_AT_HAND = 32
"""How many closed streams are kept; any other is read again when it is asked for."""


class Folded(Frozen, Generic[State], kw_only=False):
    """The state of a stream as of a head of the book."""

    state: State
    head: Head


class StatesAtHand(Generic[State]):
    """Keeps states by the names of their streams; ``is_open`` says which are open. Safe to use from many threads."""

    def __init__(self, is_open: Callable[[State], bool]) -> None:
        self._is_open = is_open
        self._open: Cache[str, Folded[State]] = Cache(OPEN_AT_HAND)
        self._others: Cache[str, Folded[State]] = Cache(OTHERS_AT_HAND)
        self._making: Cache[str, Lock] = Cache(OPEN_AT_HAND)

    def get(self, stream: str) -> Folded[State] | None:
        """What was last kept of a stream."""
        return self._open.get(stream) or self._others.get(stream)

    def put(self, stream: str, folded: Folded[State]) -> None:
        """Keep this of a stream in place of what was known of it."""
        kept, other = (self._open, self._others) if self._is_open(folded.state) else (self._others, self._open)
        kept.put(stream, folded)
        other.pop(stream)

    def put_newer(self, stream: str, folded: Folded[State]) -> None:
        """The same, unless somebody read on meanwhile."""
        known = self.get(stream)
        if known is None or known.head.version < folded.head.version:
            self.put(stream, folded)

    def at(self, stream: str, head: Head, make: Callable[[Folded[State] | None], Folded[State]]) -> Folded[State]:
        """A stream at a head; ``make`` is given what is known of it, and those who want the same wait for it."""
        known = self.get(stream)
        if known and known.head == head:
            return known
        with self._making.get_or_put(stream, Lock):
            known = self.get(stream)
            if known is None or known.head != head:
                known = make(known)
                self.put(stream, known)
        return known
