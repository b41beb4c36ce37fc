"""The times of a night checked: each is one, and none is before the one before it."""

from __future__ import annotations

from dealer.rules_version import TIMES_IN_ORDER
from dealer.verification.inspection import Check, Finding, Progress, Rows, at_command
from events.facts.night import NightOpened
from events.times import is_before, moment_of


def check_times(rows: Rows, tell: Progress) -> Finding | None:
    """Whether each command's time is one, and in a night that keeps its times in order not before the last one's.

    A fact has the time of its command: :mod:`dealer.verification.chains` sees to that.
    """
    in_order = _keeps_order(rows)
    opened = last = ""
    for number, row in enumerate(rows.commands, start=1):
        at = row["at"]
        what = "" if moment_of(at) else f"its time is none: '{at}'"
        if not what and in_order and is_before(at, opened):
            what = f"it was given at {at}, before the night was opened at {opened}"
        elif not what and in_order and is_before(at, last):
            what = f"it was given at {at}, before the command before it, of {last}"
        if what:
            return at_command(TIMES.name, number, row["version_before"], what)
        opened, last = opened or at, at
        tell(1)
    return None


def _keeps_order(rows: Rows) -> bool:
    """Whether the program that opened the night kept its times in order, whatever the machine's clock did."""
    first = rows.recorded[0].fact if rows.recorded else None
    return isinstance(first, NightOpened) and first.rules >= TIMES_IN_ORDER


TIMES = Check(
    name="times",
    says="every command has a time, and none is before the opening or before the command before it",
    things="commands",
    look=check_times,
)
