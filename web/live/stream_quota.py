"""How many streams a link, an address and the whole house may hold, and which is closed for a newcomer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, TypeVar

from events.frozen import Frozen

T = TypeVar("T")

MOST_OF_A_PLAYER = 6
"""Streams of a player's link: a phone and a tablet or two, each with a page reloaded."""

MOST_OF_A_BOARD = 64
"""Streams of a board's link: the screens on the walls, and a house of guests who follow it on their phones."""

MOST_OF_AN_ADDRESS = 128
"""Streams of links from one address. A whole house may share an address."""

MOST_OF_LINKS = 512
"""Streams of all links together."""

MOST_OF_A_STAFF_DEVICE = 16
"""Streams of a member of the staff on one device, which count for nobody else."""

Kind = Literal["staff", "player", "board"]
_MOST_OF_A_KEY = {"staff": MOST_OF_A_STAFF_DEVICE, "player": MOST_OF_A_PLAYER, "board": MOST_OF_A_BOARD}


class Holder(Frozen, kw_only=False):
    """Who holds a place: by what (``key`` is the member and device, or what the link names), and from which address."""

    kind: Kind
    key: str
    address: str


@dataclass(slots=True, eq=False)
class Place:
    """A stream's place. ``end`` is called when it has been ``taken_away`` for a newcomer."""

    holder: Holder
    end: Callable[[], None]
    taken_away: bool = False


@dataclass(slots=True)
class Places:
    """The places of one application, oldest first. Thread-safe."""

    _held: dict[Place, None] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def hold(self, holder: Holder, end: Callable[[], None]) -> Iterator[Place]:
        """Hold a place; ``end`` is called, on any thread, when it goes to somebody else."""
        place = Place(holder, end)
        with self._lock:
            self._held[place] = None
            gone = self._too_many(holder)
            if gone:
                del self._held[gone]
        if gone:
            gone.taken_away = True
            gone.end()
        try:
            yield place
        finally:
            with self._lock:
                self._held.pop(place, None)

    def __len__(self) -> int:
        return len(self._held)

    def _too_many(self, newest: Holder) -> Place | None:
        """The place that must be given up for the newest holder."""
        same_key = [place for place in self._held if (place.holder.kind, place.holder.key) == (newest.kind, newest.key)]
        links = [place for place in self._held if place.holder.kind != "staff"]
        same_address = [place for place in links if place.holder.address == newest.address]
        if len(same_key) > _MOST_OF_A_KEY[newest.kind]:
            return oldest_of_the_greediest(same_key, lambda place: place.holder.address)
        if newest.kind != "staff" and len(links) > MOST_OF_LINKS:
            return oldest_of_the_greediest(links, lambda place: place.holder.address)
        if newest.kind != "staff" and len(same_address) > MOST_OF_AN_ADDRESS:
            return oldest_of_the_greediest(same_address, lambda place: place.holder.key)
        return None


def oldest_of_the_greediest(places: Collection[T], whose: Callable[[T], Hashable]) -> T:
    """The oldest of some places, among those of whoever holds most of them."""
    counted = Counter(map(whose, places))
    most = max(counted.values())
    return next(place for place in places if counted[whose(place)] == most)
