"""The register of the staff: who may touch the table, and what their devices are called. Pure, as a night is.

A PIN never comes here. The hash of a new one is made at the door, and a sign-in says whether the PIN was the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Annotated, Any, ClassVar

from marshmallow import Schema, ValidationError
from marshmallow.fields import String

from dealer.fields import Flag, Text, one_of
from dealer.refusal import Refusal
from dealer.wording import counted
from events import staff as facts
from events.fact import Fact
from events.schema import first_problem, schema_for

WRONG_PINS = 5
"""So many wrong PINs in a row lock a name."""

LOCKED_FOR = timedelta(minutes=5)
LONGEST_NAME = 60


def _name(value: str) -> None:
    if value != value.strip() or not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
        raise ValidationError(f"a name is 1 to {LONGEST_NAME} characters that can be printed")


Name = Annotated[str, partial(String, validate=_name)]


def same_name(name: str) -> str:
    """A name as it is compared: without regard to case and to spaces around it."""
    return name.strip().casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffCommand:
    """The base of the commands to the register; ``do`` is its word."""

    do: ClassVar[str]

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class EngageStaff(StaffCommand):
    """Make somebody one of the staff; who comes as the first is not taken when there is anybody."""

    do = "engage_staff"

    pin_hash: Text
    first: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePin(StaffCommand):
    """Give one of the staff another PIN; whoever is signed in with the old one is so no longer."""

    do = "change_pin"

    pin_hash: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissStaff(StaffCommand):
    """Dismiss one of the staff; the last one stays, or nobody could let anybody in."""

    do = "dismiss_staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn(StaffCommand):
    """Sign in, with a PIN that was looked at by whoever sends this."""

    do = "sign_in"

    pin: Annotated[str, one_of("right", "wrong")]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlockStaff(StaffCommand):
    """Let a locked name sign in again at once."""

    do = "unlock_staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class NameDevice(StaffCommand):
    """Give a device another name: one on which one of the staff has been."""

    do = "name_device"

    device: Text


_COMMANDS: dict[str, type[StaffCommand]] = {
    one.do: one for one in (EngageStaff, ChangePin, DismissStaff, SignIn, UnlockStaff, NameDevice)
}


@cache
def _schema(do: str) -> Schema:
    return schema_for(_COMMANDS[do])


def read_staff_command(document: object) -> StaffCommand:
    """A JSON document as a command to the register; :class:`Refusal` (``bad_input``) where it does not read."""
    if not isinstance(document, dict) or document.get("do") not in _COMMANDS:
        raise Refusal("bad_input", "The register of the staff knows no such command.")
    do = document["do"]
    try:
        read: StaffCommand = _schema(do).load({key: value for key, value in document.items() if key != "do"})
    except ValidationError as error:
        raise Refusal("bad_input", f"{do}: {first_problem(error)}.") from None
    return read


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of the staff. ``pin_since`` is the number of the fact that set his PIN: a session names it, and ends with it.

    ``wrong_pins`` counts those in a row; ``locked_at`` is when the last of them locked his name, ISO 8601 in UTC.
    """

    name: str
    pin_hash: str
    pin_since: int
    wrong_pins: int = 0
    locked_at: str | None = None

    def locked_for(self, at: str) -> timedelta:
        """How long his name stays locked, seen from a time; nothing where it is not locked."""
        if self.locked_at is None:
            return timedelta(0)
        return max(timedelta(0), _time(self.locked_at) + LOCKED_FOR - _time(at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device on which one of the staff has been: what it is called, "" for nothing, and when it was used last."""

    id: str
    name: str = ""
    at: str = ""

    @property
    def called(self) -> str:
        """Its name, and without one its id."""
        return self.name or self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """The staff as they stand: who is engaged, by the name as it is compared. ``facts`` counts all that happened.

    ``devices`` are those on which one of them has been, by their ids, in the order in which they first came.
    """

    members: dict[str, Member] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    facts: int = 0

    @property
    def device_names(self) -> dict[str, str]:
        """What the devices that have a name are called, by their ids."""
        return {one.id: one.name for one in self.devices.values() if one.name}

    def find(self, name: str) -> Member | None:
        """The one of the staff who bears a name."""
        return self.members.get(same_name(name))


def decide(register: Register, command: StaffCommand, at: str) -> tuple[Fact, ...]:
    """The facts that a command makes at a time (ISO 8601 in UTC); raises :class:`Refusal`, and changes nothing."""
    return _DECIDERS[type(command)](register, command, at)


def member_called(register: Register, name: str) -> Member:
    """The one of the staff who bears a name; :class:`Refusal` (``unknown_staff``) where nobody does."""
    member = register.find(name)
    if member is None:
        raise Refusal("unknown_staff", f"Nobody called {name.strip()[:LONGEST_NAME]} is one of the staff.")
    return member


def check_unlocked(member: Member, at: str) -> None:
    """Refuse (``sign_in_locked``) while too many wrong PINs keep a name from signing in."""
    left = member.locked_for(at)
    if left:
        minutes = -(-left // timedelta(minutes=1))
        raise Refusal(
            "sign_in_locked",
            f"{WRONG_PINS} wrong PINs in a row: {member.name} can sign in again in "
            f"{counted(minutes, 'minute')}, or when somebody unlocks the name.",
        )


def evolve(before: Register, fact: Fact, at: str, device: str) -> Register:
    """The register after one fact of a time, which came from a device."""
    count = before.facts + 1
    if isinstance(fact, facts.DeviceNamed):
        named = replace(before.devices[fact.device], name=fact.name)
        return replace(before, devices={**before.devices, fact.device: named}, facts=count)
    name: str = getattr(fact, "name", "")
    key = same_name(name)
    member = before.members.get(key)
    match fact:
        case facts.StaffEngaged() if member is None:
            after: Member | None = Member(name=name, pin_hash=fact.pin_hash, pin_since=count)
        case facts.PinChanged() if member:
            after = Member(name=member.name, pin_hash=fact.pin_hash, pin_since=count)
        case facts.StaffDismissed() if member:
            after = None
        case facts.SignedIn() | facts.SignInUnlocked() if member:
            after = replace(member, wrong_pins=0, locked_at=None)
        case facts.SignInRefused() if member:
            after = _after_a_wrong_pin(member, at)
        case _:
            raise AssertionError(f"the register has no place for a {type(fact).__name__} of {name or 'nobody'}")
    members = {other: one for other, one in before.members.items() if other != key}
    devices = before.devices
    if not isinstance(fact, facts.SignInRefused):
        used = before.devices.get(device, Device(id=device))
        devices = {**before.devices, device: replace(used, at=at)}
    return Register(members=members | ({key: after} if after else {}), devices=devices, facts=count)


def evolve_all(before: Register, made: Iterable[Fact], at: str, device: str) -> Register:
    """The register after several facts of one time and device."""
    for fact in made:
        before = evolve(before, fact, at, device)
    return before


def _after_a_wrong_pin(member: Member, at: str) -> Member:
    wrong = member.wrong_pins + 1
    if wrong < WRONG_PINS:
        return replace(member, wrong_pins=wrong)
    return replace(member, wrong_pins=0, locked_at=at)


def _engage(register: Register, asked: EngageStaff, _: str) -> tuple[Fact, ...]:
    if asked.first and register.members:
        raise Refusal("already_done", "There is staff already: sign in.")
    if register.find(asked.name):
        raise Refusal("already_done", f"{asked.name} is one of the staff already.")
    return (facts.StaffEngaged(name=asked.name, pin_hash=asked.pin_hash),)


def _change_pin(register: Register, asked: ChangePin, _: str) -> tuple[Fact, ...]:
    return (facts.PinChanged(name=member_called(register, asked.name).name, pin_hash=asked.pin_hash),)


def _dismiss(register: Register, asked: DismissStaff, _: str) -> tuple[Fact, ...]:
    member = member_called(register, asked.name)
    if len(register.members) == 1:
        raise Refusal("not_allowed_here", f"{member.name} is the last of the staff; engage somebody else first.")
    return (facts.StaffDismissed(name=member.name),)


def _sign_in(register: Register, asked: SignIn, at: str) -> tuple[Fact, ...]:
    member = member_called(register, asked.name)
    check_unlocked(member, at)
    return (facts.SignedIn(name=member.name) if asked.pin == "right" else facts.SignInRefused(name=member.name),)


def _unlock(register: Register, asked: UnlockStaff, _: str) -> tuple[Fact, ...]:
    return (facts.SignInUnlocked(name=member_called(register, asked.name).name),)


def _name_device(register: Register, asked: NameDevice, _: str) -> tuple[Fact, ...]:
    if asked.device not in register.devices:
        raise Refusal("unknown_device", f"Nobody has signed in on a device {asked.device[:LONGEST_NAME]}.")
    for one in register.devices.values():
        if one.id != asked.device and same_name(asked.name) in (same_name(one.name), same_name(one.id)):
            raise Refusal("already_done", f"Another device is called {one.called} already.")
    return (facts.DeviceNamed(device=asked.device, name=asked.name),)


Decider = Callable[[Register, Any, str], tuple[Fact, ...]]

_DECIDERS: dict[type[StaffCommand], Decider] = {
    EngageStaff: _engage,
    ChangePin: _change_pin,
    DismissStaff: _dismiss,
    SignIn: _sign_in,
    UnlockStaff: _unlock,
    NameDevice: _name_device,
}


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
