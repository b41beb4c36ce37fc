"""Reading what a request asks for: the command, its id, the version its sender saw, and who sends it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Mapping
from typing import Any

from flask import request, session

from dealer.commands.commands import OpenNight
from dealer.commands.refusal import Refusal
from dealer.house.roles import HOUSE_VERSION, SIGNED
from dealer.night.command_parsing import json_of as read_json
from dealer.night.night import Night
from dealer.night_service import Receipt
from dealer.streams import Sender
from events.cache import NewestVersions
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import Head, is_keepable
from web.app.app_cache import EXTENSION as EXTENSION
from web.app.app_cache import kept_in_language
from web.app.app_cache import service as service
from web.app.authentication import authentication
from web.app.authorization import LOOKS_BACK, acting, house, may_confirm, program
from web.app.parties import with_party

_MOST_VERSIONS = 256
SOMEBODY = "somebody at the door"
_COMMAND_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{7,63}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_VERSION = re.compile(r'(?:W/)?"?(\d{1,9})"?')


def newest_versions() -> NewestVersions[Hashable]:
    """What screens show, made once for a version of its night, however many ask for it."""
    return kept_in_language("casekeeper latest", lambda: NewestVersions(_MOST_VERSIONS))


class Moment(Frozen):
    """A night as a page shows it: its state, its head and its events so far, and how many events it has by now.

    ``past`` is whether the request asked for it as of an event (``?at=``), be it the last one; else it is as it stands.
    """

    night: Night
    head: Head
    events: NightEvents
    last: int
    past: bool = False

    @property
    def at(self) -> int | None:
        """The event that was asked for, to be kept in the page's links; nothing for the night as it stands."""
        return self.head.version if self.past else None


def as_it_stands(night: str) -> Moment:
    """A night as it stands on disk; raises :class:`Refusal` (``no_such_night``) if there is none."""
    state, head, events = service().with_events(night)
    return Moment(night=state, head=head, events=events, last=head.version)


def moment(night: str) -> Moment:
    """The night of a request: as of the event that it asks for (``?at=``), or as it stands on disk.

    Raises :class:`Refusal`: ``no_such_night``, and ``bad_input`` for an event that the night does not have.
    """
    typed = request.args.get(LOOKS_BACK)
    if typed is None:
        return as_it_stands(night)
    history = service().history(night)
    version = number_of(typed) or 0
    if not 1 <= version <= history.version:
        raise Refusal(
            "bad_input",
            "The night has events 1 to %(version)s and no event %(wanted)s.",
            version=history.version,
            wanted=repr(typed[:20]),
        )
    return Moment(
        night=history.at(version),
        head=history.head(version),
        events=history.until(version),
        last=history.version,
        past=True,
    )


SECOND_PIN = "second_pin"
"""The argument with the PIN of the ``second`` staff member; it is checked and never stored."""


def with_signers(document: Any) -> Any:
    """A command with the names of who gives it and, if their PIN is right, of who confirms it.

    Where the house has given no roles, only a program is named. Raises :class:`Refusal` as a sign-in
    does for a wrong PIN.
    """
    if not isinstance(document, dict):
        return document
    named = {name: value for name, value in document.items() if name not in (*SIGNED, SECOND_PIN, HOUSE_VERSION)}
    name = acting()
    if name and (program() or house().staff):
        named["who"] = name
    second, pin = document.get("second"), document.get(SECOND_PIN)
    if second is not None:
        if not isinstance(second, str) or not isinstance(pin, str):
            raise Refusal("bad_input", "The second member of the staff needs a name and a PIN.")
        authentication().confirm(second, pin, sender(), request.remote_addr or "")
        found = authentication().register.find(second)
        named["second"] = found.name if found else second
    return named


