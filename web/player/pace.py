"""How quickly a link may be acted by: kept in memory, and bounded."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic

MOST_ACTS = 12
WITHIN_S = 10.0
"""So many acts in so many seconds are a quick hand; more are none."""

MOST_LINKS = 1_024
"""So many links are remembered; where more come, the one that has been quiet for longest is forgotten."""


class Pace:
    """Counts acts by link. Safe to use from many threads; ``clock`` gives seconds that only go forward."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._acts: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def allows(self, link: Hashable) -> bool:
        """Whether a link may be acted by now; if so, it was."""
        with self._lock:
            acts = self._acts.setdefault(link, deque(maxlen=MOST_ACTS))
            self._acts.move_to_end(link)
            if len(self._acts) > MOST_LINKS:
                self._acts.popitem(last=False)
            now_s = self._clock()
            if len(acts) == MOST_ACTS and now_s - acts[0] < WITHIN_S:
                return False
            acts.append(now_s)
            return True
