"""What an application keeps while it runs: its service, values by name, and the last rendered fragments."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Generic, TypeVar

from flask import current_app

from dealer.night_service import NightService
from events.cache import Cache
from reports.words.language import style

T = TypeVar("T")

EXTENSION = "casekeeper"


def service() -> NightService:
    """The dealer's assistant of this application."""
    night_service: NightService = current_app.extensions[EXTENSION]
    return night_service


def kept_under(name: str, make: Callable[[], T]) -> T:
    """What this application keeps under a name; ``make`` makes it, which must be quick, when it is first asked for."""
    extensions = current_app.extensions
    if name not in extensions:
        # Of what two threads make at once the first is kept.
        extensions.setdefault(name, make())
    found: T = extensions[name]
    return found


def kept_in_language(name: str, make: Callable[[], T]) -> T:
    """What this application keeps under a name, separately for each language and currency."""
    return kept_under(f"{name} {style().language} {style().currency}", make)


MOST_DRAWN = 256
"""How many pieces drawn ``once`` are cached for each table: its board has some 55, and a touch redraws a few."""

MOST_TABLES = 16
"""For no more tables than these, which have many in common: fifty have some 2,500."""


class DrawnLast(Generic[T]):
    """What ``draw`` makes, kept however long nights are: so much for each of the tables drawn last.

    ``most`` is how much for one, and ``tables`` how many of them count.
    """

    def __init__(self, draw: Callable[..., T], most: int, tables: int) -> None:
        self._draw = draw
        self._tables: Cache[Hashable, None] = Cache(tables)
        self._of_one = most
        self._keep(most)

    def of(self, table: Hashable) -> Callable[..., T]:
        """What draws for a table; where more is to be kept than before, it begins with nothing."""
        self._tables.put(table, None)
        most = self._of_one << (len(self._tables) - 1).bit_length()
        if most > self._most:
            self._keep(most)
        return self._draws

    def drawn(self, *arguments: Hashable) -> T:
        """What is drawn from these arguments, for whichever table."""
        return self._draws(*arguments)

    def _keep(self, most: int) -> None:
        # Whether a number is said or whether something is so are not the same.
        self._draws, self._most = lru_cache(maxsize=most, typed=True)(self._draw), most


def drawn_once() -> DrawnLast[str]:
    """What this application draws ``once``: a macro's text."""
    return kept_in_language(
        "drawn once", lambda: DrawnLast(lambda macro, *arguments: macro(*arguments), MOST_DRAWN, MOST_TABLES)
    )
