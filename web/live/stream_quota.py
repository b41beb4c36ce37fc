"""How many streams a link, an address and the whole house may hold, and which is closed for a newcomer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

from events.frozen import Frozen

MOST_OF_A_PLAYER = 6
"""Streams of one player's link: a telephone and a tablet or two, each with a page loaded again."""

MOST_OF_A_BOARD = 64
"""Streams of one board's link: the screens on the walls, and a house of guests whose telephones follow it."""

MOST_OF_AN_ADDRESS = 128
"""Streams of links from one address: a whole house may share an address."""

MOST_OF_LINKS = 512
"""Streams of all links together."""

MOST_OF_A_STAFF_DEVICE = 16
"""Streams of one of the staff on one device, which count for nobody else."""

Kind = Literal["staff", "player", "board"]
_MOST_OF_A_KEY = {"staff": MOST_OF_A_STAFF_DEVICE, "player": MOST_OF_A_PLAYER, "board": MOST_OF_A_BOARD}


class Holder(Frozen, kw_only=False):
    """Who holds a place: by what (``key`` is the member and device, or what the link names), and from which address."""

    kind: Kind
    key: str
    address: str


@dataclass(slots=True, eq=False)
class Place:
    """A stream's place; ``taken_away`` once it was given to a newcomer, of which ``_end`` lets the stream know."""

    holder: Holder
    _end: Callable[[], None]
    taken_away: bool = False

    def end(self) -> None:
        """Take the place away."""
        self.taken_away = True
        self._end()


@dataclass(slots=True)
class Places:
    """The places of one application, in the order in which they were taken. Safe to use from many threads."""

    _held: dict[Place, None] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def hold(self, holder: Holder, end: Callable[[], None]) -> Iterator[Place]:
        """Hold a place; ``end`` is called, on any thread, when it goes to somebody else."""
        place = Place(holder, end)
        with self._lock:
            self._held[place] = None
            gone = self._too_many(place)
            for loser in gone:
                del self._held[loser]
        for loser in gone:
            loser.end()
        try:
            yield place
        finally:
            with self._lock:
                self._held.pop(place, None)

    def __len__(self) -> int:
        return len(self._held)

    def _too_many(self, newest: Place) -> list[Place]:
        """Who gives way to the newest."""
        mine = newest.holder
        same_key = [place for place in self._held if (place.holder.kind, place.holder.key) == (mine.kind, mine.key)]
        if len(same_key) > _MOST_OF_A_KEY[mine.kind]:
            return [_oldest_of_the_greediest(same_key, lambda holder: holder.address)]
        if mine.kind == "staff":
            return []
        links = [place for place in self._held if place.holder.kind != "staff"]
        if len(links) > MOST_OF_LINKS:
            return [_oldest_of_the_greediest(links, lambda holder: holder.address)]
        same_address = [link for link in links if link.holder.address == mine.address]
        if len(same_address) > MOST_OF_AN_ADDRESS:
            return [_oldest_of_the_greediest(same_address, lambda holder: holder.key)]
        return []


def _oldest_of_the_greediest(places: list[Place], whose: Callable[[Holder], str]) -> Place:
    counted = Counter(whose(place.holder) for place in places)
    most = max(counted.values())
    return next(place for place in places if counted[whose(place.holder)] == most)
