"""The door of the house: who of the staff comes in with which PIN, and how the first of them is engaged."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from argon2 import PasswordHasher

from dealer.assistant import Sender, now_utc
from dealer.refusal import Refusal
from dealer.staff import Member, Register, check_unlocked, member_called, same_name
from dealer.staff_keeper import StaffKeeper
from events.book import Book
from web.house_key import derived
from web.pins import Pins, default_hasher

EXTENSION = "casekeeper door"

SIGNED_IN_FOR = timedelta(hours=16)
"""How long a sign-in holds: the longest night, and the cleaning up."""

_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that look like others."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What a session holds of a sign-in: whose it is, the PIN it was made with, and until when it holds."""

    name: str
    pin_since: int
    until: str


class Door:
    """The register of the staff with their PINs; ``first_code`` lets the first of them be engaged from afar."""

    def __init__(
        self,
        book: Book,
        house_key: bytes,
        *,
        hasher: PasswordHasher | None = None,
        clock: Callable[[], str] = now_utc,
        first_code: str | None = None,
    ) -> None:
        self._keeper = StaffKeeper(book, clock)
        self._pins = Pins(derived(house_key, "casekeeper pins"), hasher or default_hasher())
        self._first_code = first_code

    @property
    def register(self) -> Register:
        """The staff as they stand."""
        return self._keeper.register()

    def sign_in(self, name: str, pin: str, sender: Sender) -> Pass:
        """Let somebody in.

        Raises :class:`Refusal`: ``unknown_staff``, ``wrong_pin``, ``sign_in_locked`` after too many wrong ones, and
        ``sign_in_busy`` in a crowd.
        """
        member = member_called(self.register, name)
        check_unlocked(member, self._keeper.clock())
        fits = self._pins.fit(member.pin_hash, pin)
        if not self._keeper.sign_in(member.name, member.pin_hash if fits else None, sender):
            raise Refusal("wrong_pin", f"That is not the PIN of {member.name}.")
        return self.pass_of(member)

    def pass_of(self, member: Member) -> Pass:
        """A pass for somebody who has just shown his PIN, or set it."""
        until = datetime.fromisoformat(self._keeper.clock()) + SIGNED_IN_FOR
        return Pass(same_name(member.name), member.pin_since, until.isoformat())

    def holder(self, shown: Pass) -> Member | None:
        """Who holds a pass; nobody, where it is too old, its PIN was changed, or its holder was dismissed."""
        member = self.register.find(shown.name)
        if member is None or member.pin_since != shown.pin_since:
            return None
        return member if self._keeper.clock() < shown.until else None

    def engage(self, name: str, pin: str, sender: Sender, command_id: str | None = None) -> None:
        """Make somebody one of the staff."""
        self._keeper.engage(name, self._pins.hash(pin), sender, command_id)

    def engage_first(self, name: str, pin: str, sender: Sender, *, nearby: bool, code: str) -> Pass:
        """Make somebody the first of the staff: who sits at the server itself, or has the code that it printed."""
        if not nearby and not self._is_first_code(code):
            raise Refusal("wrong_pin", "That is not the code that the server printed when it was started.")
        self._keeper.engage(name, self._pins.hash(pin), sender, first=True)
        return self.pass_of(member_called(self.register, name))

    def change_pin(self, name: str, pin: str, sender: Sender, command_id: str | None = None) -> Pass:
        """Give one of the staff another PIN; the passes made with the old one are void."""
        self._keeper.change_pin(name, self._pins.hash(pin), sender, command_id)
        return self.pass_of(member_called(self.register, name))

    def dismiss(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Dismiss one of the staff; his passes are void."""
        self._keeper.dismiss(name, sender, command_id)

    def unlock(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Let a name that wrong PINs locked sign in again at once."""
        self._keeper.unlock(name, sender, command_id)

    def name_device(self, device: str, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Give a device a name; :class:`Refusal` for one on which nobody has signed in, and for another one's name."""
        self._keeper.name_device(device, name, sender, command_id)

    def is_locked(self, member: Member) -> bool:
        """Whether wrong PINs keep somebody from signing in."""
        return bool(member.locked_for(self._keeper.clock()))

    def _is_first_code(self, code: str) -> bool:
        given = code.strip().upper().encode()
        return self._first_code is not None and hmac.compare_digest(given, self._first_code.encode())


def new_first_code() -> str:
    """A code for the first start, easy to read from a terminal and to type on a tablet."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def the_door() -> Door:
    """The door of this application."""
    # The command line has a door without an application, and starts in half the time without Flask.
    from flask import current_app

    found: Door = current_app.extensions[EXTENSION]
    return found
