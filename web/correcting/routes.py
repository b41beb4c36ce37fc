"""The page that puts a command right: every choice is a link, and only its yes changes the night."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import Amend
from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.what_if.proposed import Proposed
from events.effective_facts import effective
from events.frozen import Frozen
from reports.words.commands import asked_for
from reports.words.formatting import signed
from web.app.errors import refusal_status
from web.app.request_parsing import assistant, command_id, sender
from web.audit.what_if_view import settled_said
from web.correcting.choices import Subject, subject_of
from web.tablet.marks import marks_of

blueprint = Blueprint("correcting", __name__)

_NOT_SETTLED = "not settled"


class Gain(Frozen):
    """What somebody has more or less by a correction, in words; ``way`` is ``won`` or ``lost``."""

    name: str
    player: str
    amount: str
    way: str


class Comes(Frozen):
    """What comes of a correction: who gets and gives, the bets settled otherwise, and what falls out."""

    gains: tuple[Gain, ...]
    bets: tuple[tuple[str, str, str], ...]
    dropped: tuple[tuple[str, str], ...]


@blueprint.get("/nights/<night>/correct")
def page(night: str) -> Response:
    """What was given, what it could have been, and what comes of what is chosen."""
    return _page(night)


@blueprint.post("/nights/<night>/correct")
def put_right(night: str) -> AnyResponse:
    """Put it right as it was shown, unless the night has moved on since; then it is shown again."""
    state, _ = assistant().at(night)
    try:
        subject = _subject(night, state)
        found = assistant().propose(night, subject.command, subject.instead)
        document = {
            "do": Amend.do,
            "command": subject.command,
            "instead": subject.instead,
            "drop": list(found.amended.drop),
        }
        assistant().execute(
            document,
            sender(),
            night=night,
            command_id=command_id(),
            expected_version=int(request.form.get("version", "0")),
        )
    except Refusal as refusal:
        if refusal.code != "command_reused":
            return _page(night, refusal)
    return redirect(url_for("pages.night", night=night), code=303)


def _subject(night: str, state: Night) -> Subject:
    facts = assistant().facts(night)
    return subject_of(state, effective(facts), request.args, lambda command: assistant().asked(night, command))


def _page(night: str, refused: Refusal | None = None) -> Response:
    state, head = assistant().at(night)
    subject, comes = None, None
    try:
        subject = _subject(night, state)
        if subject.chosen:
            comes = _comes(state, assistant().propose(night, subject.command, subject.instead), subject.includes)
    except Refusal as refusal:
        refused = refused or refusal
    html = render_template(
        "correcting.html",
        view=state,
        night=night,
        subject=subject,
        comes=comes,
        instead=asked_for(state, subject.instead) if subject and subject.chosen and subject.instead else "",
        refused=refused.among(state.names) if refused else "",
        marks=marks_of(state),
        version=head.version,
        command_id=f"right-{secrets.token_hex(8)}",
    )
    response = make_response(html)
    response.status_code = refusal_status(refused) if refused else 200
    return response


def _comes(state: Night, found: Proposed, included: str) -> Comes:
    differ, names = found.differences, state.names
    sides = [(one.name, one.player, one.cents) for one in differ.players]
    sides += [("The bank", "", differ.bank_cents), ("The dealer’s tips", "", differ.tokes_cents)]
    sides += [("The pot", "", differ.in_pot_cents)]
    return Comes(
        gains=tuple(
            Gain(name=name, player=player, amount=signed(cents), way="won" if cents > 0 else "lost")
            for name, player, cents in sides
            if cents
        ),
        bets=tuple(
            (
                f"{names.get(one.player, one.player)}, {one.where.other or one.where.book}, turn {one.turn}",
                settled_said(one.settled.book, names, one.game) if one.settled.book else _NOT_SETTLED,
                settled_said(one.settled.other, names, one.game) if one.settled.other else _NOT_SETTLED,
            )
            for one in differ.bets
        ),
        dropped=tuple(
            (asked_for(state, one.document), one.refusal.among(names))
            for one in found.amended.dropped
            if one.command != included
        ),
    )
