"""A marker's three slips, and the register of a night's markers with its roll-forward."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from msgspec.structs import replace

from dealer.night.night import Issue, Night, issues_of, opening
from events.common import night
from events.common.house import ROLL
from events.common.night import CommandVoidedForReason, NightOpened
from events.effective_events import EffectiveFold
from events.frozen import Frozen
from events.records import Recorded
from ledger.statement import player_line
from reports.pdf.render import pdf, slip
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.statement import DoesNotAddUp, added, assert_equal
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import currency_digits, currency_name, pgettext, style
from reports.words.language import gettext as _
from reports.words.number_words import in_words

_LINES_TO_FILL_IN = 3


class MarkerSlips(Frozen):
    """The contents of a marker's slips."""

    masthead: Masthead
    marker: Marker
    seal: Seal

    @property
    def is_paid(self) -> bool:
        """Whether it was paid in full."""
        return not self.marker.void and not self.marker.open_cents

    def is_to_be_signed(self, options: RenderOptions) -> bool:
        """Whether the original has lines for signatures.

        Not if nothing is owed on it, and not on a reprint: a player who signed two would have promised twice.
        """
        return bool(self.marker.open_cents) and not (options.printing and options.printing.is_reprint)

    @property
    def lines_to_fill_in(self) -> int:
        """Blank payment lines on the payment slip, besides the payments made."""
        return max(1, _LINES_TO_FILL_IN - len(self.marker.payments)) if self.marker.open_cents else 0


def marker_slips_view(
    now: Night,
    events: Sequence[Recorded],
    number: int,
    zone: tzinfo | None = None,
    register: MarkerRegister | None = None,
) -> MarkerSlips:
    """The slips of a marker from a night and all of its events. Pass ``register`` to reuse it.

    Raises :class:`LookupError` if no marker has the number.
    """
    return MarkerSlips(
        masthead=masthead_of(now, events, f"marker-{number}", zone),
        marker=(register or marker_register_of(now, events)).of(number),
        seal=seal_of(now, events),
    )


def print_marker_slips(view: MarkerSlips, options: RenderOptions = PLAIN) -> bytes:
    """Print the slips of a marker as PDF, on the roll or on a sheet as the house chose."""
    title = _("Marker Nº %(number)s: %(name)s", number=view.marker.number, name=view.marker.name)
    shown = {"view": view, "written_out": written_out_in_words(view.marker.cents)}
    if options.style.slips == ROLL:
        return slip("marker_slips.html", title, options, roll=True, **shown)
    return pdf("marker_slips.html", title, options, roll=False, **shown)


def written_out_in_words(cents: int) -> str:
    """An amount in words, its decimals as a fraction, in the language and currency in force.

    >>> written_out_in_words(52550)
    'Five hundred twenty-five and 50/100 US dollars'
    """
    digits = currency_digits()
    whole, rest = divmod(cents, 10**digits)
    words = in_words(whole, style().language)
    if digits:
        text = _(
            "%(words)s and %(cents)s/%(whole)s %(currency)s",
            words=words,
            cents=f"{rest:0{digits}}",
            whole=10**digits,
            currency=currency_name(),
        )
    elif whole % 1_000_000:
        text = pgettext("an amount in words", "%(words)s %(currency)s", words=words, currency=currency_name(whole))
    else:
        text = pgettext("after millions", "%(words)s %(currency)s", words=words, currency=currency_name())
    return text[:1].upper() + text[1:]


class Payment(Frozen):
    """The part of a payment that went to one marker, in ``cash`` or ``checks``; ``left_cents`` remained open."""

    at: str
    tender: str
    cents: int
    left_cents: int


class TakenBack(Frozen):
    """When a marker's command was taken back, by whom, on which device, and the reason if one was given."""

    at: str
    who: str
    device: str
    reason: str | None


