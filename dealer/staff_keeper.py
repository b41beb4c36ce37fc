"""Stores the staff's register: commands in, events out, in the same book as the nights."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import takewhile
from threading import Lock
from typing import Any

from dealer.clock_jumps import NoteClock
from dealer.game.school import Grade
from dealer.staff import (
    CLOCK_SLACK,
    DELAYS_THAT_GROW,
    ChangePin,
    DismissStaff,
    EndOtherSessions,
    EndSession,
    EngageStaff,
    LinksLast,
    LockAfter,
    Member,
    NameDevice,
    PutSchoolAway,
    Register,
    Session,
    SignIn,
    TakeLesson,
    UnlockStaff,
    check_may_try,
    decide,
    evolve,
    member_called,
    read_staff_command,
)
from dealer.streams import Folded, Sender, StreamRules, StreamStore, now_utc
from events.book.book import Book
from events.common.house import STAFF
from events.frozen import Frozen
from events.records import MOST_CATCHING_UP, BookError, Recorded, moment_of

AFTER_THE_NIGHT = timedelta(hours=1)
"""A session lasts this long after the last open night was closed, for printing and signing; a night opened meanwhile
extends the evening.
"""

LOOK_AGAIN = timedelta(seconds=1)
"""How long a read is cached: every request needs it, and its effect comes an hour later."""

THE_SERVER = Sender(who="the terminal", device="the server")
"""The sender of what a server notes by itself, as of commands at its terminal."""

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


class _NothingToNote(Exception):
    """The clock has not jumped, or another server has noted it."""


def _unsalted(document: dict[str, Any]) -> dict[str, Any]:
    """A command without its hash, which has a new salt each time."""
    return {key: value for key, value in document.items() if key != "pin_hash"}


def _evolve(register: Register | None, events: Iterable[Recorded]) -> Register:
    return reduce(lambda now, row: evolve(now, row.event, row.at, row.device), events, register or Register())


STAFF_RULES: StreamRules[Register] = StreamRules(
    initial=Register(),
    read=lambda document, _: read_staff_command(document),
    decide=lambda register, command, deciding: decide(register or Register(), command, deciding.at),
    evolve=_evolve,
    compared=_unsalted,
)


class _Seen(Frozen, kw_only=False):
    open_nights: frozenset[str] = frozenset()
    over: tuple[datetime, ...] = ()
    position: int = 0
    looked_at: datetime = _LONG_AGO


class NightsOver:
    """Follows the nights of a book, reading each event once. Thread-safe.

    ``pause`` is how soon after the last close another night must open to extend the evening.
    """

    def __init__(self, book: Book, pause: timedelta) -> None:
        self._book = book
        self._pause = pause
        self._seen = _Seen()
        self._lock = Lock()

    def first_after(self, at: str, now: str) -> datetime | None:
        """The first close of the last open night after a time, if no other night followed.

        Until the pause is over another night may still follow. A demonstration night may have been closed hours ahead
        of the clock. Times are ISO 8601 in UTC.
        """
        seen, present = self._seen, datetime.fromisoformat(now)
        if not timedelta(0) <= present - seen.looked_at < LOOK_AGAIN:
            seen = self._up_to_date(present)
        over = seen.over
        place = bisect_right(over, datetime.fromisoformat(at))
        return over[place] if place < len(over) and over[place] <= present else None

    def _up_to_date(self, present: datetime) -> _Seen:
        with self._lock:
            seen = self._seen
            events, position = self._book.openings_and_closes(seen.position)
            open_nights, over = set(seen.open_nights), list(seen.over)
            for night, opened, at in events:
                moment = moment_of(at)
                if opened:
                    open_nights.add(night)
                    if moment and over and moment < over[-1] + self._pause:
                        del over[-1]
                elif night in open_nights:
                    open_nights.remove(night)
                    # Keep them in order, even if the clock was set back; forget those of a clock that was far ahead.
                    while moment and over and over[-1] - moment > MOST_CATCHING_UP:
                        over.pop()
                    over += [max([moment, *over[-1:]])] if moment and not open_nights else []
            seen = self._seen = _Seen(frozenset(open_nights), tuple(over), position, present)
            return seen


class StaffKeeper:
    """Stores the register in the book. Thread-safe; ``clock`` returns the current time, ISO 8601 in UTC."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._book = book
        self._stream = StreamStore(book, STAFF_RULES, clock)
        self._before_damage: Folded[Register] | None = None
        self.damage: BookError | None = None
        """What was wrong with the register when it was read last."""
        self._nights_over = NightsOver(book, AFTER_THE_NIGHT)
        self.clock = clock

    def register(self) -> Register:
        """The register as on disk; if it is damaged, as it was before the first damaged entry.

        Nothing is recorded in a damaged register.
        """
        try:
            register = self._stream.at(STAFF).state
        except BookError as error:
            if error.code != "book_damaged":
                raise
            self.damage = error
            return self._sound_part()
        self.damage = None
        return register

    def _sound_part(self) -> Register:
        head, known = self._book.head(STAFF), self._before_damage
        if head and (known is None or known.head != head):
            known = self._before_damage = Folded(_evolve(None, self._book.sound_events(STAFF)), head)
        return known.state if known else Register()

    def holder(self, session_hash: str, register: Register | None = None) -> Member | None:
        """The member who is signed in by a session's hash; ``None`` if it has ended.

        ``register`` is one that was just read, to save reading the book.
        """
        register = register or self.register()
        session = register.sessions.get(session_hash)
        return register.find(session.name) if session and self._stands(session) else None

    def sessions(self) -> list[Session]:
        """All current sessions, in the order they began."""
        return [session for session in self.register().sessions.values() if self._stands(session)]

    def session_ends_at(self, session: Session) -> datetime:
        """When a session ends by itself: after its longest time, or some time after its night.

        That is when the last open night was closed and no other night opened within that time.
        """
        over = self._nights_over.first_after(session.began_at, self.clock())
        return min(session.ends_at, over + AFTER_THE_NIGHT) if over else session.ends_at

    def engage(
        self,
        name: str,
        pin_hash: str,
        sender: Sender,
        command_id: str | None = None,
        *,
        first: bool = False,
        session_hash: str = "",
    ) -> None:
        """Add a member of the staff; the ``first`` only while there is nobody else."""
        document = {"do": EngageStaff.do, "name": name.strip(), "pin_hash": pin_hash, "first": first}
        self._execute(document | _session(session_hash), sender, command_id)

    def change_pin(
        self, name: str, pin_hash: str, sender: Sender, command_id: str | None = None, *, session_hash: str = ""
    ) -> None:
        """Change a member's PIN; a session begins with it, if given."""
        document = {"do": ChangePin.do, "name": name.strip(), "pin_hash": pin_hash}
        self._execute(document | _session(session_hash), sender, command_id)

    def dismiss(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Dismiss a member."""
        self._execute({"do": DismissStaff.do, "name": name.strip()}, sender, command_id)

    def unlock(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Let a locked name sign in again at once."""
        self._execute({"do": UnlockStaff.do, "name": name.strip()}, sender, command_id)

    def name_device(self, device: str, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Name a device."""
        self._execute({"do": NameDevice.do, "device": device, "name": name.strip()}, sender, command_id)

    def lock_after(self, minutes: int, sender: Sender, command_id: str | None = None) -> None:
        """Lock screens of the staff after so many minutes without a touch; never after 0."""
        self._execute({"do": LockAfter.do, "minutes": minutes}, sender, command_id)

    def links_last(self, hours: int, sender: Sender, command_id: str | None = None) -> None:
        """Let links last for so many hours after the close of their night; with 0 until then."""
        self._execute({"do": LinksLast.do, "hours": hours}, sender, command_id)

    def take_lesson(
        self, name: str, game: str, lesson: str, grade: Grade, sender: Sender, command_id: str | None = None
    ) -> None:
        """Record the grade of a member in a lesson; sent again with the same id, it is recorded once."""
        result = {"right": grade.right, "of": grade.of, "ms": grade.ms, "passed": grade.passed}
        document = {"do": TakeLesson.do, "name": name, "game": game, "lesson": lesson, **result}
        self._execute(document, sender, command_id)

    def put_school_away(self, name: str, sender: Sender) -> None:
        """Show the school to a member first no longer."""
        self._execute({"do": PutSchoolAway.do, "name": name}, sender, None)

    def sign_in(
        self, name: str, checked: str | None, sender: Sender, *, address: str = "", session_hash: str = ""
    ) -> bool:
        """Record a sign-in and return whether it succeeded; ``checked`` is the hash that the PIN matched, if any.

        A PIN that was changed since the check counts as wrong. Raises :class:`Refusal` and records nothing for an
        unknown name (``unknown_staff``) and while sign-in is locked (``sign_in_locked``).
        """

        def right(register: Register) -> dict[str, Any]:
            member = member_called(register, name)
            check_may_try(member, sender.device, at)
            fits = member.pin_hash == checked
            came_from = {"rules": DELAYS_THAT_GROW, "device": sender.device, "address": address}
            tried = {"do": SignIn.do, "name": name.strip(), "pin": "right" if fits else "wrong"}
            return tried | came_from | _session(session_hash if fits else "")

        at = self.clock()
        return bool(self._stream.execute(STAFF, right, sender, at=at).command.document["pin"] == "right")

    def note_clock(
        self, jump: Callable[[Register], tuple[str, str] | None], machine: str = ""
    ) -> tuple[str, str] | None:
        """Record a jump of the clock, and return the times before and after it; ``None`` if there is nothing to note.

        ``jump`` is called with the register of that moment. ``machine`` is as in the event.
        """
        noted: list[tuple[str, str]] = []

        def document(register: Register) -> dict[str, Any]:
            times = jump(register)
            if times is None:
                raise _NothingToNote
            noted[:] = [times]
            of_machine = {"machine": machine} if machine else {}
            return {"do": NoteClock.do, "before": times[0], "after": times[1], **of_machine}

        try:
            self._stream.execute(STAFF, document, THE_SERVER)
        except _NothingToNote:
            return None
        return noted[0]

    def end_session(self, session_hash: str, sender: Sender, command_id: str | None = None) -> None:
        """End a session early; raises :class:`Refusal` (``unknown_session``) if it has ended."""
        self._execute({"do": EndSession.do, "session": session_hash}, sender, command_id)

    def end_other_sessions(self, but: str, sender: Sender, command_id: str | None = None) -> None:
        """End all sessions but that of a hash ("" for all); raises :class:`Refusal` if there are none."""
        self._execute({"do": EndOtherSessions.do, "but": but}, sender, command_id)

    def _stands(self, session: Session) -> bool:
        """Whether it goes on; one that is still to begin is from a clock that was ahead."""
        now = datetime.fromisoformat(self.clock())
        return datetime.fromisoformat(session.began_at) - CLOCK_SLACK <= now < self.session_ends_at(session)

    def _execute(self, document: dict[str, Any], sender: Sender, command_id: str | None) -> None:
        self._stream.execute(STAFF, document, sender, command_id=command_id)


def _session(session_hash: str) -> dict[str, str]:
    return {"session": session_hash} if session_hash else {}


def device_names(book: Book, until: str | None = None) -> dict[str, str]:
    """The names of the staff's devices by id: now, or ``until`` a time (ISO 8601, UTC)."""
    events = takewhile(lambda recorded: until is None or recorded.at <= until, book.events(STAFF))
    return _evolve(None, events).device_names
