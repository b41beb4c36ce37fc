"""The cash drawer of a table: blind counts, fills, credits, drops and their slips."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from msgspec import field
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import CountDrawer, Fill, VoidSlip
from dealer.commands.refusal import Refusal, marked
from dealer.house import roles
from dealer.house.state import HouseState
from dealer.night.drawer import CLOSING, OPENING, RELIEF
from dealer.night.night import Night
from dealer.rules_version import THE_HOUSE
from events.common.house import SLIP_KINDS
from events.common.night import DealerRelieved, DrawerCounted
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import box_cents
from reports.sheets.cash_slips import cash_slips_of
from reports.words.formatting import brief, hour_of_night
from reports.words.language import gettext as _
from reports.words.language import style
from reports.words.night_words import over_or_short, slip_name
from web.app.authorization import house, signed_in
from web.app.errors import refusal_status
from web.app.request_parsing import SECOND_PIN, command_id, number_of, sender, service, with_signers
from web.app.schema_fields import FieldRefused, beside_field, cents_of, not_whole
from web.app.secret_key import derived
from web.nights.night_form import ClosingCount, closing_count

blueprint = Blueprint("cash_drawer", __name__, url_prefix="/nights/<night>/cash-drawer")

Document = dict[str, Any]

_VALUES = {
    "USD": (10_000, 5_000, 2_000, 1_000, 500, 100, 25, 10, 5, 1),
    "EUR": (50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "GBP": (5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CHF": (100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5),
    "CAD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5),
    "AUD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5),
    "MXN": (100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50),
    "JPY": (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1),
    "KWD": (20_000, 10_000, 5_000, 1_000, 500, 250, 100, 50, 20, 10, 5),
}


def values() -> tuple[int, ...]:
    """The usual notes and coins of the currency in force, in its smallest unit; none where only a total is typed."""
    return _VALUES.get(style().currency, ())


MOMENTS = {OPENING: marked("Opening"), RELIEF: marked("Relief"), CLOSING: marked("Closing")}
REASONS = (marked("Wrong change given"), marked("Wrong amount paid out"), marked("Cannot be explained"))
WHY_VOID = (marked("Wrong amount"), marked("No longer needed"), marked("Not signed"))
_SLIP_AMOUNTS = (5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
_MOST_AMOUNTS = 6
COUNT, SECOND, REASON = "count", "second", "reason"
"""The steps of a count: somebody counts, a second person counts, a difference gets a reason."""


class CountForm(Frozen):
    """A count as typed: at which ``step`` and moment, the number of each note and coin by its value, or one ``total``.

    ``first`` is the seal of the first person's count, which the second person's must match. ``cash`` are the cents that
    were counted, once they are shown, and ``second`` is who confirms them.
    """

    at: str
    step: str = COUNT
    pieces: Mapping[int, str] = field(default_factory=dict)
    total: str = ""
    first: str = ""
    second: str = ""
    reason: str = ""
    cash: int | None = None

    @classmethod
    def read(cls, typed: MultiDict[str, str]) -> CountForm:
        """The form as it was sent; missing fields are empty."""
        pieces = {cents: typed.get(f"piece_{cents}", "").strip() for cents in values()}
        return cls(
            at=typed.get("at", ""),
            step=typed.get("step", COUNT),
            pieces={cents: number for cents, number in pieces.items() if number},
            total=typed.get("total", "").strip(),
            first=typed.get("first", ""),
            second=typed.get("second", ""),
            reason=typed.get("reason", "").strip() or typed.get("usual_reason", ""),
            cash=number_of(typed.get("cash", "")),
        )

    def cents(self) -> int:
        """What was counted, in cents; raises :class:`FieldRefused`."""
        if self.cash is not None:
            return self.cash
        if self.total and self.pieces:
            raise FieldRefused("total", _("Count notes and coins, or type one total, not both."))
        if self.total:
            return cents_of(self.total, "total", _("Total"))
        if not self.pieces:
            raise FieldRefused("total", _("Type how many of each you counted. An empty drawer has a total of 0."))
        numbers = {cents: number_of(typed) for cents, typed in self.pieces.items()}
        for cents, number in numbers.items():
            if number is None:
                raise FieldRefused(f"piece_{cents}", not_whole(brief(cents), self.pieces[cents]))
        return sum(cents * (number or 0) for cents, number in numbers.items())


class CountLine(Frozen):
    """A count of the night: when, by whom, how much in cents, and how much it was over or short, "" for neither."""

    at: str
    hour: str
    who: str
    second: str
    cash_cents: int
    difference: str
    checks_out_cents: int
    reason: str

    @property
    def moment(self) -> str:
        """What it was counted for."""
        return _(MOMENTS[self.at])


class SlipLine(Frozen):
    """A slip of the night; ``void`` is the reason why it does not count, "" for one that does."""

    kind: str
    number: int
    cents: int
    hour: str
    who: str
    void: str

    @property
    def paper(self) -> str:
        """The name of its paper."""
        return f"{self.kind}-{self.number}"

    @property
    def title(self) -> str:
        """What it is called."""
        return _("%(kind)s Nº %(number)s", kind=slip_name(self.kind), number=self.number)


class CashDrawerView(Frozen):
    """What the page of a cash drawer shows. It has no word of what the drawer must hold.

    ``needs_second`` says whether the house wants a second person to count. ``last_close`` is that of the night before
    at this table, once the opening was counted.
    """

    night: str
    table: str
    date: str
    closed: bool
    at: str
    may_count: bool
    may_write: bool
    needs_second: bool
    amounts: tuple[int, ...]
    counts: tuple[CountLine, ...]
    slips: tuple[SlipLine, ...]
    last_close: ClosingCount | None


def cash_drawer_view(
    night: Night,
    events: NightEvents,
    house: HouseState,
    member: str,
    documents: Mapping[str, Document],
    last_close: ClosingCount | None = None,
) -> CashDrawerView:
    """The page of a night's cash drawer for a member of the staff; ``documents`` are the night's commands by id."""
    opened = events[0].at
    counts = tuple(
        _count_line(recorded, documents, opened)
        for recorded in events.effective
        if isinstance(recorded.event, DrawerCounted)
    )
    slips = tuple(
        SlipLine(
            kind=slip.kind,
            number=slip.number,
            cents=slip.cents,
            hour=hour_of_night(slip.at, opened),
            who=slip.who,
            void=slip.void.reason or "" if slip.void else "",
        )
        for slip in cash_slips_of(events).values()
    )
    return CashDrawerView(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        closed=night.closed,
        at=likely_moment(night, events),
        may_count=may_give(house, member, CountDrawer.do),
        may_write=may_give(house, member, Fill.do),
        needs_second=night.settings.second_count,
        amounts=tuple(cents for cents in _SLIP_AMOUNTS if cents % night.check_cents == 0)[:_MOST_AMOUNTS],
        counts=counts[::-1],
        slips=slips[::-1],
        last_close=last_close if any(count.at == OPENING for count in night.counts) else None,
    )


def _count_line(recorded: Recorded, documents: Mapping[str, Document], opened: str) -> CountLine:
    event = recorded.event
    assert isinstance(event, DrawerCounted)
    over_cents = event.cash_cents - event.expected_cents
    return CountLine(
        at=event.at,
        hour=hour_of_night(recorded.at, opened),
        who=recorded.who,
        second=documents.get(recorded.command, {}).get("second") or "",
        cash_cents=event.cash_cents,
        difference=over_or_short(over_cents) if over_cents else "",
        checks_out_cents=event.checks_out_cents,
        reason=event.reason,
    )


def may_give(house: HouseState, member: str, word: str) -> bool:
    """Whether a member of the staff may give a command; everybody may where the house has given no roles."""
    return not house.staff or roles.may_give(house.staff.get(member, ()), {"do": word})


def likely_moment(night: Night, events: NightEvents) -> str:
    """The moment of the count that is likely next: opening, then relief after a change of dealers, else closing."""
    if not night.counts and not night.rounds:
        return OPENING
    changes = (
        recorded.event
        for recorded in reversed(events.effective)
        if isinstance(recorded.event, DrawerCounted | DealerRelieved)
    )
    return RELIEF if isinstance(next(changes, None), DealerRelieved) else CLOSING


def last_close_before(night: Night, house: HouseState) -> ClosingCount | None:
    """The closing count of the night before at the same table; ``None`` if that night has none."""
    order = house.night_order
    earlier = order[: order.index(night.id)] if night.id in order else []
    same_table = (other for other in reversed(earlier) if house.nights[other].table == night.opened.table)
    before = next(same_table, None)
    return closing_count(before) if before else None


def is_in_use(night: str) -> bool:
    """Whether the table's header leads to the cash drawer: the house has given roles, or counts cash.

    Elsewhere the way is in the menu, and the header stays as it is.
    """
    state = service().night(night)
    if state.closed or state.opened.rules < THE_HOUSE:
        return False
    counts = state.settings.second_count or state.settings.count_required or state.counts
    return bool(house().staff or house().slips or counts)


@blueprint.get("")
def page(night: str) -> Response:
    """The cash drawer of a table: count it, write slips, see the night's counts and slips."""
    return _page(night)


