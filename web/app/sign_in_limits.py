"""How often strangers may guess from one address, over all names together; kept in memory, and bounded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock
from time import monotonic

from dealer.commands.phrases import counted
from dealer.commands.refusal import Refusal
from dealer.staff.sign_in_delays import FORGOTTEN_AFTER, duration, wait_after
from events.frozen import Frozen
from web.app.addresses import counted_as

FREE_TRIES = 10
"""So many wrong tries from one address make nobody wait: several of the staff may share it."""

MOST_ADDRESSES = 4096
"""So many addresses are remembered; where more come, the one that has been quiet for longest is forgotten."""


@dataclass(slots=True)
class _Tries:
    wrong: int
    last_s: float


class HeldUp(Frozen, kw_only=False):
    """An address that has to wait: how many wrong tries came from it, and how long it waits still."""

    address: str
    wrong: int
    wait: timedelta


class AddressLimits:
    """Counts wrong tries by address. Safe to use from many threads; ``clock`` gives seconds that only go forward."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tries: dict[str, _Tries] = {}

    def check(self, address: str) -> None:
        """Refuse (``sign_in_locked``) while an address has to wait."""
        with self._lock:
            tries = self._tries.get(counted_as(address))
            wait = self._wait(tries) if tries else timedelta(0)
        if tries and wait:
            came = counted(tries.wrong, "wrong try", "wrong tries")
            raise Refusal(
                "sign_in_locked",
                "%(came)s from the address of this device: the next one from a device on which its member of the "
                "staff has not signed in before is in %(wait)s.",
                came=came,
                wait=duration(wait),
            )

    def note_wrong(self, address: str) -> None:
        """Count a wrong try."""
        with self._lock:
            whose, now_s = counted_as(address), self._clock()
            # Taken out and put in again: the table is in the order of the last tries.
            before = self._tries.pop(whose, None)
            fresh = before is None or self._is_forgotten(before)
            self._tries[whose] = _Tries(1 if before is None or fresh else before.wrong + 1, now_s)
            while len(self._tries) > MOST_ADDRESSES:
                del self._tries[next(iter(self._tries))]

    def forget(self) -> None:
        """Forget all wrong tries, so that no address has to wait."""
        with self._lock:
            self._tries.clear()

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._tries)

    def held_up(self) -> list[HeldUp]:
        """The addresses that have to wait now, those with most tries first."""
        with self._lock:
            waits = [HeldUp(one, tries.wrong, self._wait(tries)) for one, tries in self._tries.items()]
        return sorted((one for one in waits if one.wait), key=lambda one: -one.wrong)

    def _wait(self, tries: _Tries) -> timedelta:
        if self._is_forgotten(tries):
            return timedelta(0)
        passed = timedelta(seconds=self._clock() - tries.last_s)
        return max(timedelta(0), wait_after(tries.wrong, FREE_TRIES) - passed)

    def _is_forgotten(self, tries: _Tries) -> bool:
        return self._clock() - tries.last_s >= FORGOTTEN_AFTER.total_seconds()
