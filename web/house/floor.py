"""The floor: all open nights at once, and what wants attention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from flask import Blueprint, render_template

from dealer.commands.commands import RelieveDealer
from dealer.commands.refusal import marked
from dealer.house.roles import may_give
from dealer.house.state import HouseState
from dealer.night.dealers import shifts_of
from dealer.night.drawer import CLOSING, OPENING, RELIEF
from dealer.night.house import on_screen
from dealer.night.night import Night
from dealer.staff import Register, same_name
from dealer.streams import now_utc
from events.common.night import DisputeRaised, DisputeRuled
from events.effective_events import EffectiveFold, effective
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import POT
from ledger.statement import checks_out_cents, in_sight_cents, markers_open_cents
from reports.sheets.disputes import disputes_of
from reports.words.formatting import brief, hour_of_night
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import where_play_stands
from reports.words.night_words import over_or_short
from web.app.authorization import register
from web.app.request_parsing import service
from web.game_screens import screens_of
from web.live.answer import presence
from web.live.channels import part_of
from web.live.presence import Silence
from web.nights.house_form import games_in_words, has_bank
from web.nights.night_list import NightLine, kept_lines

NEAR = 0.8
"""From this part of a limit on, a player's markers are near it."""

SILENT_S = 60.0
"""A table without a tablet wants attention after this long."""

IDLE_S = 20 * 60.0
"""A table without a command wants attention after this long."""


_COUNTS = {
    OPENING: marked("The opening count was %(difference)s: “%(reason)s”."),
    RELIEF: marked("The relief count was %(difference)s: “%(reason)s”."),
    CLOSING: marked("The closing count was %(difference)s: “%(reason)s”."),
}


class Attention(Frozen, kw_only=False):
    """Something about a table that the floor should look at: its kind, and a sentence."""

    kind: str
    sentence: str


class Owing(Frozen):
    """What a player owes on markers compared with their limit, in cents, over ``at_all`` tables or at this one."""

    name: str
    owes_cents: int
    limit_cents: int
    at_all: bool

    @property
    def share(self) -> float:
        """The part of the limit that is used up."""
        return self.owes_cents / self.limit_cents if self.limit_cents else 1.0

    @property
    def words(self) -> str:
        """It in a few words: ``Ada Lamb $160 of $200``."""
        return _("%(name)s %(owes)s of %(limit)s", **self._named)

    @property
    def sentence(self) -> str:
        """It as a sentence."""
        if self.at_all:
            return _("%(name)s owes %(owes)s on markers at all tables; the limit is %(limit)s.", **self._named)
        return _("%(name)s owes %(owes)s on markers at this table; the limit is %(limit)s.", **self._named)

    @property
    def _named(self) -> dict[str, str]:
        return {"name": self.name, "owes": brief(self.owes_cents), "limit": brief(self.limit_cents)}


class FloorTable(Frozen):
    """An open night on the floor. ``money`` is the bank in sight, or what lies in the pot; "" for neither.

    ``has_odds`` says whether odds are worked out for the game that is on.
    """

    night: str
    table: str
    games: str
    dealer: str
    since: str
    standing_at: str
    players: tuple[str, ...]
    checks_out: str
    money: str
    markers: str
    nearest: str
    has_odds: bool
    attention: tuple[Attention, ...]


def floor_table(
    night: Night, events: Sequence[Recorded], house: HouseState, at: str, silence: Silence, staff: Register
) -> FloorTable:
    """An open night at a time (ISO 8601 in UTC), from the house and for how long no tablet has been at the table."""
    night = on_screen(night, house)
    owing = max(_owing(night, house), key=lambda owing: owing.share, default=None)
    open_cents = sum(markers_open_cents(night.ledger, player) for player in night.seats)
    pot_cents = night.ledger.balance(POT)
    bank = _("%(amount)s in sight", amount=brief(in_sight_cents(night.ledger))) if has_bank(night) else ""
    return FloorTable(
        night=night.id,
        table=night.opened.table,
        games=games_in_words(night),
        dealer=night.dealer,
        since=hour_of_night(shifts_of(events)[-1].since, events[0].at),
        standing_at=where_play_stands(night),
        players=tuple(seat.name for seat in night.seated.values()),
        checks_out=brief(checks_out_cents(night.ledger)),
        money=bank or (_("%(amount)s in the pot", amount=brief(pot_cents)) if pot_cents else ""),
        markers=brief(open_cents) if open_cents else _("none"),
        nearest=owing.words if owing else "",
        has_odds=screens_of(night.dealing).odds is not None,
        attention=tuple(_attention(night, events, house, owing, at, silence, staff)),
    )


def _owing(night: Night, house: HouseState) -> Iterator[Owing]:
    """The debts of the seats that have a limit, by their card and by the table."""
    for player, seat in night.seats.items():
        here_cents = markers_open_cents(night.ledger, player)
        if here_cents and night.marker_limit_cents is not None:
            yield Owing(name=seat.name, owes_cents=here_cents, limit_cents=night.marker_limit_cents, at_all=False)
        card = house.card(seat.card) if seat.card else None
        limit_cents = house.limit_of(card, night.settings) if card else None
        if card and limit_cents is not None and card.exposure_cents:
            yield Owing(name=card.screen_name, owes_cents=card.exposure_cents, limit_cents=limit_cents, at_all=True)


