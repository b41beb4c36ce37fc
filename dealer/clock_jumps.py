"""Jumps of the server's clock: the command that notes one, and what becomes of earlier times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated

from marshmallow import ValidationError
from marshmallow.fields import String

from dealer.commands.commands import Command, command
from dealer.commands.fields import Text
from dealer.commands.refusal import marked
from events.common.house import ClockJumped
from events.records import moment_of


def _time(value: str) -> None:
    if moment_of(value) is None:
        raise ValidationError(marked("a time must be in ISO 8601, in UTC"))


Time = Annotated[str, partial(String, validate=_time)]


@command("note_clock")
class NoteClock(Command):
    """Note that the server's clock jumped from a time to another; see :class:`events.common.house.ClockJumped`."""

    before: Time
    after: Time
    machine: Text = ""


def length_of(jump: ClockJumped) -> timedelta:
    """How far the clock jumped; negative if it went back."""
    return datetime.fromisoformat(jump.after) - datetime.fromisoformat(jump.before)


def moved(at: str, jump: ClockJumped) -> str:
    """A time of before a jump of the clock, by the clock after it.

    A server that ran on knows how much time has passed: times move with the clock, so sessions and waits are as old as
    before. At a start nobody knows: a time that is still to come becomes the present.
    """
    try:
        moment = datetime.fromisoformat(at)
        then = moment + length_of(jump) if jump.machine else min(moment, datetime.fromisoformat(jump.after))
    except (ValueError, OverflowError):
        return at
    return at if then == moment else time_text(then)


def trust_moved(at: str, jump: ClockJumped) -> str:
    """The same for the time since which a device is trusted: that may be of before the clock went wrong."""
    return moved(at, jump) if length_of(jump) > timedelta(0) or at > jump.after else at


def time_text(moment: datetime) -> str:
    """A time as a book stores it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
