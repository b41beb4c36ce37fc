"""The disputes of a night, and the form for a ruling."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import RuleDispute
from dealer.commands.refusal import Refusal
from dealer.games import GAMES
from dealer.house.roles import signers_of
from dealer.night.disputes import RULINGS, laws
from dealer.night.house import Context
from dealer.night.night import Night
from events.common.night import Correction, DisputeRaised, DisputeRuled
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import BANK
from reports.rounds.story import ruled_text
from reports.rounds.subjects import Subject, settled_before
from reports.rulebooks import Citable, citable_in
from reports.sheets.disputes import DisputeLine, disputes_of
from reports.sheets.dossier import tells_of
from reports.words.formatting import hour_of_night, names_of
from reports.words.game_words import refusal_text, words_of
from reports.words.language import currency_sign
from reports.words.language import gettext as _
from reports.words.naming import round_of
from web.app.authorization import house, may
from web.app.errors import refusal_status
from web.app.parties import warning_of, with_party
from web.app.request_parsing import (
    command_id,
    moment,
    number_of,
    seconds_for,
    sender,
    service,
    with_second,
    with_signers,
)
from web.app.schema_fields import FieldRefused, beside_field, cents_of, typed_amount
from web.audit.pages import render_room
from web.tablet.take_and_pay import citable_of, comes_to, proposal_of
from web.time_travel import step_to, steps_of

FEWEST_ROWS = 2
"""How many rows for corrections the form has at least; one that is filled has an empty one below it."""

MOST_ROWS = 40

_AMOUNT = "amount"


class Row(Frozen, kw_only=False):
    """One correction as typed: from which side, to which, and how many dollars."""

    source: str = ""
    target: str = ""
    amount: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was chosen or typed in it."""
        return not (self.source or self.target or self.amount)


class RulingForm(Frozen):
    """What stands in the form of one dispute.

    ``law`` is the number of a law, or a rule of the game by the words that cite it, which then begin the reason.
    ``proposed`` is the correction that was filled in, as an address has it.
    """

    dispute: str
    command_id: str
    ruling: str = ""
    law: str = ""
    reason: str = ""
    rows: tuple[Row, ...] = ()
    proposed: str = ""

    @classmethod
    def read(cls, typed: MultiDict[str, str]) -> RulingForm:
        """The form as it was sent."""
        columns = (typed.getlist(name) for name in ("from", "to", _AMOUNT))
        rows = tuple(Row(*map(str.strip, cells)) for cells in zip(*columns, strict=False))
        return cls(
            dispute=typed.get("dispute", ""),
            command_id=typed.get("command_id", ""),
            ruling=typed.get("ruling", ""),
            law=typed.get("law", ""),
            reason=typed.get("reason", "").strip(),
            rows=tuple(row for row in rows if not row.is_empty)[:MOST_ROWS],
            proposed=typed.get("proposed", ""),
        )

    def again(self) -> RulingForm:
        """What was typed, to be sent as a command of its own: the one that was refused keeps its id."""
        return replace(self, command_id=secrets.token_hex(16))

    @classmethod
    def filled(cls, dispute: str, query: MultiDict[str, str], proposal: Correction | None = None) -> RulingForm:
        """The form of a dispute as an address fills it in, where that names this dispute; else with the ``proposal``.

        ``correction=from:to:cents`` may be given many times, ``reason=`` once; what does not read is left out.
        """
        empty = cls(dispute=dispute, command_id=secrets.token_hex(16))
        if query.get("dispute") != dispute:
            if proposal is None:
                return empty
            proposed = f"{proposal.source}:{proposal.target}:{proposal.amount_cents}"
            return replace(empty, rows=tuple(filter(None, [_row(proposed)])), proposed=proposed)
        rows = tuple(row for text in query.getlist("correction")[:MOST_ROWS] if (row := _row(text)))
        law, reason = query.get("law", ""), query.get("reason", "")
        return replace(empty, ruling="corrected" if rows else "", law=law, reason=reason, rows=rows)

    @property
    def shown_rows(self) -> tuple[Row, ...]:
        """The rows that the form shows: those filled, and an empty one more."""
        missing = max(1, FEWEST_ROWS - len(self.rows))
        return (*self.rows, *(Row() for _ in range(missing)))

    def document(self) -> dict[str, Any]:
        """The command that the form asks for; :class:`FieldRefused` where something is missing or does not read.

        What does not fit the night is left to the command's own rules, whose sentence is shown.
        """
        if not self.ruling:
            raise FieldRefused("ruling", _("Choose the ruling: it stands, or it is corrected."))
        if not self.reason:
            raise FieldRefused("reason", _("Enter the reason for the ruling."))
        rows = self.rows
        if self.ruling == "stands" and rows == (_row(self.proposed),):
            # A proposal that nobody changed is none of a ruling that it stands.
            rows = ()
        if self.ruling == "corrected" and not rows:
            raise FieldRefused("from", _("Enter the correction: from whom, to whom and how much."))
        cites_rule = any(
            self.law == citable.value for game in GAMES for citable in citable_in(game) if citable.citation.rule
        )
        return {
            "do": RuleDispute.do,
            "dispute": self.dispute,
            "ruling": self.ruling,
            "reason": f"{self.law}: {self.reason}" if cites_rule else self.reason,
            "corrections": [_correction(number, row) for number, row in enumerate(rows, start=1)],
            **({"law": self._law()} if self.law and not cites_rule else {}),
        }

    def _law(self) -> int:
        law = number_of(self.law)
        if law is None or not 1 <= law <= len(laws()):
            raise FieldRefused("law", _("Choose one of the laws 1 to %(last)s, or none.", last=len(laws())))
        return law


