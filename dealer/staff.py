"""The register of the staff: its commands, what they are decided into, and the members after each event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import dropwhile
from typing import Annotated, Any

from marshmallow import ValidationError
from marshmallow.fields import String
from marshmallow.validate import Length, Regexp
from msgspec import field
from msgspec.structs import replace

from dealer.clock_jumps import NoteClock, length_of, moved, trust_moved
from dealer.commands.commands import Command, by_word, command, read_one_of
from dealer.commands.fields import Flag, Text, TypedText, one_of, whole
from dealer.commands.refusal import Number, Refusal, marked, number_of
from events.common import house as events
from events.common.event import Event
from events.common.house import ClockJumped
from events.frozen import Frozen
from events.printable import is_printable, plain_text, without_joiners

LONGEST_NAME = 60
MOST_ADDRESS_CHARACTERS = 64

FIRST_RULES = 1
"""The rules of a sign-in without ``rules``: five wrong PINs lock a name for five minutes, on every device."""

DELAYS_THAT_GROW = 2
"""Each wrong PIN after the fifth makes the next wait longer; devices that a member has used count separately."""


def _name(value: str) -> None:
    if value != value.strip() or not 0 < len(value) <= LONGEST_NAME or not is_printable(value):
        raise ValidationError(marked("a name must be 1 to 60 printable characters"))


_session = Regexp(r"(?:[0-9a-f]{64})?\Z", error="a session is named by the SHA-256 hash of its id")
_address = Length(max=MOST_ADDRESS_CHARACTERS, error="the address is too long")

Name = Annotated[str, partial(TypedText, validate=_name)]
SessionHash = Annotated[str, partial(String, validate=_session)]
Address = Annotated[str, partial(String, validate=_address)]


@command("engage_staff")
class EngageStaff(Command):
    """Add a member of the staff; as the ``first`` member only while there is nobody."""

    name: Name
    pin_hash: Text
    first: Flag = False
    session: SessionHash = ""


@command("change_pin")
class ChangePin(Command):
    """Change a member's PIN; all their sessions end, and ``session`` begins, if given."""

    name: Name
    pin_hash: Text
    session: SessionHash = ""


@command("dismiss_staff")
class DismissStaff(Command):
    """Dismiss a member; the last one stays, or nobody could sign in."""

    name: Name


@command("sign_in")
class SignIn(Command):
    """Sign in with a PIN that the sender has already checked.

    ``rules`` is the version of the rules for delays after wrong PINs. ``device`` and ``address`` (IP, "" if unknown)
    say where the attempt comes from. If the PIN was right, ``session`` begins, where it is given.
    """

    name: Name
    pin: Annotated[str, one_of("right", "wrong")]
    rules: Annotated[int, whole(FIRST_RULES, DELAYS_THAT_GROW)] = FIRST_RULES
    device: str = ""
    address: Address = ""
    session: SessionHash = ""


@command("end_session")
class EndSession(Command):
    """End a session early."""

    session: SessionHash


@command("end_other_sessions")
class EndOtherSessions(Command):
    """End all sessions except ``but``; all of them if that is empty."""

    but: SessionHash = ""


@command("unlock_staff")
class UnlockStaff(Command):
    """Forget the wrong PINs of a name, so that it can sign in again at once."""

    name: Name


@command("name_device")
class NameDevice(Command):
    """Rename a device that a member has used."""

    name: Name
    device: Text


LOCK_AFTER_MINUTES = 10
"""After so many minutes without a touch a screen locks in a house with roles; elsewhere it does not."""

MOST_LOCK_MINUTES = 480


@command("lock_after")
class LockAfter(Command):
    """Lock screens of the staff after so many minutes without a touch; never after 0."""

    minutes: Annotated[int, whole(0, MOST_LOCK_MINUTES)]


LINKS_LAST_HOURS = 12
"""So long after its night was closed a link ends, unless the house chose: settlements can wait for the morning."""

MOST_LINKS_HOURS = 168


