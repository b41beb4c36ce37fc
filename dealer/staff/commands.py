"""The commands to the staff's register, and their parsing.

PINs never appear here. A new PIN is hashed beforehand, and a sign-in says whether the PIN was right; of a session only
the hash of its id appears.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from marshmallow import ValidationError
from marshmallow.fields import String
from marshmallow.validate import Length, Regexp

from dealer.commands.commands import Command, by_word, command, read_one_of
from dealer.commands.fields import Flag, Text, one_of, whole
from dealer.commands.refusal import Refusal

LONGEST_NAME = 60
MOST_ADDRESS_CHARACTERS = 64

FIRST_RULES = 1
"""The rules of a sign-in without ``rules``: five wrong PINs lock a name for five minutes, on every device."""

DELAYS_THAT_GROW = 2
"""Each wrong PIN after the fifth makes the next wait longer; devices that a member has used count separately."""


def _name(value: str) -> None:
    if value != value.strip() or not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
        raise ValidationError(f"a name must be 1 to {LONGEST_NAME} printable characters")


_session = Regexp(r"(?:[0-9a-f]{64})?\Z", error="a session is named by the SHA-256 hash of its id")
_address = Length(max=MOST_ADDRESS_CHARACTERS, error="the address is too long")

Name = Annotated[str, partial(String, validate=_name)]
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


_COMMANDS = by_word(
    EngageStaff,
    ChangePin,
    DismissStaff,
    SignIn,
    EndSession,
    EndOtherSessions,
    UnlockStaff,
    NameDevice,
)


def read_staff_command(document: object) -> Command:
    """Load a JSON document as a command to the register; raises :class:`Refusal` (``bad_input``)."""
    return read_one_of(document, _COMMANDS, Refusal("bad_input", "That is not a command for the staff register."))