class Marker(Frozen):
    """A marker: number, player, amount in cents, and when, by whom and on which device it was issued.

    ``seat`` is missing if the seating was taken back as well. ``carried_over`` means that the night closed with part of
    it open. ``owed_in_all_cents`` is what the player owed the house on all markers when it was issued, at any table or
    carried from earlier nights; ``None`` for a seat without a card. ``events`` are the versions of the events that
    issued it, paid it, and took it back.
    """

    number: int
    player: str
    name: str
    seat: int | None
    cents: int
    at: str
    who: str
    device: str
    payments: tuple[Payment, ...] = ()
    void: TakenBack | None = None
    carried_over: bool = False
    owed_in_all_cents: int | None = None
    events: tuple[int, ...] = ()

    @property
    def paid_cents(self) -> int:
        """What was paid on it."""
        return sum(payment.cents for payment in self.payments)

    @property
    def open_cents(self) -> int:
        """What is still owed on it; 0 for a void marker."""
        return 0 if self.void else self.cents - self.paid_cents


@dataclass(slots=True, kw_only=True)
class Roll:
    """A roll-forward of markers in cents: opening, issued (with void ones), void, redeemed in cash and in checks."""

    opening_cents: int = 0
    issued_cents: int = 0
    void_cents: int = 0
    cash_cents: int = 0
    checks_cents: int = 0

    @property
    def open_cents(self) -> int:
        """The closing balance."""
        return self.opening_cents + self.issued_cents - self.void_cents - self.cash_cents - self.checks_cents


class PlayerRoll(Frozen):
    """The roll-forward of one player's markers."""

    player: str
    name: str
    roll: Roll


class MarkerRegister(Frozen):
    """All markers of a night by number, and the roll-forward of each player with a marker, and of all."""

    markers: tuple[Marker, ...]
    players: tuple[PlayerRoll, ...]
    all: Roll

    def of(self, number: int) -> Marker:
        """The marker with a number; :class:`LookupError` if there is none."""
        if not 1 <= number <= len(self.markers):
            raise LookupError(f"no marker has the number {number}")
        return self.markers[number - 1]


def marker_register_of(now: Night, events: Sequence[Recorded]) -> MarkerRegister:
    """The register from a night and all of its events, checked against the ledger and the markers carried over."""
    stood = EffectiveFold()
    for recorded in events:
        stood.follow(recorded)
    issues = issues_of(events)
    markers = _with_payments(_issued(issues, stood, now.names), issues, stood)
    if now.closed:
        markers = [replace(marker, carried_over=marker.open_cents > 0) for marker in markers]
    players = tuple(_rolls(now, events[0], markers))
    register = MarkerRegister(
        markers=tuple(markers), players=players, all=added(Roll, (player.roll for player in players))
    )
    _assert_adds_up(register, now, events)
    return register


def _issued(
    issues: Mapping[Issue, Sequence[Recorded]], stood: EffectiveFold, sitting: Mapping[str, str]
) -> list[Marker]:
    """Every marker ever issued, including those taken back, in the order of their numbers.

    ``sitting`` has the names of the players by seat key, in the order of the seats.
    """
    seats = {item: seat for seat, item in enumerate(sitting.items(), start=1)}
    markers: list[Marker] = []
    for number, ((_void, player, cents, name), events) in enumerate(issues.items(), start=1):
        first, last = events[0], events[-1]
        assert isinstance(first.event, night.MarkerIssued)
        stands = any(recorded.version not in stood.taken_back_by for recorded in events)
        by = None if stands else stood.taken_back_by[last.version]
        markers.append(
            Marker(
                number=number,
                player=player,
                name=name,
                seat=seats.get((player, name)),
                cents=cents,
                at=first.at,
                who=first.who,
                device=first.device,
                void=_taken_back(by) if by else None,
                owed_in_all_cents=first.event.owed_in_all_cents,
                events=tuple(event.version for event in (*events, by) if event),
            )
        )
    return markers


def _taken_back(recorded: Recorded) -> TakenBack:
    reason = recorded.event.reason if isinstance(recorded.event, CommandVoidedForReason) else None
    return TakenBack(at=recorded.at, who=recorded.who, device=recorded.device, reason=reason)