@command("links_last")
class LinksLast(Command):
    """Let boards and players' pages be read for so many hours after the close of their night; with 0 until then."""

    hours: Annotated[int, whole(0, MOST_LINKS_HOURS)]


MOST_ANSWERS = 1_000
LONGEST_LESSON_MS = 24 * 60 * 60 * 1_000


@command("take_lesson")
class TakeLesson(Command):
    """Record what a member did in a lesson of the school, as it was graded."""

    name: Name
    game: Text
    lesson: Text
    right: Annotated[int, whole(0, MOST_ANSWERS)]
    of: Annotated[int, whole(1, MOST_ANSWERS)]
    ms: Annotated[int, whole(0, LONGEST_LESSON_MS)]
    passed: Flag = False


@command("put_school_away")
class PutSchoolAway(Command):
    """Show the school to a member first no longer."""

    name: Name


FREE_TRIES = 5
"""So many wrong PINs in a row cause no delay."""

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(days=1)
"""Wrong PINs are forgotten after this time without another."""

CLOCK_SLACK = timedelta(minutes=1)
"""An attempt may have a time this much before the last one's: it read the clock first and came second."""

_MOST_DOUBLINGS = 20


def wait_after(wrong: int, free: int = FREE_TRIES) -> timedelta:
    """The delay of the next attempt after so many wrong ones.

    >>> [str(wait_after(wrong)) for wrong in (4, 5, 6, 7, 11, 12, 500)]
    ['0:00:00', '0:00:30', '0:01:00', '0:02:00', '0:32:00', '1:00:00', '1:00:00']
    """
    if wrong < free:
        return timedelta(0)
    doubled: int = 2 ** min(wrong - free, _MOST_DOUBLINGS)
    return min(LONGEST_WAIT, FIRST_WAIT * doubled)


class WrongPins(Frozen):
    """Wrong PINs in a row: their number, and the times of the first and last (ISO 8601 in UTC)."""

    count: int = 0
    first_at: str = ""
    last_at: str = ""

    def and_one_more(self, at: str) -> WrongPins:
        """These and another at a time; forgotten ones are left out."""
        if not self.count_at(at):
            return WrongPins(count=1, first_at=at, last_at=at)
        return WrongPins(count=self.count + 1, first_at=self.first_at, last_at=at)

    def count_at(self, at: str) -> int:
        """How many of them are not forgotten at a time."""
        return self.count if self.count and _since(self.last_at, at) < FORGOTTEN_AFTER else 0

    def wait_at(self, at: str) -> timedelta:
        """The remaining delay of the next attempt at a time; never longer than the whole delay.

        If the clock was set back since the last wrong PIN, the rest of the delay is unknown. It then ends: setting the
        clock gains a single attempt, and no lock lasts until the clock catches up.
        """
        wait, passed = wait_after(self.count_at(at)), _since(self.last_at, at) if self.count else timedelta(0)
        if passed < -CLOCK_SLACK:
            return timedelta(0)
        return max(timedelta(0), min(wait, wait - passed))