def with_second(document: dict[str, Any]) -> Any:
    """A command of a form with its signers; the form's ``second`` and ``second_pin``, if filled in, confirm it."""
    second = request.form.get("second", "").strip()
    confirmed = {"second": second, SECOND_PIN: request.form.get(SECOND_PIN, "")} if second else {}
    return with_signers({**document, **confirmed})


def seconds_for(refusal: Refusal | None, document: Mapping[str, Any], night: Night) -> list[str] | None:
    """Who may confirm the command of a form that was refused; ``None`` if it was not for want of them or their PIN."""
    wanted = refusal is not None and (refusal.code == "second_needed" or request.form.get("second"))
    return may_confirm(document, night) if wanted else None


def carry_out(night: str) -> Receipt:
    """Carry out the command that a request brings for a night."""
    document = document_asked()
    if isinstance(document, dict) and document.get("do") == OpenNight.do:
        raise Refusal("bad_input", "A night cannot be opened with a command of another night.")
    return service().execute(
        with_signers(with_party(night, document)),
        sender(),
        night=night,
        command_id=command_id(),
        expected_version=expected_version(),
    )


def open_night(arguments: object) -> Receipt:
    """Open a night from the arguments of an ``open_night``; the word itself may be left out."""
    if not isinstance(arguments, dict):
        raise Refusal("bad_input", "Open a night with a JSON object.")
    document = {"do": OpenNight.do, **arguments}
    if document["do"] != OpenNight.do:
        raise Refusal("bad_input", "Open a night with 'open_night'.")
    return service().execute(with_signers(document), sender(), command_id=command_id())


def sender() -> Sender:
    """Who sends this request: the one of the staff who signed in, a program, or somebody at the door."""
    return Sender(who=acting() or SOMEBODY, device=device())


def device() -> str:
    """The name of the device that sends this request; its browser keeps it over sign-outs, for a year and longer.

    A program's is its token.
    """
    token = program()
    if token:
        return f"token-{token.hash[:8]}"
    if "device" not in session:
        session["device"] = f"tablet-{secrets.token_hex(4)}"
        session.permanent = True
    name: str = session["device"]
    return name


def command_id() -> str | None:
    """The id that the sender gave their command (``Idempotency-Key``), so that sending it again changes nothing."""
    given = request.headers.get("Idempotency-Key") or request.form.get("command_id")
    if given is None:
        return None
    if not _COMMAND_ID.fullmatch(given):
        raise Refusal("bad_input", "A command id must be 8 to 64 letters, digits, dots, dashes or underscores.")
    return given


def expected_version() -> int | None:
    """The version of the night that the sender saw (``If-Match``), if they mind."""
    given = request.headers.get("If-Match")
    if given is None or given == "*":
        return None
    read = _VERSION.fullmatch(given.strip())
    if read is None:
        raise Refusal("bad_input", "If-Match must be the version of the night as a number.")
    return int(read[1])


def document_asked() -> Any:
    """The JSON body of a request; :class:`Refusal` (``bad_input``) where it does not read, or has a key twice."""
    try:
        return json_of(request.get_data())
    except ValueError:
        raise Refusal("bad_input", "The request's body is not valid JSON.") from None


def json_of(text: str | bytes) -> Any:
    """What JSON says; :class:`ValueError` where it does not read, or says what no book can keep.

    Raises :class:`Refusal` (``bad_input``) where it has a key twice.
    """
    document = read_json(text)
    if not is_keepable(document):
        raise ValueError("it cannot be stored")
    return document


def number_asked(name: str) -> int | None:
    """The number that the address gives under a name; nothing where it gives nothing.

    Raises :class:`Refusal` (``bad_input``) where what it gives is no number.
    """
    given = request.args.get(name, "")
    number = number_of(given)
    if given and number is None:
        raise Refusal("bad_input", "The %(name)s in the address must be a number.", name=name)
    return number


def number_of(text: str) -> int | None:
    """A number as it is written, in up to nine digits; nothing where the text is none."""
    return int(text) if _NUMBER.fullmatch(text) else None