@blueprint.post("/count")
def count(night: str) -> AnyResponse:
    """Count the drawer: first blind, then by a second person if the house wants that, then with a reason if needed."""
    state, form = _night(night), CountForm.read(request.form)
    try:
        cents = form.cents()
        if state.settings.second_count and form.step == COUNT:
            second = CountForm(at=form.at, step=SECOND, first=_seal(night, form.at, cents))
            return _page(night, form=second)
        if form.step == SECOND and not compare_digest(form.first, _seal(night, form.at, cents)):
            why = _("The two counts differ. Both of you count again.")
            return _page(night, form=CountForm(at=form.at), refused=FieldRefused("", why))
        if state.settings.second_count and not (form.second and request.form.get(SECOND_PIN)):
            raise FieldRefused("second", _("Choose who counts second, and have them type their PIN."))
        _execute(night, _count_document(form, cents))
    except Refusal as refusal:
        holds = box_cents(_night(night).ledger)
        if refusal.code != "bad_input" or isinstance(refusal, FieldRefused) or not _is_moment(form) or cents == holds:
            return _page(night, form=form, refused=refusal)
        differs = replace(form, step=REASON, cash=cents)
        repeated = beside_field(refusal, {"reason": _("Reason")}) if form.step == REASON else None
        return _page(night, form=differs, refused=repeated, over_by=over_or_short(cents - holds))
    return redirect(url_for("cash_drawer.page", night=night, counted=1), code=303)


