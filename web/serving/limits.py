"""How much of the server anybody may take: limits, request rates and connections."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil
from typing import Generic, TypeVar

from msgspec.structs import replace

from events.cache import Cache
from events.frozen import Frozen
from web.app.authorization import Caller, Kind, stranger_at
from web.live.stream_quota import oldest_of_the_greediest


class Limits(Frozen):
    """What a connection, a caller and a request may take; ``body_bytes`` is the application's own limit."""

    body_bytes: int
    head_bytes: int = 16 * 1024
    """The first line and all header fields. A browser with its cookie sends about one kilobyte."""
    head_fields: int = 100
    head_s: float = 10.0
    """From the connection, or from the first byte of a later request, to the end of the head."""
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
    """All at once, as far as the system allows as many open files."""
    connections_a_stranger: int = 1_024
    """Of an address without sign-in or link. A house may have one address for all its guests."""
    connections_a_link: int = 256
    """A board's link is the whole house's, and each browser has a connection or two in addition to its stream."""
    connections_a_member: int = 128

    begun_s: float = 400.0
    """New connections a second in the long run. Others wait, and cost nothing."""
    begun_at_once: int = 40
    begun_tls_s: float = 150.0
    """The same over TLS, where a handshake costs a millisecond and more."""
    begun_tls_at_once: int = 20
    begun_each_s: float = 120.0
    """Of one address."""
    begun_each_at_once: int = 40

    staff_threads: int = 12
    reading_threads: int = 8
    """For pages that the staff read: all but a table's own page as it stands."""
    reading_at_once: int = 2
    """So many of them are computed at a time; the others wait, for their turn or for what another process prints."""
    other_threads: int = 3
    """Only one of them while the staff are being answered, since threads share one interpreter."""
    caller_threads: int = 2
    """These find out who is calling."""
    telling_threads: int = 8
    """For answers that come part by part as something happens and are no streams, as of a verification."""
    waiting: int = 512
    """Requests that wait for a thread of a kind."""
    waiting_each: int = 64
    """Of one caller."""

    files_s: float = 40.0
    """Files a second in the long run, for an address or a link. The staff have none of these limits."""
    files_at_once: int = 1_200
    """A house of guests may load their pages together, from one address and by one link."""
    files_of_all_s: float = 300.0
    """For all strangers and links together."""
    files_of_all_at_once: int = 2_400
    page_in_files: int = 4
    """How many files anything else counts as."""
    kept_files_s: float = 300.0
    """Files answered from memory, for an address. Each costs a tenth and less."""
    kept_files_at_once: int = 6_000
    """Over TLS a new device loads all of them, some ninety: as many as sixty guests."""
    kept_files_of_all_s: float = 600.0
    kept_files_of_all_at_once: int = 9_000
    longest_pause_s: float = 5.0
    """A request beyond that waits. If it would wait longer, it is refused, after ``turned_away_s``."""
    turned_away_s: float = 1.0

    stop_s: float = 2.0
    """For current answers when the server stops."""

    accepted_at_once: int = 64
    """So many new connections are accepted before others have their turn."""

    def divided_by(self, servers: int) -> Limits:
        """The limits of each of several servers that share the connections of one port."""
        if servers == 1:
            return self
        shares = {name: getattr(self, name) / servers for name in _OF_THE_MACHINE}
        whole = {name: ceil(share) for name, share in shares.items() if isinstance(getattr(self, name), int)}
        # Another server may be idle, and takes the next one.
        return replace(self, **{**shares, **whole, "accepted_at_once": 1})


_OF_THE_MACHINE = (
    "connections",
    "connections_a_stranger",
    "connections_a_link",
    "connections_a_member",
    "begun_s",
    "begun_at_once",
    "begun_tls_s",
    "begun_tls_at_once",
    "begun_each_s",
    "begun_each_at_once",
    "files_s",
    "files_at_once",
    "files_of_all_s",
    "files_of_all_at_once",
    "kept_files_s",
    "kept_files_at_once",
    "kept_files_of_all_s",
    "kept_files_of_all_at_once",
)
"""The limits whose sum over the servers of a machine counts."""


REMEMBERED = 20_000
"""How many callers are remembered; the least recently used one is forgotten."""

_GRAIN_S = 1e-9
"""The tolerance for rounding: a shorter time counts as zero."""


