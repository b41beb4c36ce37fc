"""A thread-safe LRU cache, and caches of the newest version of a value."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
T = TypeVar("T")


class Cache(Generic[Key, Value]):
    """Keeps at most ``most`` values, evicting the least recently used. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The cached value of a key, or ``None``."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Set the value of a key."""
        with self._lock:
            self._put(key, value)

    def get_or_put(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key; if it is missing, ``make`` creates it and must be quick."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            else:
                self._put(key, make())
            return self._values[key]

    def pop(self, key: Key) -> None:
        """Remove the value of a key, if any."""
        with self._lock:
            self._values.pop(key, None)

    def items(self) -> list[tuple[Key, Value]]:
        """All cached keys and values."""
        with self._lock:
            return list(self._values.items())

    def __len__(self) -> int:
        return len(self._values)

    def _put(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)


class Versioned:
    """A value with the version it was made for."""

    __slots__ = ("_made", "_making", "_version")

    def __init__(self) -> None:
        self._version: Hashable = None
        self._made: Any = None
        self._making = Lock()

    def of(self, version: Hashable, make: Callable[[Any], T]) -> T:
        """The value at a version; ``make`` gets the previous value."""
        with self._making:
            if self._version is None or self._version != version:
                self._made, self._version = make(self._made), version
            made: T = self._made
        return made


class NewestVersions(Generic[Key]):
    """The newest version of each value. Threads that want the same value wait for the first; others do not."""

    def __init__(self, most: int) -> None:
        self._kept: Cache[Key, Versioned] = Cache(most)

    def of(self, key: Key, version: Hashable, make: Callable[[], T]) -> T:
        """The value at a version; ``make`` creates it unless the cached value has this version."""
        return self.going_on(key, version, lambda _: make())

    def going_on(self, key: Key, version: Hashable, make: Callable[[T | None], T]) -> T:
        """The value at a version; ``make`` gets the cached value of another version, or ``None``."""
        return self._kept.get_or_put(key, Versioned).of(version, make)

    def __len__(self) -> int:
        return len(self._kept)
