"""Watches the server's clock: a jump becomes an event of the staff's register, which the screens of the staff show."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from logging import getLogger
from pathlib import Path
from socket import gethostname
from threading import Lock

from dealer.clock_jumps import time_text
from dealer.staff import Register
from dealer.staff_keeper import StaffKeeper
from events.records import BookError

JUMP = timedelta(minutes=1)
"""Smaller steps are those of a clock that is kept right."""

STEP = timedelta(seconds=1)

LONG_PAUSE = timedelta(days=400)
"""A house that was closed for longer than a year is told to look at its clock."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_log = getLogger(__name__)


def seconds_passed() -> float:
    """Seconds that nobody can set, also while this machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def this_machine() -> str:
    """A name for this machine since its start, the same for all its servers, also in containers."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:
        boot = gethostname()
    return sha256(boot.encode()).hexdigest()[:12]


@contextmanager
def _unless_the_book_is_in_trouble() -> Iterator[None]:
    try:
        yield
    except BookError as error:
        _log.warning("a jump of the clock was not recorded: %s", error.why)


class ClockWatch:
    """Compares the clock of a ``keeper`` with the seconds that have passed. Thread-safe."""

    def __init__(
        self, keeper: StaffKeeper, passed: Callable[[], float] = seconds_passed, machine: str | None = None
    ) -> None:
        self._keeper = keeper
        self._passed = passed
        self._machine = machine or this_machine()
        self._lock = Lock()
        self._offset = self._offset_now()
        self._shift = timedelta(0)

    def begin(self) -> None:
        """Look at the clock at a start: whether it is before the register's latest time, or implausibly long after."""
        with _unless_the_book_is_in_trouble():
            register = self._keeper.register()
            self._shift = self._shift_of(register)
            latest, now = register.latest_time, self._keeper.clock()
            passed = datetime.fromisoformat(now) - datetime.fromisoformat(latest or now)
            if not -JUMP <= passed <= LONG_PAUSE:
                self._note(lambda _: (latest, now), "")

    def look(self) -> None:
        """Note a jump since the last look. It costs microseconds if there is none, and never raises."""
        if abs(self._offset_now() - self._offset) <= STEP:
            return
        with self._lock, _unless_the_book_is_in_trouble():
            if abs(self._offset_now() - self._offset) > JUMP:
                self._note(self._pending, self._machine)
                self._shift = self._shift_of(self._keeper.register())
            # Small steps do not add up to a jump.
            self._offset = self._offset_now()

    def _note(self, pending: Callable[[Register], tuple[str, str] | None], machine: str) -> None:
        jump = self._keeper.note_clock(pending, machine)
        if jump:
            _log.warning("the clock jumped from %s to %s", *jump)

    def _pending(self, register: Register) -> tuple[str, str] | None:
        """The times before and after a jump that the register does not have yet."""
        now = datetime.fromisoformat(self._keeper.clock())
        length = self._offset_now() - self._offset - (self._shift_of(register) - self._shift)
        return (time_text(now - length), time_text(now)) if abs(length) > JUMP else None

    def _shift_of(self, register: Register) -> timedelta:
        return register.clock_shifts.get(self._machine, timedelta(0))

    def _offset_now(self) -> timedelta:
        """What the clock shows beyond the seconds that have passed: the same until it is set."""
        return datetime.fromisoformat(self._keeper.clock()) - _EPOCH - timedelta(seconds=self._passed())
