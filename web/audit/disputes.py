"""The disputes of a night: what was claimed and when, the ways to look at it again, and the form that rules it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.disputes import LAWS
from dealer.faro.game import FARO
from dealer.history import History
from dealer.night import Night
from dealer.refusal import Refusal
from dealer.standing import standing
from dealer.tables import faro_of
from events.fan_tan import CardsLaid, TurnPassed
from events.faro import BetPlaced, TurnCalled, WinnerDrawn
from events.night import DisputeRaised, DisputeRuled
from events.records import Recorded
from ledger.accounts import BANK
from reports.disputes import DisputeLine, disputes_of
from reports.dossier.disputes import ruled_told
from reports.dossier.hand import hand_disputed
from reports.names import names_of
from reports.wording import hour
from web.asking import assistant, command_id, moment, sender
from web.audit.frame import render_room
from web.audit.ruling_form import RulingForm
from web.errors import STATUS_OF_REFUSAL
from web.tablet.drawer import DrawerView

blueprint = Blueprint("disputes", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """When something was done, by the table's clock, by whom, from which device, and the number of its fact."""

    at: str
    who: str
    device: str
    fact: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeView:
    """One dispute on the page. ``bet`` and ``hand`` name what has a dossier; ``form`` is there while it is open.

    ``command`` is the number of the command that laid the bet or played the turn, 0 where nothing was.
    """

    dispute: str
    line: DisputeLine
    raised: Act
    bet: str
    hand: int
    command: int
    ruled: Act | None
    ruling: str
    reason: str
    form: RulingForm | None


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
        response = _page(night, form, refusal.why)
        response.status_code = STATUS_OF_REFUSAL.get(refusal.code, 422)
        return response
    return redirect(url_for("disputes.page", night=night, _anchor=form.dispute), code=303)


def _page(night: str, typed: RulingForm | None = None, refused: str = "") -> Response:
    asked = moment(night)
    state = asked.night
    views = _views(state, assistant().history(night), standing(asked.facts), typed, rules=not asked.past)
    open_first = sorted(views, key=lambda one: one.ruled is not None)
    sides = [(BANK, "the bank"), *((player, seat.name) for player, seat in state.seats.items() if seat.taken)]
    return render_room(
        "audit/disputes.html",
        state,
        asked.head,
        disputes=open_first,
        laws=LAWS,
        rulings=DrawerView.rulings,
        sides=sides,
        refused=refused,
        wrong=typed.dispute if typed else "",
        at=asked.head.version if asked.past else None,
    )


def _views(
    now: Night, history: History, kept: Sequence[Recorded], typed: RulingForm | None, *, rules: bool
) -> list[DisputeView]:
    names = names_of(kept)
    numbers = {one.id: one.number for one in assistant().book.commands(now.id)}
    raised = {one.fact.dispute: one for one in kept if isinstance(one.fact, DisputeRaised)}
    ruled = {one.fact.dispute: one for one in kept if isinstance(one.fact, DisputeRuled)}
    views = []
    for line in disputes_of(now, (one.fact for one in kept)):
        at = raised[line.dispute]
        told = ruled_told(line.ruled, names) if line.ruled else ("", "")
        form = RulingForm.filled(line.dispute, request.args) if rules and line.ruled is None else None
        if form and typed and typed.dispute == line.dispute:
            form = typed.again()
        views.append(
            DisputeView(
                dispute=line.dispute,
                line=line,
                raised=_act(at),
                bet=_bet(now, at),
                hand=_hand(history, at),
                command=numbers.get(_disputed(kept, at), 0),
                ruled=_act(ruled[line.dispute]) if line.ruled else None,
                ruling=told[0],
                reason=told[1],
                form=form,
            )
        )
    return views


def _act(one: Recorded) -> Act:
    return Act(at=hour(one.at, None), who=one.who, device=one.device, fact=one.version)


def _bet(now: Night, raised: Recorded) -> str:
    """The bet that a dispute is about, if it is about one."""
    about: str = getattr(raised.fact, "about", "")
    return about if FARO in now.tables and faro_of(now).used(about) else ""


def _disputed(kept: Sequence[Recorded], raised: Recorded) -> str:
    """The command that laid the bet, or played the turn last of that number; nothing where there is none."""
    about: str = getattr(raised.fact, "about", "")
    before = [one for one in kept if one.version < raised.version]
    laid = [one for one in before if isinstance(one.fact, BetPlaced | TurnCalled) and one.fact.bet == about]
    played = [
        one
        for one in before
        if isinstance(one.fact, WinnerDrawn | CardsLaid | TurnPassed) and str(one.fact.turn) == about
    ]
    return next((one.command for one in (*laid[-1:], *played[-1:])), "")


def _hand(history: History, raised: Recorded) -> int:
    """The hand whose turn a dispute is about, 0 where it is about none."""
    return hand_disputed(raised.fact, history.at(raised.version)) if isinstance(raised.fact, DisputeRaised) else 0
