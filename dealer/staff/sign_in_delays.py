"""How long wrong PINs make the next try wait: the longer, the more of them there were."""

from __future__ import annotations

from datetime import datetime, timedelta

from dealer.commands.phrases import Number, number_of
from events.frozen import Frozen

FREE_TRIES = 5
"""So many wrong PINs in a row make nobody wait: fingers slip."""

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(days=1)
"""Wrong PINs are forgotten when none has come for so long."""

CLOCK_SLACK = timedelta(minutes=1)
"""A try may bear a time this much before the last one's: it looked at the clock first and came second."""

_MOST_DOUBLINGS = 20


def wait_after(wrong: int, free: int = FREE_TRIES) -> timedelta:
    """How long the next try waits after so many wrong ones.

    >>> [str(wait_after(wrong)) for wrong in (4, 5, 6, 7, 11, 12, 500)]
    ['0:00:00', '0:00:30', '0:01:00', '0:02:00', '0:32:00', '1:00:00', '1:00:00']
    """
    if wrong < free:
        return timedelta(0)
    doubled: int = 2 ** min(wrong - free, _MOST_DOUBLINGS)
    return min(LONGEST_WAIT, FIRST_WAIT * doubled)


class WrongPins(Frozen):
    """Wrong PINs in a row: how many, and when the first and the last of them came (ISO 8601 in UTC)."""

    count: int = 0
    first_at: str = ""
    last_at: str = ""

    def and_one_more(self, at: str) -> WrongPins:
        """These and one that came at a time; those that are forgotten by then are left out."""
        if not self.count_at(at):
            return WrongPins(count=1, first_at=at, last_at=at)
        return WrongPins(count=self.count + 1, first_at=self.first_at, last_at=at)

    def count_at(self, at: str) -> int:
        """How many of them are not forgotten at a time."""
        return self.count if self.count and _since(self.last_at, at) < FORGOTTEN_AFTER else 0

    def wait_at(self, at: str) -> timedelta:
        """How long the next try still has to wait, seen from a time: never longer than the whole wait.

        Where the clock was set back since the last wrong PIN nobody can tell how much of the wait is over. It ends:
        a set clock is worth one try, and no lock is left that lasts until the clock has caught up.
        """
        wait, passed = wait_after(self.count_at(at)), _since(self.last_at, at) if self.count else timedelta(0)
        if passed < -CLOCK_SLACK:
            return timedelta(0)
        return max(timedelta(0), min(wait, wait - passed))


def duration(length: timedelta) -> Number:
    """A duration as people say it, rounded up.

    >>> [str(duration(timedelta(seconds=seconds))) for seconds in (0.2, 30, 90, 119.5, 121, 3600)]
    ['1 second', '30 seconds', '2 minutes', '2 minutes', '3 minutes', '60 minutes']
    """
    seconds = -(-length // timedelta(seconds=1))
    if seconds < 60:
        return number_of(seconds, "%(num)s second", "%(num)s seconds")
    return number_of(-(-seconds // 60), "%(num)s minute", "%(num)s minutes")


def _since(earlier: str, at: str) -> timedelta:
    return datetime.fromisoformat(at) - datetime.fromisoformat(earlier)