def _with_payments(
    markers: Sequence[Marker], issues: Mapping[Issue, Sequence[Recorded]], stood: EffectiveFold
) -> list[Marker]:
    """The markers with their payments; each payment goes to the player's oldest open marker first."""
    paid = list(markers)
    numbers = {event.version: at for at, events in enumerate(issues.values()) for event in events}
    issued: list[int] = []
    for recorded in stood.events:
        if isinstance(recorded.event, night.MarkerIssued):
            issued.append(numbers[recorded.version])
        if isinstance(recorded.event, night.MarkerRedeemed):
            left_cents = recorded.event.amount_cents
            for at in issued:
                marker = paid[at]
                part_cents = min(left_cents, marker.open_cents) if marker.player == recorded.event.player else 0
                if part_cents:
                    left_cents -= part_cents
                    part = Payment(
                        at=recorded.at,
                        tender=recorded.event.tender,
                        cents=part_cents,
                        left_cents=marker.open_cents - part_cents,
                    )
                    paid[at] = replace(
                        marker, payments=(*marker.payments, part), events=(*marker.events, recorded.version)
                    )
    return paid


def _rolls(now: Night, first: Recorded, markers: Sequence[Marker]) -> Iterator[PlayerRoll]:
    """The roll-forward of each player with a marker, in the order of the seats."""
    assert isinstance(first.event, NightOpened)
    before = opening(now.id, first.event).ledger
    by_seat = sorted(markers, key=lambda marker: (marker.seat is None, marker.seat))
    for player, name in dict.fromkeys((marker.player, marker.name) for marker in by_seat):
        their_own = [marker for marker in markers if (marker.player, marker.name) == (player, name)]
        payments = [part for marker in their_own for part in marker.payments]
        sits = now.names.get(player) == name
        yield PlayerRoll(
            player=player,
            name=name,
            roll=Roll(
                opening_cents=player_line(before, player).markers_open_cents if sits else 0,
                issued_cents=sum(marker.cents for marker in their_own),
                void_cents=sum(marker.cents for marker in their_own if marker.void),
                cash_cents=sum(part.cents for part in payments if part.tender == "cash"),
                checks_cents=sum(part.cents for part in payments if part.tender == "checks"),
            ),
        )


def _assert_adds_up(register: MarkerRegister, now: Night, events: Sequence[Recorded]) -> None:
    """Assert that the roll-forward ends with the open amounts of the ledger, the markers and the close."""
    carried_cents = {
        event.event.player: event.event.amount_cents
        for event in events
        if isinstance(event.event, night.MarkerCarriedOver)
    }
    for player in now.seats:
        roll = added(Roll, (entry.roll for entry in register.players if entry.player == player))
        open_cents = sum(entry.open_cents for entry in register.markers if entry.player == player)
        line = player_line(now.ledger, player)
        assert_equal(f"{player}'s open markers", roll.open_cents, line.markers_open_cents)
        assert_equal(f"{player}'s markers, one by one", roll.opening_cents + open_cents, line.markers_open_cents)
        assert_equal(f"{player}'s markers", roll.issued_cents - roll.void_cents, line.markers_issued_cents)
        assert_equal(f"{player}'s payments", roll.cash_cents + roll.checks_cents, line.markers_redeemed_cents)
        assert_equal(f"{player}'s cash on markers", roll.cash_cents, line.markers_paid_in_cash_cents)
        if now.closed:
            assert_equal(f"{player}'s markers carried over", roll.open_cents, carried_cents.get(player, 0))
    open_cents = sum(entry.open_cents for entry in register.markers)
    assert_equal("all open markers", register.all.open_cents, register.all.opening_cents + open_cents)
    stand = [entry.number for entry in register.markers if not entry.void]
    if stand != sorted(now.slip_of(marker) for marker in range(1, now.markers + 1)):
        raise DoesNotAddUp("the numbers of the slips are not those that were said at the table")
