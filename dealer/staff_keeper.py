"""The keeper of the staff's register: commands in, facts to the same book as the nights, by the same writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from dealer.assistant import Sender, new_command_id, now_utc
from dealer.refusal import Refusal
from dealer.staff import (
    ChangePin,
    DismissStaff,
    EngageStaff,
    Register,
    SignIn,
    UnlockStaff,
    decide,
    evolve,
    read_staff_command,
)
from events.book import Book
from events.records import BookError, Head, Recorded, RecordedCommand, Request
from events.staff import STAFF
from events.writer import Writing

_NO_FACTS = Head(version=0, hash="")


@dataclass(frozen=True, slots=True)
class _Folded:
    register: Register
    head: Head


def fold_staff(facts: Iterable[Recorded], before: Register | None = None) -> Register:
    """The register that facts make, from nothing or on top of an earlier one."""
    register = before or Register()
    for one in facts:
        register = evolve(register, one.fact, one.at)
    return register


class StaffKeeper:
    """Keeps the register in the book. Safe to use from many threads; ``clock`` gives the present, ISO 8601 in UTC."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._book = book
        self._known = _Folded(Register(), _NO_FACTS)
        self.clock = clock

    def register(self) -> Register:
        """The register as it stands on disk."""
        head = self._book.head(STAFF) or _NO_FACTS
        known = self._known
        if known.head != head:
            facts = self._book.facts(STAFF, after=known.head.version, until=head.version)
            known = self._known = _Folded(fold_staff(facts, known.register), head)
        return known.register

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

    def sign_in(self, name: str, checked: str | None, sender: Sender) -> bool:
        """Note a sign-in, and say whether it holds; ``checked`` is the hash that the PIN fitted, if it fitted one.

        A PIN that was changed since it was looked at is a wrong one.
        """

        def right(register: Register) -> dict[str, Any]:
            member = register.find(name)
            fits = member is not None and member.pin_hash == checked
            return {"do": SignIn.do, "name": name.strip(), "pin": "right" if fits else "wrong"}

        return bool(self._write(right, sender, None).document["pin"] == "right")

    def _execute(self, document: dict[str, Any], sender: Sender, command_id: str | None) -> None:
        self._write(lambda _: document, sender, command_id)

    def _write(
        self, document: Callable[[Register], dict[str, Any]], sender: Sender, command_id: str | None
    ) -> RecordedCommand:
        """Have the writer decide a command on the register as it then stands; a refusal, kept too, is raised."""
        ident, at = command_id or new_command_id(), self.clock()
        recorded = self._book.write(lambda writing: self._decide(writing, document, sender, ident, at))
        if recorded.refused is not None:
            raise Refusal(recorded.refused, recorded.why or "")
        return recorded

    def _decide(
        self,
        writing: Writing,
        document: Callable[[Register], dict[str, Any]],
        sender: Sender,
        ident: str,
        at: str,
    ) -> RecordedCommand:
        known = self._known
        register = fold_staff(writing.facts(STAFF, known.head.version), known.register)
        asked = _request(document(register), sender, ident, at)
        command = read_staff_command(asked.document)
        earlier = writing.command(asked.id)
        if earlier:
            return _again(earlier, asked)
        try:
            facts = decide(register, command, at)
        except Refusal as refusal:
            return writing.refuse(asked, refusal.code, refusal.why)
        return writing.accept(asked, facts)


def _request(document: dict[str, Any], sender: Sender, ident: str, at: str) -> Request:
    try:
        return Request(id=ident, night=STAFF, document=document, who=sender.who, device=sender.device, at=at)
    except BookError as error:
        raise Refusal("bad_input", error.why) from None


def _again(earlier: RecordedCommand, asked: Request) -> RecordedCommand:
    """The first answer to a command sent again. A hash is salted anew each time, and is not compared."""
    if earlier.night != STAFF or _unsalted(earlier.document) != _unsalted(asked.document):
        raise Refusal("command_reused", "Another command was sent under this id before; this one was not carried out.")
    return earlier


def _unsalted(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "pin_hash"}