class RequestRate:
    """A leaky bucket for each caller: ``at_once`` requests without a pause, then ``rate_s`` a second.

    ``longest_pause_s`` is the longest that a request may be delayed.
    """

    def __init__(self, *, rate_s: float, at_once: int, longest_pause_s: float = 0.0) -> None:
        self._apart_s = 1 / rate_s
        self._ahead_s = at_once / rate_s
        self._longest_s = longest_pause_s
        self._busy_until: Cache[Hashable, float] = Cache(REMEMBERED)
        """When a caller's requests so far would end if they came evenly."""

    def pause_s(self, caller: Hashable, now_s: float, count: int = 1) -> float | None:
        """How long to delay a request that weighs ``count``; ``None`` if too long, and then it is not counted."""
        until = max(self._busy_until.get(caller) or now_s, now_s) + count * self._apart_s
        pause = until - now_s - self._ahead_s - _GRAIN_S
        if pause > self._longest_s:
            return None
        self._busy_until.put(caller, until)
        return max(0.0, pause)

    def has_room(self, caller: Hashable, now_s: float) -> bool:
        """Whether one more request would not have to wait."""
        busy_until = max(self._busy_until.get(caller) or now_s, now_s)
        return busy_until + self._apart_s - now_s <= self._ahead_s + _GRAIN_S


Waiting = TypeVar("Waiting")


class Admission(Generic[Waiting]):
    """Limits how many connections begin a second, in total and by address; ``begin`` starts one."""

    def __init__(self, begin: Callable[[Waiting], None], *, everybody: RequestRate, each: RequestRate) -> None:
        self._begin = begin
        self._everybody, self._each = everybody, each
        self._stacks: dict[Caller, dict[Waiting, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._stacks)

    def ask(self, caller: Caller, waiting: Waiting, now_s: float) -> None:
        """Let a connection begin, now or later."""
        self._stacks.setdefault(caller, {})[waiting] = None
        self.go_on(now_s)

    def forget(self, caller: Caller, waiting: Waiting) -> None:
        """Forget a connection that is gone."""
        stack = self._stacks.get(caller, {})
        stack.pop(waiting, None)
        if not stack:
            self._stacks.pop(caller, None)

    def go_on(self, now_s: float) -> None:
        """Let as many begin as may by now: callers in turn, of each the newest first."""
        for caller in list(self._stacks):
            if not self._everybody.has_room(None, now_s):
                return
            if self._each.has_room(caller, now_s):
                self._everybody.pause_s(None, now_s)
                self._each.pause_s(caller, now_s)
                stack = self._stacks.pop(caller)
                newest, _ = stack.popitem()
                if stack:
                    self._stacks[caller] = stack
                self._begin(newest)


_GIVE_WAY: tuple[Kind, ...] = ("stranger", "link")
"""Whose connections end if the whole server is full, in this order."""


class Place:
    """The place of one connection from an address; ``cut`` ends it at once."""

    __slots__ = ("caller", "cut", "stranger")

    def __init__(self, stranger: Caller, cut: Callable[[], None]) -> None:
        self.stranger = self.caller = stranger
        self.cut = cut


class Connections:
    """The places of all connections, oldest first for each caller.

    A caller beyond their limit loses their own oldest connection; for a link or a sign-in, which several addresses may
    use, the oldest of the address with the most. A connection counts as its address's until a request shows a sign-in
    or a link, since a stranger and one of the staff may share an address.
    """

    def __init__(self, limits: Limits, most: int) -> None:
        self._most = most
        self._limit: dict[Kind, int] = {
            "stranger": limits.connections_a_stranger,
            "link": limits.connections_a_link,
            "staff": limits.connections_a_member,
        }
        self._places: dict[Caller, dict[Place, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str, cut: Callable[[], None]) -> Place | None:
        """A place for a new connection from an address; ``None`` if the server is full of its staff."""
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

    def give_way(self) -> bool:
        """End an eighth of the connections, those that give way; returns whether there was any.

        The system has no file for another one. The staff's next connection waits in line with those of strangers, and
        finds files in reserve.
        """
        return sum(self._make_room() for _ in range(max(1, self._count // 8))) > 0

    def leave(self, place: Place) -> None:
        """Give a place back, if it was not given back already."""
        if self._remove(place):
            self._count -= 1

    def _add(self, place: Place) -> None:
        held = self._places.setdefault(place.caller, {})
        held[place] = None
        if len(held) > self._limit[place.caller.kind]:
            # A stranger is one address, so there is nothing to count.
            is_stranger = place.caller.kind == "stranger"
            self._end(next(iter(held)) if is_stranger else oldest_of_the_greediest(held, lambda place: place.stranger))

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