@blueprint.post("/slips")
def write_slip(night: str) -> AnyResponse:
    """Write a fill, a credit or a drop."""
    kind, typed = request.form.get("do", ""), request.form.get("amount", "").strip()
    try:
        if kind not in SLIP_KINDS:
            raise FieldRefused("amount", _("Choose fill, credit or drop."))
        cents = cents_of(typed, "amount", _("Amount")) if typed else number_of(request.form.get("usual", ""))
        if cents is None:
            raise FieldRefused("amount", _("Choose an amount, or type one."))
        _execute(night, {"do": kind, "amount": cents})
    except Refusal as refusal:
        return _page(night, refused_slip=refusal, typed=typed, usual=request.form.get("usual", ""))
    return redirect(url_for("cash_drawer.page", night=night, written=kind), code=303)


@blueprint.post("/void")
def void_slip(night: str) -> AnyResponse:
    """Make a slip void, for a reason."""
    fields = request.form
    reason = fields.get("reason", "").strip() or fields.get("usual_reason", "")
    kind, number = fields.get("kind", ""), number_of(fields.get("number", ""))
    try:
        if not reason:
            raise FieldRefused("void", _("Choose or type why the slip is void."))
        _execute(night, {"do": VoidSlip.do, "kind": kind, "number": number, "reason": reason})
    except Refusal as refusal:
        return _page(night, refused_void=beside_field(refusal, {"reason": _("Reason")}), void_of=f"{kind}-{number}")
    return redirect(url_for("cash_drawer.page", night=night, _anchor="slips"), code=303)


def _night(night: str) -> Night:
    """The night; :class:`NotFound` for one of an earlier program, which has no cash drawer."""
    state = service().night(night)
    if state.opened.rules < THE_HOUSE:
        raise NotFound
    return state


def _is_moment(form: CountForm) -> bool:
    return form.at in MOMENTS


def _count_document(form: CountForm, cents: int) -> Document:
    document: Document = {"do": CountDrawer.do, "at": form.at, "cash": cents}
    if form.reason:
        document["reason"] = form.reason
    if form.second:
        document |= {"second": form.second, SECOND_PIN: request.form.get(SECOND_PIN, "")}
    return document


def _execute(night: str, document: Document) -> None:
    """Carry out a command under an id of its page and of what it says: a form sent twice does it once."""
    page_id, sent = command_id(), {name: value for name, value in document.items() if name != SECOND_PIN}
    own_id = None
    if page_id:
        own_id = "drawer-" + sha256(json.dumps([page_id, sent], sort_keys=True).encode()).hexdigest()[:32]
    service().execute(with_signers(document), sender(), night=night, command_id=own_id)


def _seal(night: str, at: str, cents: int) -> str:
    """A count that the page can carry to the second person without showing it."""
    key = current_app.secret_key
    assert isinstance(key, bytes)
    return derived(key, f"casekeeper count {night} {at} {cents}").hex()


def _page(night: str, *, form: CountForm | None = None, refused: Refusal | None = None, **shown: Any) -> Response:
    _night(night)
    member, house = signed_in(), service().house()
    state, _head, events = service().with_events(night)
    documents: dict[str, Document] = {}
    last_close = None
    if state.counts:
        documents = {command.id: command.document for command in service().book.commands(night)}
        last_close = last_close_before(state, house)
    view = cash_drawer_view(state, events, house, member.name if member else "", documents, last_close)
    wanted = request.args.get("at", "")
    form = form or CountForm(at=wanted if wanted in MOMENTS else view.at)
    failed = next(filter(None, (refused, shown.get("refused_slip"), shown.get("refused_void"))), None)
    html = render_template(
        "house/cash_drawer.html",
        view=view,
        form=form,
        refused=refused,
        wrong=refused.field if isinstance(refused, FieldRefused) else "",
        values=values(),
        moments=[(at, _(moment)) for at, moment in MOMENTS.items()],
        reasons_for_difference=[_(reason) for reason in REASONS],
        why_void=[_(reason) for reason in WHY_VOID],
        counted_now="counted" in request.args,
        written_now=_last_slip(view.slips, request.args.get("written", "")),
        command_id=secrets.token_hex(16),
        **shown,
    )
    return make_response(html, refusal_status(failed) if failed else 200)


def _last_slip(slips: Sequence[SlipLine], kind: str) -> SlipLine | None:
    """The slip that was just written: the newest of its kind."""
    return next((slip for slip in slips if slip.kind == kind), None)
