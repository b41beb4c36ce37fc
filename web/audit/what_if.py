"""The page "What if": choose a command, strike it, change it or put one in, and see both nights side by side.

Everything is asked by GET and nothing is recorded. The corrections that would bring the other night about go to the
page of disputes in the address: ``correction=from:to:cents`` once for each (a side is a seat key or ``bank``), with
``dispute=`` and ``reason=``, so that a ruling begins with them filled in. ``dispute=`` in this page's own address is
the dispute that the reader came from; it is kept along, and its ruling is offered first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, request, url_for

from dealer.commands.commands import HOUSE_COMMANDS, OpenNight
from dealer.commands.refusal import Refusal
from dealer.night.history import History
from dealer.night.night import Night
from dealer.what_if.other_night import Alternative, Change, Inserted, Put, Struck, what_if
from events.frozen import Frozen
from events.records import RecordedCommand
from reports.words.commands import asked_for, kind_called
from web.app.background_work import kind_to_others, turn
from web.app.device_names import device_names
from web.app.errors import refusal_status
from web.app.request_parsing import assistant, number_asked, number_of
from web.app.schema_fields import FieldRefused
from web.audit.command_form import CommandForm, arguments_of, document_of, kind_asked, new_keys
from web.audit.frame import render_room
from web.audit.search import Search, command_list
from web.audit.what_if_view import Outcome, outcome_of
from web.looking_back.steps import Step, steps_of

blueprint = Blueprint("what_if", __name__)

STRIKE, PUT, INSERT = "strike", "put", "insert"
NEW = "what if"
"""The key of a bet or dispute that there is in the other night alone."""


class RulingLink(Frozen):
    """The way to a dispute's ruling with the corrections filled in; ``first`` unless another one was looked at."""

    dispute: str
    address: str
    first: bool


class Answer(Frozen):
    """What was asked in words, and what comes of it: an outcome, or a refusal with the field that it is about."""

    asked: str = ""
    instead_of: str = ""
    outcome: Outcome | None = None
    refused: str = ""
    wrong: str = ""
    rulings: tuple[RulingLink, ...] = ()
    status: int = 200


class _LookedAt(Frozen, kw_only=False):
    """The night that is looked at: its history, all of its commands, and what they say."""

    history: History
    commands: Sequence[RecordedCommand]
    steps: Sequence[Step]

    @property
    def now(self) -> Night:
        """The night as it stands."""
        return self.history.at(self.history.version)

    def when(self, chosen: RecordedCommand, how: str) -> Night:
        """The night as a command found it, or, for one that is put in after it, as it left it."""
        return self.history.at(max(chosen.version_after if how == INSERT else chosen.version_before, 1))


@blueprint.get("/nights/<night>/what-if")
def page(night: str) -> Response:
    """The commands of a night, the one chosen with its form, and what comes of the change that is asked for."""
    history = assistant().history(night)
    commands = [one for one in assistant().book.commands(night) if one.version_after <= history.version]
    steps = steps_of(night)[: len(commands)]
    state = history.at(history.version)
    chosen = _chosen(commands)
    how = request.args.get("how", "")
    dispute = _dispute(state)
    search = Search.read(request.args, "words", "player", "part", "turn")
    form, answer = None, Answer()
    if chosen:
        form, answer = _form_and_answer(_LookedAt(history, commands, steps), chosen, how)
    response = render_room(
        "audit/what-if.html",
        state,
        history.head(history.version),
        list=command_list(state, device_names(), steps, search, chosen.number if chosen else 0, number_asked("start")),
        chosen=steps[chosen.number - 1] if chosen else None,
        form=form,
        how=how,
        proposed=_proposed(state, chosen),
        answer=answer,
        words=_words_of(state),
        dispute=dispute or None,
        disputed=_said(state, dispute) if dispute else "",
    )
    response.status_code = answer.status
    return response


def _dispute(state: Night) -> str:
    """The open dispute that the address came from; nothing where it names none."""
    asked = request.args.get("dispute", "")
    return asked if asked in state.open_disputes else ""


def _said(state: Night, dispute: str) -> str:
    """Whose dispute it is, and what they say."""
    one = state.disputes[dispute]
    return f"{state.seats[one.player].name}: “{one.claim}”"


def _chosen(commands: Sequence[RecordedCommand]) -> RecordedCommand | None:
    """The command that the address names; :class:`Refusal` (``bad_input``) where the night has no such one."""
    asked = request.args.get("command", "")
    if not asked:
        return None
    number = number_of(asked) or 0
    if not 1 <= number <= len(commands):
        raise Refusal(
            "bad_input",
            "The night has the commands 1 to %(commands)s, and no command %(asked)s.",
            commands=len(commands),
            asked=repr(asked[:20]),
        )
    return commands[number - 1]


