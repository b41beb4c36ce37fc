"""Who holds how many connections, and which one gives way to a new one. Bookkeeping only: no sockets, no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from web.app.callers import Caller, Kind, stranger_at
from web.serving.limits import Limits

_GIVE_WAY: tuple[Kind, ...] = ("stranger", "link")
"""Whose connections give way where the whole server is full, and in which order."""


class Place:
    """The place of one connection from an address; ``cut`` ends it at once, whatever it is doing."""

    __slots__ = ("caller", "cut", "stranger")

    def __init__(self, stranger: Caller, cut: Callable[[], None]) -> None:
        self.stranger = self.caller = stranger
        self.cut = cut


class Connections:
    """The places of all connections, oldest first for each caller.

    A caller beyond their limit loses their own oldest connection: of the address that holds most by the same link or
    sign-in, since links are passed on. A stranger and one of the staff may share an address: a connection counts as
    its address's only until its requests have shown a sign-in or a link.
    """

    def __init__(self, limits: Limits, most: int) -> None:
        self._most = most
        self._limit: dict[Kind, int] = {
            "stranger": limits.connections_a_stranger,
            "link": limits.connections_a_link,
            "staff": limits.connections_a_member,
        }
        # Dictionaries keep the order in which their keys came.
        self._places: dict[Caller, dict[Place, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str, cut: Callable[[], None]) -> Place | None:
        """A place for a new connection from an address; nothing, where the server is full of its staff."""
        if self._count >= self._most and not self._make_room():
            return None
        place = Place(stranger_at(address), cut)
        self._count += 1
        self._add(place)
        return place

    def known(self, place: Place, caller: Caller) -> None:
        """Have a connection count as that of whoever its last request came from."""
        if caller != place.caller and self._remove(place):
            place.caller = caller
            self._add(place)

    def leave(self, place: Place) -> None:
        """Give a place back; one that was given back already is none."""
        if self._remove(place):
            self._count -= 1

    def _add(self, place: Place) -> None:
        held = self._places.setdefault(place.caller, {})
        held[place] = None
        if len(held) > self._limit[place.caller.kind]:
            self._end(_oldest_of_the_greediest(held))

    def _remove(self, place: Place) -> bool:
        held = self._places.get(place.caller, {})
        if place not in held:
            return False
        del held[place]
        if not held:
            del self._places[place.caller]
        return True

    def _make_room(self) -> bool:
        for kind in _GIVE_WAY:
            of_kind = [held for caller, held in self._places.items() if caller.kind == kind]
            if of_kind:
                most = max(of_kind, key=lambda held: len(held))
                self._end(next(iter(most)))
                return True
        return False

    def _end(self, place: Place) -> None:
        self.leave(place)
        place.cut()


def _oldest_of_the_greediest(held: dict[Place, None]) -> Place:
    """The oldest place of the address that holds most of these."""
    oldest = next(iter(held))
    if oldest.caller.kind == "stranger":
        # All of one address.
        return oldest
    counted = Counter(place.stranger for place in held)
    most = max(counted.values())
    return next(place for place in held if counted[place.stranger] == most)
