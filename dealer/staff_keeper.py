"""The keeper of the staff's register: commands in, facts to the same book as the nights, by the same writer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.assistant import Sender, now_utc
from dealer.staff import (
    ChangePin,
    DismissStaff,
    EngageStaff,
    NameDevice,
    Register,
    SignIn,
    UnlockStaff,
    decide,
    evolve,
    read_staff_command,
)
from dealer.stream_keeper import StreamKeeper, StreamRules
from events.book import Book
from events.staff import STAFF


def _unsalted(document: dict[str, Any]) -> dict[str, Any]:
    """A command without its hash, which is salted anew each time."""
    return {key: value for key, value in document.items() if key != "pin_hash"}


_RULES = StreamRules(
    stream=STAFF,
    empty=Register(),
    read=read_staff_command,
    decide=decide,
    evolve=lambda register, one: evolve(register, one.fact, one.at, one.device),
    compared=_unsalted,
)


class StaffKeeper:
    """Keeps the register in the book. Safe to use from many threads; ``clock`` gives the present, ISO 8601 in UTC."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._stream = StreamKeeper(book, _RULES, clock)
        self.clock = clock

    def register(self) -> Register:
        """The register as it stands on disk."""
        return self._stream.state()

    def engage(
        self, name: str, pin_hash: str, sender: Sender, command_id: str | None = None, *, first: bool = False
    ) -> None:
        """Make somebody one of the staff; the ``first`` only while there is nobody else."""
        document = {"do": EngageStaff.do, "name": name.strip(), "pin_hash": pin_hash, "first": first}
        self._execute(document, sender, command_id)

    def change_pin(self, name: str, pin_hash: str, sender: Sender, command_id: str | None = None) -> None:
        """Give one of the staff another PIN."""
        self._execute({"do": ChangePin.do, "name": name.strip(), "pin_hash": pin_hash}, sender, command_id)

    def dismiss(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Dismiss one of the staff."""
        self._execute({"do": DismissStaff.do, "name": name.strip()}, sender, command_id)

    def unlock(self, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Let a locked name sign in again at once."""
        self._execute({"do": UnlockStaff.do, "name": name.strip()}, sender, command_id)

    def name_device(self, device: str, name: str, sender: Sender, command_id: str | None = None) -> None:
        """Give a device a name."""
        self._execute({"do": NameDevice.do, "device": device, "name": name.strip()}, sender, command_id)

    def sign_in(self, name: str, checked: str | None, sender: Sender) -> bool:
        """Note a sign-in, and say whether it holds; ``checked`` is the hash that the PIN fitted, if it fitted one.

        A PIN that was changed since it was looked at is a wrong one.
        """

        def right(register: Register) -> dict[str, Any]:
            member = register.find(name)
            fits = member is not None and member.pin_hash == checked
            return {"do": SignIn.do, "name": name.strip(), "pin": "right" if fits else "wrong"}

        return bool(self._stream.write(right, sender).document["pin"] == "right")

    def _execute(self, document: dict[str, Any], sender: Sender, command_id: str | None) -> None:
        self._stream.write(lambda _: document, sender, command_id)


def device_names(book: Book, until: str | None = None) -> dict[str, str]:
    """What the devices of a book's staff are called, by their ids: now, or ``until`` a time (ISO 8601, UTC)."""
    register = Register()
    for one in book.facts(STAFF):
        if until is not None and one.at > until:
            break
        register = evolve(register, one.fact, one.at, one.device)
    return register.device_names