def _correction(number: int, row: Row) -> dict[str, Any]:
    """A correction as the command has it; ``number`` is its place on the form."""
    if not row.source:
        raise FieldRefused("from", _("Correction %(number)s: choose from whom.", number=number))
    if not row.target:
        raise FieldRefused("to", _("Correction %(number)s: choose to whom.", number=number))
    if not row.amount:
        raise FieldRefused(_AMOUNT, _("Correction %(number)s: enter an amount.", number=number))
    return {
        "from": row.source,
        "to": row.target,
        "amount": cents_of(row.amount, _AMOUNT, _("Correction %(number)s", number=number)),
    }


def _row(text: str) -> Row | None:
    source, _, rest = text.partition(":")
    target, _, cents = rest.partition(":")
    if not (source and target and cents.isascii() and cents.isdigit() and len(cents) <= 13):
        return None
    return Row(source, target, typed_amount(int(cents)))


blueprint = Blueprint("disputes", __name__)


class DisputeView(Frozen):
    """One dispute on the page; ``form`` is there while it is open.

    ``command`` is the number of the command that laid the bet or played the turn, ``settled`` that of the last event of
    the command that settled the bet or played the turn; 0 where none did.
    ``story`` is the address of the round's story. ``comes_to`` says what its claim comes to, and ``citable`` is what a
    ruling may cite. ``why_not`` is why who is signed in may not rule on it, "" if they may, and ``warning`` that they
    are a party to it.
    """

    dispute: str
    line: DisputeLine
    raised: Recorded
    command: int
    settled: int
    ruled: Recorded | None
    ruling: str
    reason: str
    form: RulingForm | None
    why_not: str
    warning: str
    comes_to: str
    citable: tuple[Citable, ...]
    story: str


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
        document = with_second(with_party(night, form.document()))
        service().execute(document, sender(), night=night, command_id=command_id())
    except Refusal as refusal:
        return _page(night, form, beside_field(refusal, {"reason": _("Reason"), "ruling": _("Ruling")}))
    return redirect(url_for("disputes.page", night=night, _anchor=form.dispute), code=303)


