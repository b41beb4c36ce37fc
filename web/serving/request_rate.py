"""How much a caller may ask for: so many at once, and then so many a second."""

from __future__ import annotations

from collections.abc import Hashable

from events.cache import Cache

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