def duration(length: timedelta) -> Number:
    """A duration in words, rounded up.

    >>> [str(duration(timedelta(seconds=seconds))) for seconds in (0.2, 30, 90, 119.5, 121, 3600)]
    ['1 second', '30 seconds', '2 minutes', '2 minutes', '3 minutes', '60 minutes']
    """
    seconds = -(-length // timedelta(seconds=1))
    if seconds < 60:
        return number_of(seconds, "%(num)s second", "%(num)s seconds")
    return number_of(-(-seconds // 60), "%(num)s minute", "%(num)s minutes")


def _since(earlier: str, at: str) -> timedelta:
    return datetime.fromisoformat(at) - datetime.fromisoformat(earlier)


SESSION_LASTS = timedelta(hours=16)
"""The longest session: the longest night and the cleaning up."""

TRUSTED_FOR = timedelta(days=30)
"""A device is trusted for this long after a member's last right PIN on it."""

TRUSTED_TRIES = 15
"""After so many wrong PINs since the last right one, at any pace, a device is no longer trusted."""

MOST_TRUSTED = 20
"""The most trusted devices of a name: those with the latest right PINs."""

ADDRESSES_KEPT = 4
"""The register stores this many of the last addresses that guessed at a name."""

WRONG_PINS = 5
"""So many wrong PINs in a row lock a name, by the first rules."""

LOCKED_FOR = timedelta(minutes=5)
"""How long, by the first rules."""


def same_name(name: str) -> str:
    """A name for comparison: without case and surrounding spaces."""
    return without_joiners(plain_text(name)).strip().casefold()


class TrustedDevice(Frozen):
    """A device on which a member has signed in: the last time, and the wrong PINs under their name there.

    ``since_right`` counts all wrong PINs since the last right one, including forgotten ones.
    """

    signed_in_at: str
    wrong: WrongPins = WrongPins()
    since_right: int = 0


class Member(Frozen):
    """A member of the staff. ``pin_since`` is the number of the event that set their PIN.

    ``guessed`` are the wrong PINs under their name from devices on which they have not signed in, and ``guessed_from``
    the last addresses of those. ``trusted`` are the devices on which they have signed in, by id: each has a count of
    its own, which strangers' guesses do not affect.

    ``wrong_pins`` and ``locked_at`` are the lock of the first rules, which decide sign-ins of older books.
    """

    name: str
    pin_hash: str
    pin_since: int
    guessed: WrongPins = WrongPins()
    guessed_from: tuple[str, ...] = ()
    trusted: dict[str, TrustedDevice] = field(default_factory=dict)
    wrong_pins: int = 0
    locked_at: str | None = None

    def trusts(self, device: str, at: str) -> bool:
        """Whether they signed in on a device lately."""
        known = self.trusted.get(device)
        return known is not None and _time(at) < _time(known.signed_in_at) + TRUSTED_FOR

    def wrong_on(self, device: str, at: str) -> WrongPins:
        """The wrong PINs that count for a device: its own if it is trusted, else those of all strangers."""
        return self.trusted[device].wrong if self.trusts(device, at) else self.guessed

    def is_guessed_at(self, at: str) -> bool:
        """Whether there are so many wrong PINs from strange devices that those have to wait."""
        return self.guessed.count_at(at) >= FREE_TRIES

    def is_held_up(self, at: str) -> bool:
        """Whether wrong PINs delay strange devices, or a trusted device."""
        return any(
            wrong.wait_at(at)
            for wrong in (self.guessed, *(trusted_device.wrong for trusted_device in self.trusted.values()))
        )


class Session(Frozen):
    """A session: the name, the device and the beginning. It is identified by the hash of its id."""

    hash: str
    name: str
    device: str
    began_at: str

    @property
    def short_name(self) -> str:
        """A short name for people."""
        return self.hash[:8]

    @property
    def ends_at(self) -> datetime:
        """When it ends by itself."""
        return _time(self.began_at) + SESSION_LASTS


class Device(Frozen):
    """A device that a member has used: its name ("" for none), and the last use."""

    id: str
    name: str = ""
    at: str = ""

    @property
    def called(self) -> str:
        """Its name, or else its id."""
        return self.name or self.id


class Taken(Frozen):
    """How a member stands in a lesson: their best result, whether they passed it, and how often they took it.

    ``ms`` is the shortest time among the best results.
    """

    right: int
    of: int
    ms: int
    passed: bool
    times: int = 1

    def with_another(self, taken: events.LessonTaken) -> Taken:
        """The standing after the lesson was taken again."""
        better = (taken.right * self.of, -taken.ms) > (self.right * taken.of, -self.ms)
        best = taken if better else self
        return Taken(right=best.right, of=best.of, ms=best.ms, passed=self.passed or taken.passed, times=self.times + 1)


class Schooling(Frozen):
    """What a member did in the school: by game and lesson. ``put_away`` says that it is not shown first."""

    lessons: dict[tuple[str, str], Taken] = field(default_factory=dict)
    put_away: bool = False

    def passed(self, game: str, lesson: str) -> bool:
        """Whether they passed a lesson."""
        taken = self.lessons.get((game, lesson))
        return taken is not None and taken.passed

    def after(self, event: events.LessonTaken | events.SchoolPutAway) -> Schooling:
        """The schooling after an event."""
        if isinstance(event, events.SchoolPutAway):
            return replace(self, put_away=True)
        key = (event.game, event.lesson)
        before = self.lessons.get(key)
        first = Taken(right=event.right, of=event.of, ms=event.ms, passed=event.passed)
        return replace(self, lessons={**self.lessons, key: before.with_another(event) if before else first})


class Register(Frozen):
    """The current staff by comparable name. ``events`` counts all events.

    ``devices`` are those that members have used, by id, in order of first use; ``sessions`` are those that have not
    been ended by anybody, a new PIN or a dismissal, by hash. ``unlocks`` counts the unlocks. ``lock_minutes`` is after
    how many minutes without a touch screens lock, ``None`` until somebody chose;
    ``links_hours`` is for how many hours links last after the close, likewise. ``dismissed`` are the comparable names
    of former members. ``school`` is what members did in the school, by comparable name. ``last_at`` is the time of the
    last event, ``clock_jump`` the clock's last jump, and ``clock_shifts`` how far it has jumped in all, by machine.
    """

    members: dict[str, Member] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    events: int = 0
    unlocks: int = 0
    lock_minutes: int | None = None
    links_hours: int | None = None
    dismissed: frozenset[str] = frozenset()
    school: dict[str, Schooling] = field(default_factory=dict)
    last_at: str = ""
    clock_jump: ClockJumped | None = None
    clock_shifts: dict[str, timedelta] = field(default_factory=dict)

    @property
    def device_names(self) -> dict[str, str]:
        """The names of named devices, by id."""
        return {device.id: device.name for device in self.devices.values() if device.name}

    def find(self, name: str) -> Member | None:
        """The member with a name, or ``None``."""
        return self.members.get(same_name(name))

    @property
    def latest_time(self) -> str:
        """The latest time in it, which its clock has shown; "" if it has no events."""
        times = [self.last_at, *(session.began_at for session in self.sessions.values())]
        for member in self.members.values():
            trusted = member.trusted.values()
            times += [member.guessed.last_at, *(device.signed_in_at for device in trusted)]
            times += [device.wrong.last_at for device in trusted]
        return max(filter(None, times), key=_time, default="")

    def schooling(self, name: str) -> Schooling:
        """What the member with a name did in the school."""
        return self.school.get(same_name(name), Schooling())


def decide(register: Register, command: Command, at: str) -> tuple[Event, ...]:
    """The events of a command at a time (ISO 8601 in UTC); raises :class:`Refusal`. Changes nothing."""
    return _DECIDERS[type(command)](register, command, at)


def member_called(register: Register, name: str) -> Member:
    """The member with a name; raises :class:`Refusal` (``unknown_staff``)."""
    if not name.strip():
        raise Refusal("unknown_staff", "Enter the name of someone on the staff.")
    member = register.find(name)
    if member is None:
        raise Refusal("unknown_staff", "Nobody on the staff is called %(name)s.", name=name.strip()[:LONGEST_NAME])
    return member


def check_may_try(member: Member, device: str, at: str) -> None:
    """Refuse (``sign_in_locked``) a sign-in while wrong PINs delay it on this device."""
    wrong = member.wrong_on(device, at)
    wait = wrong.wait_at(at)
    if not wait:
        return
    where = marked("%(wrong)s for %(name)s on this device. Try again in %(wait)s, or ask a dealer to unlock the name.")
    if not member.trusts(device, at):
        where = marked(
            "%(wrong)s for %(name)s from new devices such as this one. Try again in %(wait)s, or ask a "
            "dealer to unlock the name. A device on which %(name)s has signed in before works at once."
        )
    came = number_of(wrong.count_at(at), "%(num)s wrong PIN", "%(num)s wrong PINs")
    raise Refusal("sign_in_locked", where, wrong=came, name=member.name, wait=duration(wait))


def evolve(before: Register, event: Event, at: str, device: str) -> Register:
    """The register after an event at a time from a device."""
    unlocks = before.unlocks + isinstance(event, events.SignInUnlocked)
    after = replace(before, events=before.events + 1, unlocks=unlocks, last_at=at)
    if isinstance(event, ClockJumped):
        return _after_jump(after, event)
    if isinstance(event, events.DeviceNamed):
        named = replace(before.devices[event.device], name=event.name)
        return replace(after, devices={**before.devices, event.device: named})
    if isinstance(event, events.LockChosen):
        return replace(after, lock_minutes=event.minutes)
    if isinstance(event, events.LinksTimeChosen):
        return replace(after, links_hours=event.hours)
    name: str = getattr(event, "name", "")
    if not isinstance(event, events.SignInRefused):
        used = before.devices.get(device, Device(id=device))
        after = replace(after, devices={**before.devices, device: replace(used, at=at)})
    if isinstance(event, events.SignedOut):
        return replace(
            after, sessions={key: session for key, session in before.sessions.items() if key != event.session}
        )
    key = same_name(name)
    if isinstance(event, events.LessonTaken | events.SchoolPutAway):
        return replace(after, school={**before.school, key: before.schooling(name).after(event)})
    member = _member_after(before.members.get(key), event, at, device, after.events)
    members = {other: known for other, known in before.members.items() if other != key}
    dismissed = before.dismissed - {key} if member else before.dismissed | {key}
    school = before.school if member else {other: done for other, done in before.school.items() if other != key}
    after = replace(after, members=members | ({key: member} if member else {}), dismissed=dismissed, school=school)
    return replace(after, sessions=_sessions_after(before.sessions, event, at, device))


def _after_jump(before: Register, jump: ClockJumped) -> Register:
    sessions = {
        key: replace(session, began_at=moved(session.began_at, jump)) for key, session in before.sessions.items()
    }
    members = {key: _moved_member(member, jump) for key, member in before.members.items()}
    shifts = before.clock_shifts
    if jump.machine:
        shifts = {**shifts, jump.machine: shifts.get(jump.machine, timedelta(0)) + length_of(jump)}
    return replace(before, sessions=sessions, members=members, clock_jump=jump, clock_shifts=shifts)


def _moved_member(member: Member, jump: ClockJumped) -> Member:
    def moved_pins(wrong: WrongPins) -> WrongPins:
        if not wrong.count:
            return wrong
        return replace(wrong, first_at=moved(wrong.first_at, jump), last_at=moved(wrong.last_at, jump))

    trusted = {
        key: replace(known, signed_in_at=trust_moved(known.signed_in_at, jump), wrong=moved_pins(known.wrong))
        for key, known in member.trusted.items()
    }
    return replace(member, trusted=trusted, guessed=moved_pins(member.guessed))


def _member_after(before: Member | None, event: Event, at: str, device: str, number: int) -> Member | None:
    """A member after an event about them, number ``number`` of the register; ``None`` after a dismissal."""
    here = {device: TrustedDevice(signed_in_at=at)}
    match event:
        case events.StaffEngaged() if before is None:
            trusted = here if event.session else {}
            return Member(name=event.name, pin_hash=event.pin_hash, pin_since=number, trusted=trusted)
        case events.PinChanged() if before:
            trusted = here if event.session else {}
            return Member(name=before.name, pin_hash=event.pin_hash, pin_since=number, trusted=trusted)
        case events.StaffDismissed() if before:
            return None
        case events.SignInUnlocked() if before:
            trusted = {device: replace(known, wrong=WrongPins()) for device, known in before.trusted.items()}
            forgotten = replace(before, guessed=WrongPins(), guessed_from=(), trusted=trusted)
            return replace(forgotten, wrong_pins=0, locked_at=None)
        case events.SignedIn() if before:
            return replace(_after_a_right_pin(before, at, device), wrong_pins=0, locked_at=None)
        case events.SignInRefused() if before:
            return _locked_by_the_first_rules(_after_a_wrong_pin(before, at, device, event.address), at)
        case _:
            what = type(event).__name__
            raise AssertionError(f"the register has no place for a {what} of {getattr(event, 'name', '') or 'nobody'}")


def _sessions_after(before: dict[str, Session], event: Event, at: str, device: str) -> dict[str, Session]:
    match event:
        case events.StaffDismissed() | events.PinChanged():
            whose = same_name(event.name)
            kept = {key: session for key, session in before.items() if same_name(session.name) != whose}
        case events.SignedIn():
            # They are in the order they began, so expired sessions come first.
            kept = dict(dropwhile(lambda item: item[1].ends_at <= _time(at), before.items()))
        case _:
            kept = before
    if isinstance(event, events.SignedIn | events.PinChanged | events.StaffEngaged) and event.session:
        return {**kept, event.session: Session(hash=event.session, name=event.name, device=device, began_at=at)}
    return kept


def _after_a_right_pin(member: Member, at: str, device: str) -> Member:
    """Forget the wrong PINs of this trusted device, or of all strangers if it was not trusted."""
    others = [(key, known) for key, known in member.trusted.items() if key != device]
    newest = sorted(others, key=lambda item: item[1].signed_in_at)[1 - MOST_TRUSTED :]
    trusted = {**dict(newest), device: TrustedDevice(signed_in_at=at)}
    if member.trusts(device, at):
        return replace(member, trusted=trusted)
    return replace(member, trusted=trusted, guessed=WrongPins(), guessed_from=())


def _after_a_wrong_pin(member: Member, at: str, device: str, address: str) -> Member:
    if not member.trusts(device, at):
        known = member.guessed_from if member.guessed.count_at(at) else ()
        addresses = (*(earlier for earlier in known if earlier != address), *([address] if address else []))
        return replace(member, guessed=member.guessed.and_one_more(at), guessed_from=addresses[-ADDRESSES_KEPT:])
    now = member.trusted[device]
    now = replace(now, wrong=now.wrong.and_one_more(at), since_right=now.since_right + 1)
    others = {other: known for other, known in member.trusted.items() if other != device}
    return replace(member, trusted=others if now.since_right >= TRUSTED_TRIES else {**others, device: now})


def _locked_by_the_first_rules(member: Member, at: str) -> Member:
    wrong = member.wrong_pins + 1
    if wrong < WRONG_PINS:
        return replace(member, wrong_pins=wrong)
    return replace(member, wrong_pins=0, locked_at=at)


def _engage(register: Register, command: EngageStaff, _: str) -> tuple[Event, ...]:
    if command.first and register.members:
        raise Refusal("already_done", "There is already a dealer. Sign in.")
    if register.find(command.name):
        raise Refusal("already_done", "%(name)s is already on the staff.", name=command.name)
    return (events.StaffEngaged(name=command.name, pin_hash=command.pin_hash, session=command.session),)


def _change_pin(register: Register, command: ChangePin, _: str) -> tuple[Event, ...]:
    name = member_called(register, command.name).name
    return (events.PinChanged(name=name, pin_hash=command.pin_hash, session=command.session),)


def _dismiss(register: Register, command: DismissStaff, _: str) -> tuple[Event, ...]:
    member = member_called(register, command.name)
    if len(register.members) == 1:
        raise Refusal(
            "not_allowed_here", "%(name)s is the last of the staff. Add another dealer first.", name=member.name
        )
    return (events.StaffDismissed(name=member.name),)


def _sign_in(register: Register, command: SignIn, at: str) -> tuple[Event, ...]:
    member = member_called(register, command.name)
    if command.rules >= DELAYS_THAT_GROW:
        check_may_try(member, command.device, at)
    elif member.locked_at is not None and _time(at) < _time(member.locked_at) + LOCKED_FOR:
        raise Refusal(
            "sign_in_locked", "%(wrong)s wrong PINs in a row: %(name)s is locked.", wrong=WRONG_PINS, name=member.name
        )
    if command.pin == "right":
        return (events.SignedIn(name=member.name, session=command.session),)
    return (events.SignInRefused(name=member.name, address=command.address),)


def _end_session(register: Register, command: EndSession, _: str) -> tuple[Event, ...]:
    ended = register.sessions.get(command.session)
    if ended is None:
        raise Refusal("unknown_session", "That session has already ended.")
    return (events.SignedOut(name=ended.name, session=ended.hash),)


def _end_other_sessions(register: Register, command: EndOtherSessions, _: str) -> tuple[Event, ...]:
    others = [session for session in register.sessions.values() if session.hash != command.but]
    if not others:
        raise Refusal("unknown_session", "There are no other sessions.")
    return tuple(events.SignedOut(name=session.name, session=session.hash) for session in others)


def _unlock(register: Register, command: UnlockStaff, _: str) -> tuple[Event, ...]:
    return (events.SignInUnlocked(name=member_called(register, command.name).name),)


def _name_device(register: Register, command: NameDevice, _: str) -> tuple[Event, ...]:
    if command.device not in register.devices:
        raise Refusal(
            "unknown_device", "Nobody has signed in on device %(device)s.", device=command.device[:LONGEST_NAME]
        )
    for device in register.devices.values():
        if device.id != command.device and same_name(command.name) in (same_name(device.name), same_name(device.id)):
            raise Refusal("already_done", "Another device is already called %(name)s.", name=device.called)
    return (events.DeviceNamed(device=command.device, name=command.name),)


def _lock_after(register: Register, command: LockAfter, _: str) -> tuple[Event, ...]:
    return (events.LockChosen(minutes=command.minutes),)


def _links_last(register: Register, command: LinksLast, _: str) -> tuple[Event, ...]:
    return (events.LinksTimeChosen(hours=command.hours),)


def _take_lesson(register: Register, command: TakeLesson, _: str) -> tuple[Event, ...]:
    name = member_called(register, command.name).name
    if command.right > command.of:
        raise Refusal("bad_input", "More answers are right than were given.")
    return (
        events.LessonTaken(
            name=name,
            game=command.game,
            lesson=command.lesson,
            right=command.right,
            of=command.of,
            ms=command.ms,
            passed=command.passed,
        ),
    )


def _put_school_away(register: Register, command: PutSchoolAway, _: str) -> tuple[Event, ...]:
    return (events.SchoolPutAway(name=member_called(register, command.name).name),)


def _note_clock(_: Register, command: NoteClock, at: str) -> tuple[Event, ...]:
    return (ClockJumped(before=command.before, after=command.after, machine=command.machine),)


Decider = Callable[[Register, Any, str], tuple[Event, ...]]

_DECIDERS: dict[type[Command], Decider] = {
    EngageStaff: _engage,
    ChangePin: _change_pin,
    DismissStaff: _dismiss,
    SignIn: _sign_in,
    EndSession: _end_session,
    EndOtherSessions: _end_other_sessions,
    UnlockStaff: _unlock,
    NameDevice: _name_device,
    LockAfter: _lock_after,
    LinksLast: _links_last,
    TakeLesson: _take_lesson,
    PutSchoolAway: _put_school_away,
    NoteClock: _note_clock,
}

_COMMANDS = by_word(*_DECIDERS)


def read_staff_command(document: object) -> Command:
    """Load a JSON document as a command to the register; raises :class:`Refusal` (``bad_input``)."""
    return read_one_of(document, _COMMANDS, Refusal("bad_input", "That is not a command for the staff register."))


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