def _page(night: str, typed: RulingForm | None = None, refusal: Refusal | None = None) -> Response:
    then = moment(night)
    state = then.night
    views = _views(state, effective(then.events), typed, rules=not then.past)
    beside = any(view.form and typed and typed.dispute == view.dispute for view in views)
    sides = [(BANK, _("the bank")), *((player, seat.name) for player, seat in state.seated.items())]
    return render_room(
        "audit/disputes.html",
        state,
        then.head,
        disputes=sorted(views, key=lambda view: view.ruled is not None),
        rulings=RULINGS,
        currency_sign=currency_sign(),
        hour=partial(hour_of_night, opened=then.events[0].at),
        round_called=lambda of: round_of(of.game, state.tables[of.game], of.round),
        sides=sides,
        refused=refusal_text(refusal, state.names) if refusal else "",
        seconds=seconds_for(refusal, {"do": RuleDispute.do, "dispute": typed.dispute}, state) if typed else None,
        wrong=typed.dispute if typed else "",
        too_late=_too_late(refusal, state.names) if typed and not beside else "",
        at=then.at,
        status=refusal_status(refusal) if refusal else 200,
    )


def _too_late(refusal: Refusal | None, names: Mapping[str, str]) -> str:
    """What is said of a form that was sent for a dispute that has none any more: somebody else has ruled it."""
    if refusal is None or isinstance(refusal, FieldRefused):
        return _("That dispute has already been ruled.")
    return refusal_text(refusal, names)


def _views(now: Night, events: Sequence[Recorded], typed: RulingForm | None, *, rules: bool) -> list[DisputeView]:
    names = names_of(events)
    raised = {recorded.event.dispute: recorded for recorded in events if isinstance(recorded.event, DisputeRaised)}
    ruled = {recorded.event.dispute: recorded for recorded in events if isinstance(recorded.event, DisputeRuled)}
    views = []
    for line in disputes_of(now, events):
        at = raised[line.dispute]
        began, settled = (
            step_to(steps_of(now.id), recorded.version) if recorded else None
            for recorded in (line.subject.played, settled_before(events, line.subject, at))
        )
        ruling, reason = ruled_text(line.ruled, names) if line.ruled else ("", "")
        form, proposal = None, None
        if rules and line.ruled is None:
            proposal = proposal_of(now, events, line)
            form = RulingForm.filled(line.dispute, request.args, proposal)
        if form and typed and typed.dispute == line.dispute:
            form = typed.again()
        why_not = _why_not(now, line.dispute) if form else ""
        views.append(
            DisputeView(
                dispute=line.dispute,
                line=line,
                raised=at,
                command=began.number if began else 0,
                settled=settled.after if settled else 0,
                ruled=ruled[line.dispute] if line.ruled else None,
                ruling=ruling,
                reason=reason,
                form=form,
                why_not=why_not,
                warning=warning_of(now.id, line.dispute) if form and not why_not else "",
                comes_to=comes_to(proposal, names) if form else "",
                citable=citable_of(now, line),
                story=_story_of(now, line.subject),
            )
        )
    return views


def _why_not(night: Night, dispute: str) -> str:
    """Why who is signed in may not rule on a dispute, "" if they may."""
    if not may(RuleDispute.do):
        return _("The floor and dealers rule on disputes.")
    document = with_signers({"do": RuleDispute.do, "dispute": dispute})
    try:
        Context(house=house(), document=document, signers=signers_of(document)).check_signers(night)
        with_party(night.id, document)
    except Refusal as refusal:
        return refusal_text(refusal, night.names)
    return ""


def _story_of(now: Night, subject: Subject) -> str:
    """The address of the story of the disputed round; empty if it has none."""
    if subject.bet or not subject.game or not tells_of(subject.game):
        return ""
    kind = words_of(subject.game).round.kind
    return url_for("dossiers.round", night=now.id, kind=kind, number=subject.round)