def _attention(
    night: Night,
    events: Sequence[Recorded],
    house: HouseState,
    owing: Owing | None,
    at: str,
    silence: Silence,
    staff: Register,
) -> Iterator[Attention]:
    if _may_not_deal(night.dealer, house, staff):
        yield Attention("dealer", _("%(name)s deals here and may not deal any more.", name=night.dealer))
    for dispute in disputes_of(night, effective(events)) if night.open_disputes else ():
        if dispute.ruled is None:
            yield Attention(
                "dispute",
                _(
                    "%(name)s’s dispute about %(about)s waits for a ruling.",
                    name=dispute.name,
                    about=dispute.called,
                ),
            )
    for sentence in _rulings_taken_back(events):
        yield Attention("dispute", sentence)
    if any(getattr(table, "broken", False) for table in night.tables.values()):
        yield Attention("broken", _("The bank is broken: no bets until the roll is raised."))
    for count in night.counts[-1:]:
        over_cents = count.cash_cents - count.expected_cents
        if over_cents:
            sentence = _(_COUNTS[count.at], difference=over_or_short(over_cents), reason=count.reason)
            yield Attention("count", sentence)
    for card in (house.card(seat.card) for seat in night.seated.values() if seat.card):
        if card.barred:
            sentence = _("%(name)s is barred and still plays: %(reason)s.", name=card.screen_name, reason=card.barred)
            yield Attention("barred", sentence)
    if owing and owing.share >= NEAR:
        yield Attention("marker", owing.sentence)
    idle_s = (datetime.fromisoformat(at) - datetime.fromisoformat(events[-1].at)).total_seconds()
    silent_s = min(silence.seconds, idle_s)
    if silent_s > SILENT_S:
        device, for_long = staff.device_names.get(silence.device, silence.device), _for_long(silent_s)
        yield Attention(
            "silent",
            _("%(device)s has had no connection for %(time)s.", device=device, time=for_long)
            if device
            else _("No tablet has been here for %(time)s.", time=for_long),
        )
    if idle_s > IDLE_S:
        yield Attention("idle", _("Nothing has been entered for %(time)s.", time=_for_long(idle_s)))


def _may_not_deal(dealer: str, house: HouseState, staff: Register) -> bool:
    """Whether a dealer was dismissed or lost the role; somebody who was never on the staff may deal."""
    if staff.find(dealer) is None:
        return same_name(dealer) in staff.dismissed
    return bool(house.staff) and not may_give(house.staff.get(dealer, ()), {"do": RelieveDealer.do})


def _rulings_taken_back(events: Sequence[Recorded]) -> list[str]:
    """A sentence for each dispute without a ruling whose last ruling was taken back by somebody else."""
    rulers = {
        recorded.command: recorded.who for recorded in reversed(events) if isinstance(recorded.event, DisputeRuled)
    }
    if not rulers:
        return []
    fold = EffectiveFold.of(events)
    claims = {event.dispute: event.claim for event in (row.event for row in events) if isinstance(event, DisputeRaised)}
    ruled = {event.dispute for event in (row.event for row in fold.events) if isinstance(event, DisputeRuled)}
    taken_back: dict[str, str] = {}
    for version, undone in fold.took_back.items():
        by = events[version - 1].who
        for recorded in undone:
            event, ruler = recorded.event, rulers.get(recorded.command, by)
            if isinstance(event, DisputeRuled) and event.dispute not in ruled and ruler != by:
                claim = claims[event.dispute]
                taken_back[event.dispute] = _(
                    "%(name)s took back %(ruler)s’s ruling on the dispute “%(claim)s”.",
                    name=by,
                    ruler=ruler,
                    claim=claim,
                )
    return list(taken_back.values())


def _for_long(seconds: float) -> str:
    """A time in words, in minutes up to two hours, else in hours, else in days."""
    minutes = int(seconds // 60)
    if minutes < 120:
        return ngettext("%(num)s minute", "%(num)s minutes", minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(num)s hour", "%(num)s hours", hours)
    return ngettext("%(num)s day", "%(num)s days", hours // 24)


class Floor(Frozen, kw_only=False):
    """The open nights, in the order opened; ``damaged`` are those that cannot be read and may be open."""

    tables: tuple[FloorTable, ...]
    damaged: tuple[NightLine, ...] = ()

    @property
    def wanting(self) -> tuple[FloorTable, ...]:
        """The tables that want attention."""
        return tuple(table for table in self.tables if table.attention)


def _floor() -> Floor:
    """The floor as it stands."""
    opened, damaged = kept_lines().open_and_damaged(service())
    nights = [service().with_events(line.night) for line in reversed(opened)]
    # After the nights: every card that they name is in it.
    house, at, staff = service().house(), now_utc(), register()
    return Floor(
        tuple(
            floor_table(night, events, house, at, presence().silence(night.id), staff)
            for night, _head, events in nights
            if not night.closed
        ),
        tuple(reversed(damaged)),
    )


blueprint = Blueprint("floor", __name__)


@blueprint.get("/floor")
def page() -> str:
    """The floor: all open nights, and what wants attention; the page asks for :func:`tables` every few seconds."""
    return render_template("house/floor.html", floor=_floor())


@blueprint.get("/floor/tables")
def tables() -> str:
    """The part of the floor that the page shows again."""
    return part_of("house/floor.html", "tables", floor=_floor())
