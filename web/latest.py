"""What screens follow, made once: the newest of each thing, for a version of its night, however many ask for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from flask import current_app

T = TypeVar("T")

_EXTENSION = "casekeeper.latest"


@dataclass(slots=True)
class _Shelf:
    """One thing: the version of which it was last made, and what came of it."""

    version: Hashable = None
    made: Any = None
    making: Lock = field(default_factory=Lock)


class Latest:
    """The newest of each thing. Those who ask for the same wait for the first of them; others do not wait."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._shelves: OrderedDict[Hashable, _Shelf] = OrderedDict()
        self._lock = Lock()

    def of(self, what: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        """The thing at a version; ``make`` makes it, unless it was made of that version last."""
        return self.going_on(what, version, lambda _: make())

    def going_on(self, what: Hashable, version: Hashable, make: Callable[[T | None], T]) -> T:
        """The thing at a version; ``make`` is given what it was at the version it was last made of, if it ever was."""
        shelf = self._shelf(what)
        with shelf.making:
            if shelf.version is None or shelf.version != version:
                shelf.made, shelf.version = make(shelf.made), version
            made: T = shelf.made
        return made

    def __len__(self) -> int:
        return len(self._shelves)

    def _shelf(self, what: Hashable) -> _Shelf:
        with self._lock:
            shelf = self._shelves.setdefault(what, _Shelf())
            self._shelves.move_to_end(what)
            while len(self._shelves) > self._most:
                self._shelves.popitem(last=False)
        return shelf


def latest() -> Latest:
    """The application's own."""
    kept: Latest = current_app.extensions.setdefault(_EXTENSION, Latest())
    return kept
