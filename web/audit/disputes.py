"""The disputes of a night: what was claimed and when, the ways to look at it again, and the form that rules it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal
from dealer.night.disputes import RULINGS
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts.night import DisputeRaised, DisputeRuled
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK
from reports.rounds.claims import settled_before
from reports.rounds.story import ruled_told
from reports.rounds.subjects import Subject
from reports.rulebooks.books import Citable
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.dossier import tells_of
from reports.words.formatting import hour
from reports.words.game_words import words_of
from reports.words.naming import round_of
from reports.words.players import names_of
from web.app.errors import refusal_status
from web.app.request_parsing import assistant, command_id, moment, sender
from web.app.schema_fields import FieldRefused
from web.audit.frame import render_room
from web.audit.ruling_form import RulingForm
from web.looking_back.steps import step_to, steps_of
from web.tablet.rulings import citable_of, comes_to, proposal_of

blueprint = Blueprint("disputes", __name__)


class Act(Frozen):
    """When something was done, by the table's clock, by whom, from which device, and the number of its fact."""

    at: str
    who: str
    device: str
    fact: int


class DisputeView(Frozen):
    """One dispute on the page; ``form`` is there while it is open.

    ``command`` is the number of the command that laid the bet or played the turn, ``settled`` that of the last fact of
    the command that settled the bet or played the turn; 0 where none did.
    ``story`` is the address of the round's story. ``comes_to`` says what its claim comes to, and ``citable`` is what a
    ruling may cite.
    """

    dispute: str
    line: DisputeLine
    raised: Act
    command: int
    settled: int
    ruled: Act | None
    ruling: str
    reason: str
    form: RulingForm | None
    comes_to: str
    citable: tuple[Citable, ...]
    story: str
    round_called: str


@blueprint.get("/nights/<night>/disputes")
def page(night: str) -> Response:
    """All disputes of a night, the open ones first with the form that rules them."""
    return _page(night)


@blueprint.post("/nights/<night>/disputes")
def rule(night: str) -> AnyResponse:
    """Rule a dispute as the form asks; what is refused is said beside it."""
    form = RulingForm.read(request.form)
    if "more" in request.form:
        return _page(night, form)
    try:
        assistant().execute(form.document(), sender(), night=night, command_id=command_id())
    except Refusal as refusal:
        response = _page(night, form, refusal)
        response.status_code = refusal_status(refusal)
        return response
    return redirect(url_for("disputes.page", night=night, _anchor=form.dispute), code=303)


def _page(night: str, typed: RulingForm | None = None, refusal: Refusal | None = None) -> Response:
    asked = moment(night)
    state = asked.night
    views = _views(state, effective(asked.facts), typed, rules=not asked.past)
    open_first = sorted(views, key=lambda one: one.ruled is not None)
    beside = any(one.form and typed and typed.dispute == one.dispute for one in views)
    sides = [(BANK, "the bank"), *((player, seat.name) for player, seat in state.seated.items())]
    return render_room(
        "audit/disputes.html",
        state,
        asked.head,
        disputes=open_first,
        rulings=RULINGS,
        sides=sides,
        refused=refusal.why if refusal else "",
        wrong=typed.dispute if typed else "",
        too_late=_too_late(refusal) if typed and not beside else "",
        at=asked.at,
    )


def _too_late(refusal: Refusal | None) -> str:
    """What is said of a form that was sent for a dispute that has none any more: somebody else has ruled it."""
    if refusal is None or isinstance(refusal, FieldRefused):
        return "That dispute waits for no ruling any more."
    return refusal.why


def _views(now: Night, kept: Sequence[Recorded], typed: RulingForm | None, *, rules: bool) -> list[DisputeView]:
    names = names_of(kept)
    raised = {one.fact.dispute: one for one in kept if isinstance(one.fact, DisputeRaised)}
    ruled = {one.fact.dispute: one for one in kept if isinstance(one.fact, DisputeRuled)}
    views = []
    for line in disputes_of(now, kept):
        at = raised[line.dispute]
        began, settled = (
            step_to(steps_of(now.id), one.version) if one else None
            for one in (line.subject.played, settled_before(kept, line.subject, at))
        )
        told = ruled_told(line.ruled, names) if line.ruled else ("", "")
        form, proposal = None, None
        if rules and line.ruled is None:
            proposal = proposal_of(now, kept, line)
            form = RulingForm.filled(line.dispute, request.args, proposal)
        if form and typed and typed.dispute == line.dispute:
            form = typed.again()
        views.append(
            DisputeView(
                dispute=line.dispute,
                line=line,
                raised=_act(at),
                command=began.number if began else 0,
                settled=settled.after if settled else 0,
                ruled=_act(ruled[line.dispute]) if line.ruled else None,
                ruling=told[0],
                reason=told[1],
                form=form,
                comes_to=comes_to(proposal, names) if form else "",
                citable=citable_of(now, line),
                story=_story_of(now, line.subject),
                round_called=_round_of(now, line.subject),
            )
        )
    return views


def _story_of(now: Night, subject: Subject) -> str:
    """The address of the story of the round that a dispute is about, where there is one."""
    if subject.bet or not subject.game or not tells_of(subject.game):
        return ""
    kind = words_of(subject.game).round.kind
    return url_for("dossiers.round", night=now.id, kind=kind, number=subject.round)


def _round_of(now: Night, subject: Subject) -> str:
    return round_of(subject.game, now.tables[subject.game], subject.round) if subject.game else ""


def _act(one: Recorded) -> Act:
    return Act(at=hour(one.at, None), who=one.who, device=one.device, fact=one.version)
