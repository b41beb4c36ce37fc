"""The staff's stream as commands are held against it: who was signed in where, and since when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from math import inf

from msgspec.structs import replace

from dealer.clock_jumps import moved, time_text
from dealer.staff import same_name
from events.book.chain import Columns, StoredEvent
from events.book.event_types import decode
from events.common import house as events
from events.frozen import Frozen
from events.records import moment_of


class SignIn(Frozen, kw_only=False):
    """Somebody entered their PIN on a device, which let them act between two positions.

    ``times`` are when that was, by the clock of then and by the clock after each jump while they could act.
    """

    name: str
    device: str
    times: tuple[datetime, ...]
    begun: int
    ended: float = inf


class StaffOfBook:
    """The staff's stream as commands are held against it."""

    def __init__(self, rows: Sequence[Columns]) -> None:
        self.version = len(rows)
        self.sign_ins: list[SignIn] = []
        self.senders: dict[tuple[str, str], int] = {}
        self.keeps_sessions_from = inf
        sessions: dict[str, int] = {}
        for row in map(StoredEvent._make, rows):
            event, at, position = decode(row.kind, row.schema_version, row.body), moment_of(row.at), row.position
            if not isinstance(event, events.SignInRefused):
                self.senders.setdefault((row.who, row.device), position)
            match event:
                case events.SignedOut(session=session) if session in sessions:
                    self._end(sessions.pop(session), position)
                case events.StaffDismissed(name=name) | events.PinChanged(name=name):
                    for number, before in enumerate(self.sign_ins):
                        if before.name == same_name(name) and before.ended == inf:
                            self._end(number, position)
                case events.ClockJumped():
                    self._move(event)
            if isinstance(event, events.SignedIn | events.StaffEngaged | events.PinChanged) and at:
                if event.session:
                    sessions[event.session] = len(self.sign_ins)
                    self.keeps_sessions_from = min(self.keeps_sessions_from, position)
                if event.session or isinstance(event, events.SignedIn):
                    self.sign_ins.append(SignIn(same_name(event.name), row.device, (at,), position))

    def _end(self, number: int, position: int) -> None:
        self.sign_ins[number] = replace(self.sign_ins[number], ended=position)

    def _move(self, jump: events.ClockJumped) -> None:
        """Add the times of all who can act by the clock after a jump."""
        for number, before in enumerate(self.sign_ins):
            if before.ended == inf:
                now = moment_of(moved(time_text(before.times[-1]), jump))
                times = before.times if now is None or now in before.times else (*before.times, now)
                self.sign_ins[number] = replace(before, times=times)

    def signed_in(self, who: str, device: str, first: float, last: float) -> Iterator[SignIn]:
        """The sign-ins of somebody on a device that stood somewhere between two positions."""
        name = same_name(who)
        for sign_in in self.sign_ins:
            if (sign_in.name, sign_in.device) == (name, device) and sign_in.begun < last and sign_in.ended > first:
                yield sign_in