def _form_and_answer(looked_at: _LookedAt, chosen: RecordedCommand, how: str) -> tuple[CommandForm, Answer]:
    then = looked_at.when(chosen, how)
    document = _begun_with(then, chosen, how)
    form = CommandForm.of(then, document)
    if how == STRIKE:
        return form, _answer(looked_at, chosen, Struck(chosen.number))
    if how not in (PUT, INSERT) or "ready" not in request.args:
        return form, Answer()
    written = request.args.get("json")
    if not written:
        form = CommandForm.read(then, document, request.args)
    try:
        made = document_of(written) if written else form.asked()
    except FieldRefused as refused:
        return form, _refused(refused)
    change = Put(chosen.number, made) if how == PUT else Inserted(chosen.number, made)
    return form, _answer(looked_at, chosen, change)


def _begun_with(then: Night, chosen: RecordedCommand, how: str) -> Mapping[str, Any]:
    """The document that the form begins with: the chosen one, or a new one that is about the same bet or player.

    What it makes anew has a key that no tablet gives.
    """
    do = request.args.get("do", "")
    if not do or how == STRIKE:
        return chosen.document
    asked = kind_asked(then, {"do": do})
    asked_for, new = arguments_of(asked), new_keys(asked)
    same = (name for name in ("bet", "player") if name in chosen.document and name in asked_for)
    about_the_same: dict[str, Any] = {name: chosen.document[name] for name in same if name not in new or how == PUT}
    return {"do": do, **dict.fromkeys(new, NEW), **about_the_same}


def _answer(looked_at: _LookedAt, chosen: RecordedCommand, change: Change) -> Answer:
    try:
        with turn():
            found = what_if(looked_at.history, looked_at.commands, (change,), kind_to_others(lambda _: None))
    except Refusal as refusal:
        refusal.names = looked_at.now.names
        return _refused(refusal)
    asked, instead_of = _in_words(looked_at, chosen, change)
    return Answer(
        asked=asked,
        instead_of=instead_of,
        outcome=outcome_of(looked_at.now, found, {step.number: step for step in looked_at.steps}),
        rulings=_rulings(looked_at.now, found, asked),
    )


def _refused(refusal: Refusal) -> Answer:
    wrong = refusal.field if isinstance(refusal, FieldRefused) else ""
    return Answer(refused=refusal.why, wrong=wrong, status=refusal_status(refusal))


def _in_words(looked_at: _LookedAt, chosen: RecordedCommand, change: Change) -> tuple[str, str]:
    """The change in words, and what was done at the table where another thing stands in its place."""
    said = looked_at.steps[chosen.number - 1].said
    match change:
        case Struck():
            return f"Without command {chosen.number}: {said}", ""
        case Put():
            instead = asked_for(looked_at.when(chosen, PUT), change.document)
            return f"Command {chosen.number} instead: {instead}", said
        case Inserted():
            besides = asked_for(looked_at.when(chosen, INSERT), change.document)
            return f"After command {chosen.number}, besides: {besides}", ""


def _rulings(state: Night, found: Alternative, asked: str) -> tuple[RulingLink, ...]:
    """The ways to the rulings of the open disputes with these corrections, first to the one that the address names."""
    corrections = [f"{one.source}:{one.target}:{one.amount_cents}" for one in found.corrections]
    if not corrections or state.closed:
        return ()
    came_from = _dispute(state)
    filled = partial(url_for, "disputes.page", night=state.id, correction=corrections, reason=asked)
    return tuple(
        RulingLink(dispute=_said(state, key), address=filled(dispute=key, _anchor=key), first=came_from in ("", key))
        for key in sorted(state.open_disputes, key=lambda key: key != came_from)
    )


def _proposed(state: Night, chosen: RecordedCommand | None) -> str:
    """The word of another command: the one asked for, or for a bet the first order that is about nothing but a bet."""
    orders = (one.do for game in state.games for one in game.commands if arguments_of(one) == {"bet"})
    about_a_bet = chosen is not None and "bet" in chosen.document
    return request.args.get("do", "") or (next(orders, "") if about_a_bet else "")


def _words_of(state: Night) -> tuple[tuple[str, str], ...]:
    """The commands that can be put into this night, by their words."""
    kinds = [*HOUSE_COMMANDS.values(), *(one for game in state.games_by_turn for one in game.commands)]
    known = {kind.do: kind_called(kind) for kind in reversed(kinds) if kind is not OpenNight}
    return tuple(sorted(known.items(), key=lambda one: one[1].casefold()))
