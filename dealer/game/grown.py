"""A mapping that only grows, and shares what it has with the ones that it grew from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, Generic, TypeVar

from msgspec import field

from events.frozen import Frozen

T = TypeVar("T")

CHUNK: Final = 32
"""So many entries are copied at the most when one is added."""


class Grown(Frozen, Generic[T], kw_only=False, gc=False):
    """Entries in the order in which they were added, in chunks: copying one of these is faster than a tree of nodes.

    To look a key up takes as long as there are chunks. It is for what one round of a game brings.
    """

    last: dict[str, T] = field(default_factory=dict)
    full: tuple[dict[str, T], ...] = ()

    def with_one(self, key: str, value: T) -> Grown[T]:
        """With one more entry, under a key that has none yet."""
        if len(self.last) < CHUNK:
            return Grown({**self.last, key: value}, self.full)
        return Grown({key: value}, (*self.full, self.last))

    def get(self, key: str) -> T | None:
        """The entry of a key, if it has one."""
        for chunk in (self.last, *self.full):
            if key in chunk:
                return chunk[key]
        return None

    def values(self) -> Iterator[T]:
        """All entries."""
        return chain.from_iterable(chunk.values() for chunk in (*self.full, self.last))

    def __contains__(self, key: str) -> bool:
        return key in self.last or any(key in chunk for chunk in self.full)

    def __iter__(self) -> Iterator[str]:
        return chain(*self.full, self.last)

    def __len__(self) -> int:
        return sum(map(len, self.full)) + len(self.last)
