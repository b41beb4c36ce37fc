"""The commands to the staff's register, and how a JSON document reads as one of them.

A PIN never comes here. The hash of a new one is made at the door, and a sign-in says whether the PIN was the right one;
of a session only the hash of its id comes here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, ClassVar

from marshmallow import Schema, ValidationError
from marshmallow.fields import String
from marshmallow.validate import Length, Regexp

from dealer.commands.fields import Flag, Text, one_of, whole
from dealer.commands.refusal import Refusal, does_not_read, problem_in
from events.schema import schema_for

LONGEST_NAME = 60
MOST_ADDRESS_CHARACTERS = 64

FIRST_RULES = 1
"""The rules of a sign-in that names none: five wrong PINs lock a name for five minutes, on every device."""

DELAYS_THAT_GROW = 2
"""Each wrong PIN after the fifth makes the next wait longer; devices that a member has signed in on have their own."""


def _name(value: str) -> None:
    if value != value.strip() or not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
        raise ValidationError(f"a name is 1 to {LONGEST_NAME} characters that can be printed")


_session = Regexp(r"(?:[0-9a-f]{64})?\Z", error="a session is named by the SHA-256 hash of its id")
_address = Length(max=MOST_ADDRESS_CHARACTERS, error="an address is not so long")

Name = Annotated[str, partial(String, validate=_name)]
SessionHash = Annotated[str, partial(String, validate=_session)]
Address = Annotated[str, partial(String, validate=_address)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffCommand:
    """The base of the commands to the register; ``do`` is its word."""

    do: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngageStaff(StaffCommand):
    """Make somebody one of the staff; who comes as the first is not taken when there is anybody."""

    do = "engage_staff"

    name: Name
    pin_hash: Text
    first: Flag = False
    session: SessionHash = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePin(StaffCommand):
    """Give one of the staff another PIN; all their sessions end, and ``session`` begins, if one is named."""

    do = "change_pin"

    name: Name
    pin_hash: Text
    session: SessionHash = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissStaff(StaffCommand):
    """Dismiss one of the staff; the last one stays, or nobody could let anybody in."""

    do = "dismiss_staff"

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn(StaffCommand):
    """Sign in, with a PIN that was looked at by whoever sends this.

    ``rules`` are those by which wrong PINs make it wait; ``device`` and ``address`` (IP, "" where it is not known) say
    where it comes from. ``session`` begins with it, if one is named and the PIN was right.
    """

    do = "sign_in"

    name: Name
    pin: Annotated[str, one_of("right", "wrong")]
    rules: Annotated[int, whole(FIRST_RULES, DELAYS_THAT_GROW)] = FIRST_RULES
    device: str = ""
    address: Address = ""
    session: SessionHash = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(StaffCommand):
    """End a session before its time."""

    do = "end_session"

    session: SessionHash


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOtherSessions(StaffCommand):
    """End every session but one; every one, where ``but`` is empty."""

    do = "end_other_sessions"

    but: SessionHash = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlockStaff(StaffCommand):
    """Forget the wrong PINs under a name, so that it can sign in again at once."""

    do = "unlock_staff"

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class NameDevice(StaffCommand):
    """Give a device another name: one on which one of the staff has been."""

    do = "name_device"

    name: Name
    device: Text


_COMMANDS: dict[str, type[StaffCommand]] = {
    one.do: one
    for one in (
        EngageStaff,
        ChangePin,
        DismissStaff,
        SignIn,
        EndSession,
        EndOtherSessions,
        UnlockStaff,
        NameDevice,
    )
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
        raise does_not_read(do, problem_in(error)) from None
    return read
