"""A mapping that only grows, and shares what it has with the ones that it grew from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, TypeVar

T = TypeVar("T")

CHUNK: Final = 32
"""So many entries are copied at the most when one is added."""


class Grown(Mapping[str, T]):
    """Entries in the order in which they were added, in chunks: copying one of these is faster than a tree of nodes.

    To look a key up takes as long as there are chunks. It is for what one round of a game brings.
    """

    __slots__ = ("_full", "_last")

    def __init__(self, last: dict[str, T] | None = None, full: tuple[dict[str, T], ...] = ()) -> None:
        self._last: dict[str, T] = {} if last is None else last
        self._full = full

    def with_one(self, key: str, value: T) -> Grown[T]:
        """With one more entry, under a key that has none yet."""
        if len(self._last) < CHUNK:
            return Grown({**self._last, key: value}, self._full)
        return Grown({key: value}, (*self._full, self._last))

    def __getitem__(self, key: str) -> T:
        for chunk in (self._last, *self._full):
            if key in chunk:
                return chunk[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return key in self._last or any(key in chunk for chunk in self._full)

    def __iter__(self) -> Iterator[str]:
        return chain(*self._full, self._last)

    def __len__(self) -> int:
        return sum(map(len, self._full)) + len(self._last)
