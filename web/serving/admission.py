"""How fast callers may come: so many at once, and then so many a second.

New connections begin to be served at once in peace, and in a flood a few at a time, the newest first: whoever means it
asks right after connecting; those that came to hold their places are below. What waits costs nothing, and cannot come
again while it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from events.cache import Cache
from web.app.callers import Caller

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
    """Lets so many connections a second begin, all in all and of each address; ``begin`` begins one."""

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
