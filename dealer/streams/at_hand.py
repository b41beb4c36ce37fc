"""The states of streams as they stand on disk, kept folded: every open one, and of the others those asked for last."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeGuard, TypeVar

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
        self._keeping = Lock()

    def get(self, stream: str) -> Folded[State] | None:
        """What was last kept of a stream."""
        return self._open.get(stream) or self._others.get(stream)

    def put_newer(self, stream: str, folded: Folded[State]) -> None:
        """Keep this of a stream, unless somebody read on meanwhile."""
        with self._keeping:
            known = self.get(stream)
            if known is None or known.head.version < folded.head.version:
                self._put(stream, folded)

    def at(
        self,
        stream: str,
        head: Head,
        before: Folded[State] | None,
        make: Callable[[Folded[State] | None], Folded[State]],
    ) -> Folded[State]:
        """A stream at a head, or at a later one; ``before`` is what was kept when the head was looked for.

        What was kept since is no older than the book was then. ``make`` is given what is known of the stream, and those
        who want the same wait for it.
        """
        known = self.get(stream)
        if _serves(known, head, before):
            return known
        with self._making.get_or_put(stream, Lock):
            known = self.get(stream)
            if _serves(known, head, before):
                return known
            made = make(known)
            with self._keeping:
                if self.get(stream) is known:
                    self._put(stream, made)
        return made

    def _put(self, stream: str, folded: Folded[State]) -> None:
        kept, other = (self._open, self._others) if self._is_open(folded.state) else (self._others, self._open)
        kept.put(stream, folded)
        other.pop(stream)


def _serves(known: Folded[State] | None, head: Head, before: Folded[State] | None) -> TypeGuard[Folded[State]]:
    """Whether what is known is of a head, or of a later one that was committed since it was looked for.

    What is later and was known before is of another book, in the place of which this one was put.
    """
    if known is None:
        return False
    return known.head == head or (known is not before and known.head.version > head.version)
