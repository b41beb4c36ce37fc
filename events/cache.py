"""The one cache: so many things at the most, each by a key; the one that was asked for longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
T = TypeVar("T")


class Cache(Generic[Key, Value]):
    """Keeps at the most ``most`` values. Safe to use from many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, in place of the one that the key had."""
        with self._lock:
            self._put(key, value)

    def get_or_put(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key; ``make``, which must be quick, makes the first."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            else:
                self._put(key, make())
            return self._values[key]

    def pop(self, key: Key) -> None:
        """Let go of a key's value, if it is kept."""
        with self._lock:
            self._values.pop(key, None)

    def __len__(self) -> int:
        return len(self._values)

    def _put(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)


class Versioned:
    """One thing: the version of which it was last made, and what came of it."""

    __slots__ = ("_made", "_making", "_version")

    def __init__(self) -> None:
        self._version: Hashable = None
        self._made: Any = None
        self._making = Lock()

    def of(self, version: Hashable, make: Callable[[Any], T]) -> T:
        """The thing at a version; ``make`` is given what it was made of last, unless this is that version."""
        with self._making:
            if self._version is None or self._version != version:
                self._made, self._version = make(self._made), version
            made: T = self._made
        return made


class NewestVersions(Generic[Key]):
    """The newest version of each thing. Those who ask for the same wait for the first of them; others do not wait."""

    def __init__(self, most: int) -> None:
        self._kept: Cache[Key, Versioned] = Cache(most)

    def of(self, key: Key, version: Hashable, make: Callable[[], T]) -> T:
        """The thing at a version; ``make`` makes it, unless it was made of that version last."""
        return self.going_on(key, version, lambda _: make())

    def going_on(self, key: Key, version: Hashable, make: Callable[[T | None], T]) -> T:
        """The thing at a version; ``make`` is given what it was at the version it was last made of, if it ever was."""
        return self._kept.get_or_put(key, Versioned).of(version, make)

    def __len__(self) -> int:
        return len(self._kept)
