"""How much of the server anybody may take: limits, request rates and connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from events.cache import Cache
from events.frozen import Frozen
from web.app.authorization import Caller, Kind, stranger_at


class Limits(Frozen):
    """What a connection, a caller and a request may take; ``body_bytes`` is the application's own limit."""

    body_bytes: int
    head_bytes: int = 16 * 1024
    """The first line and all header fields: a browser with its cookie sends about one kilobyte."""
    head_fields: int = 100
    head_s: float = 10.0
    """From the connection, or from the first byte on one that is kept, to the end of the head."""
    body_s: float = 10.0
    """From the end of the head to the end of the body: the largest body at 6 kB a second."""
    idle_s: int = 120
    """Between an answer and the next request."""
    unread_s: float = 15.0
    """How long a caller may leave a part of an answer unread."""
    handshake_s: float = 5.0
    linger_s: float = 1.0
    """After a refusal, for the caller to read it."""

    connections: int = 4_096
    """All at once, as far as the system gives as many files."""
    connections_a_stranger: int = 1_024
    """Of an address that has shown neither a sign-in nor a link: a house may have one address for all its guests."""
    connections_a_link: int = 256
    """A board's link is a whole house's, and each browser has a connection or two besides its stream."""
    connections_a_member: int = 128

    begun_s: float = 400.0
    """Connections that begin to be served, a second in the long run; as many more wait, and cost nothing."""
    begun_at_once: int = 40
    begun_tls_s: float = 150.0
    """The same over TLS: a handshake costs a millisecond and more."""
    begun_tls_at_once: int = 20
    begun_each_s: float = 120.0
    """Of one address."""
    begun_each_at_once: int = 40

    staff_threads: int = 12
    other_threads: int = 3
    """One of them, while the staff are being answered: threads share one interpreter."""
    caller_threads: int = 2
    """These find out who is calling."""
    telling_threads: int = 8
    """For answers that are told part by part as something happens, and are no streams: a verification under way."""
    waiting: int = 512
    """Requests that wait for a thread of a kind."""
    waiting_each: int = 64
    """Of one caller."""

    files_s: float = 40.0
    """Files that the application answers with, a second in the long run, to a stranger's address or by one link.

    The staff have none of these limits.
    """
    files_at_once: int = 1_200
    """A house of guests may load their pages together, from one address and by one link."""
    files_of_all_s: float = 300.0
    """The same for all strangers and links together, wherever they come from."""
    files_of_all_at_once: int = 2_400
    page_in_files: int = 4
    """As how many of those anything else counts."""
    kept_files_s: float = 300.0
    """The program's files that are answered from memory, to an address: each costs a tenth and less."""
    kept_files_at_once: int = 6_000
    """Over TLS a device that comes for the first time keeps all of them, some ninety: as many as sixty guests."""
    kept_files_of_all_s: float = 600.0
    kept_files_of_all_at_once: int = 9_000
    longest_pause_s: float = 5.0
    """A request beyond that waits for its turn; one that would wait longer is turned away, after ``turned_away_s``."""
    turned_away_s: float = 1.0

    stop_s: float = 2.0
    """For what is being answered when the server is told to stop."""


REMEMBERED = 20_000
"""How many callers are remembered; the one that was heard of least recently is forgotten."""

_GRAIN_S = 1e-9
"""Times are sums of fractions: so much is nothing."""


class RequestRate:
    """Gives each caller's requests their times, evenly, once the caller has used up what may come at once.

    ``rate_s`` a second in the long run, ``at_once`` without a pause; ``longest_pause_s`` is the longest that a
    request may be put off.
    """

    def __init__(self, *, rate_s: float, at_once: int, longest_pause_s: float = 0.0) -> None:
        self._apart_s = 1 / rate_s
        self._ahead_s = at_once / rate_s
        self._longest_s = longest_pause_s
        # When a caller's requests so far would be over, had they come evenly.
        self._busy_until: Cache[Hashable, float] = Cache(REMEMBERED)

    def pause_s(self, caller: Hashable, now_s: float, count: int = 1) -> float | None:
        """How long a request is to wait; nothing, where it would be too long, and the request counts for nothing.

        ``count`` is as how many it counts.
        """
        until = self._busy_from(caller, now_s) + count * self._apart_s
        pause = until - now_s - self._ahead_s - _GRAIN_S
        if pause > self._longest_s:
            return None
        self._busy_until.put(caller, until)
        return max(0.0, pause)

    def has_room(self, caller: Hashable, now_s: float) -> bool:
        """Whether one more would not have to wait."""
        return self._busy_from(caller, now_s) + self._apart_s - now_s <= self._ahead_s + _GRAIN_S

    def _busy_from(self, caller: Hashable, now_s: float) -> float:
        """When a caller's next request would begin, had all of theirs come evenly."""
        return max(self._busy_until.get(caller) or now_s, now_s)


Waiting = TypeVar("Waiting")


class Admission(Generic[Waiting]):
    """Limits how many connections a second begin, in total and by address; ``begin`` counts a connection."""

    def __init__(self, begin: Callable[[Waiting], None], *, everybody: RequestRate, each: RequestRate) -> None:
        self._begin = begin
        self._everybody, self._each = everybody, each
        self._stacks: dict[Caller, dict[Waiting, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._stacks)

    def ask(self, caller: Caller, waiting: Waiting, now_s: float) -> None:
        """Have a connection begin, at once or later."""
        self._stacks.setdefault(caller, {})[waiting] = None
        self.go_on(now_s)

    def forget(self, caller: Caller, waiting: Waiting) -> None:
        """Take back what was asked for a connection that is gone."""
        stack = self._stacks.get(caller, {})
        stack.pop(waiting, None)
        if not stack:
            self._stacks.pop(caller, None)

    def go_on(self, now_s: float) -> None:
        """Let begin what may by now, the callers in turn."""
        for caller in list(self._stacks):
            if not self._everybody.has_room(None, now_s):
                return
            if self._each.has_room(caller, now_s):
                self._everybody.pause_s(None, now_s)
                self._each.pause_s(caller, now_s)
                self._begin_newest(caller)

    def _begin_newest(self, caller: Caller) -> None:
        stack = self._stacks.pop(caller)
        newest, _ = stack.popitem()
        if stack:
            # Behind the others, so that they have their turn first.
            self._stacks[caller] = stack
        self._begin(newest)


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
        """Count a connection for the sender of its last request."""
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
