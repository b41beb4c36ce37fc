"""A person's statement: their account with the house over a period, from the events of the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo

from msgspec.structs import replace

from dealer.house.state import Card
from events.common import house as entries
from events.common.event import Event
from events.common.house import CarriedPart
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import gains
from reports.pdf.drawings import CHECKS
from reports.pdf.render import pdf
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.statement import assert_equal
from reports.words.formatting import at_the_table, offset
from reports.words.language import gettext as _
from reports.words.language import written_in

NIGHT, DEPOSIT, WITHDRAWAL, DRAWN, PAID, REDEEMED, WRITTEN_OFF = KINDS = (
    *("night", "deposit", "withdrawal", "drawn", "paid", "redeemed", "written_off"),
)
"""The kinds of entries: a night that closed, the deposit taken and paid out at the cage and drawn at a table, and
carried markers paid at a table, redeemed at the cage and written off."""

AGES = (30, 60, 90)
"""The last day of each age of debts; older ones are in a class of their own."""


class Period(Frozen):
    """The days of a statement, the ``last`` one included."""

    first: date
    last: date


class Balance(Frozen):
    """The account at a moment: the deposit, and what is owed on carried markers, in cents."""

    deposit_cents: int = 0
    owed_cents: int = 0

    @property
    def cents(self) -> int:
        """What the house owes the person; negative for what they owe the house."""
        return self.deposit_cents - self.owed_cents


class Entry(Frozen):
    """An entry: its ISO date at the table, its kind, and its changes of the account in cents.

    ``table`` and ``night_date`` are of the night where it was entered, "" for the cage; ``of`` has the dates of the
    nights whose markers it pays. ``result_cents`` is the result of a closed night. ``after`` is the account after it.
    """

    date: str
    kind: str
    deposit_cents: int = 0
    owed_cents: int = 0
    table: str = ""
    night_date: str = ""
    of: tuple[str, ...] = ()
    reason: str = ""
    result_cents: int | None = None
    after: Balance = Balance()


class Debt(Frozen):
    """What is owed on the markers of a night at the end of the period: ``ages`` has it in the column of its age."""

    table: str
    date: str
    ages: tuple[int, ...]


class StatementHead(Frozen):
    """The head of a statement. ``events`` and ``hash`` are of the last event of the house that it is made from.

    ``made_at`` is the time of that event, and the date of the paper.
    """

    number: str
    made_at: str
    events: int
    hash: str
    clock: str
    dealer: str = "casekeeper"
    final: bool = True


class Statement(Frozen):
    """The contents of a statement, amounts in cents. ``at_tables_cents`` are open markers at nights not closed yet."""

    masthead: StatementHead
    name: str
    color: str
    period: Period
    opening: Balance
    entries: tuple[Entry, ...]
    closing: Balance
    debts: tuple[Debt, ...]
    at_tables_cents: int

    @property
    def nights(self) -> int:
        """How many nights closed in the period."""
        return sum(entry.kind == NIGHT for entry in self.entries)

    @property
    def result_cents(self) -> int:
        """The sum of the results of these nights."""
        return sum(entry.result_cents or 0 for entry in self.entries)

    @property
    def ages(self) -> tuple[int, ...]:
        """The debts by age: up to 30, 60 and 90 days, and older."""
        return tuple(sum(debt.ages[column] for debt in self.debts) for column in range(len(AGES) + 1))


def statement_view(events: Sequence[Recorded], card: Card, period: Period, zone: tzinfo | None = None) -> Statement:
    """The statement of a card, and of cards joined to it, from all events of the house.

    An event counts on the day of its time in ``zone``; the sheet names each UTC offset that its days go by. Raises
    :class:`~reports.rounds.statement.DoesNotAddUp` if the account differs from the ledger's.
    """
    account = _Account(_cards_of(events, card.key))
    opening, lines, last, clocks = Balance(), list[Entry](), events[0], dict[str, None]()
    for recorded in events:
        day = at_the_table(recorded.at, zone).date()
        if day > period.last:
            break
        last = recorded
        changes = list(account.changes(recorded.event))
        if day < period.first:
            opening = account.balance
        elif changes:
            lines += (replace(change, date=day.isoformat()) for change in changes)
            clocks[offset(recorded.at, zone)] = None
    closing = account.balance
    account.assert_agrees_with_ledger()
    return Statement(
        masthead=StatementHead(
            number=f"{card.key}/{period.first.isoformat()}/{period.last.isoformat()}",
            made_at=last.at,
            events=last.version,
            hash=last.hash,
            clock=", ".join(clocks or [offset(last.at, zone)]),
        ),
        name=card.name,
        color=card.color if card.color in CHECKS else "",
        period=period,
        opening=opening,
        entries=tuple(_with_balances(opening, lines, closing)),
        closing=closing,
        debts=tuple(account.debts(period.last)),
        at_tables_cents=account.at_tables_cents,
    )


def print_statement(view: Statement, options: RenderOptions = PLAIN) -> bytes:
    """Print a statement as PDF."""
    with written_in(options.style):
        title = _("Statement %(number)s: %(name)s", number=view.masthead.number, name=view.name)
        return pdf("statement.html", title, options, view=view)


def _cards_of(events: Iterable[Recorded], key: str) -> frozenset[str]:
    """A card with all cards that were ever joined to it."""
    joins = [recorded.event for recorded in events if isinstance(recorded.event, entries.CardsJoined)]
    keys = {key}
    for join in reversed(joins):
        if join.card in keys:
            keys.add(join.other)
    return frozenset(keys)


def _with_balances(opening: Balance, lines: Iterable[Entry], closing: Balance) -> Iterator[Entry]:
    deposit_cents, owed_cents = opening.deposit_cents, opening.owed_cents
    for entry in lines:
        deposit_cents += entry.deposit_cents
        owed_cents += entry.owed_cents
        yield replace(entry, after=Balance(deposit_cents=deposit_cents, owed_cents=owed_cents))
    assert_equal("the deposit", deposit_cents, closing.deposit_cents)
    assert_equal("the carried markers", owed_cents, closing.owed_cents)


@dataclass(slots=True)
class _Account:
    """The account of some cards of one person, followed event by event.

    ``owed`` has what is owed by night; ``booked`` is the same account by the moves of the events.
    """

    cards: frozenset[str]
    deposit_cents: int = 0
    owed: dict[str, int] = field(default_factory=dict)
    seats: dict[tuple[str, str], entries.SeatEntered] = field(default_factory=dict)
    nights: dict[str, entries.NightListed] = field(default_factory=dict)
    booked_deposit_cents: int = 0
    booked_owed_cents: int = 0

    @property
    def balance(self) -> Balance:
        return Balance(deposit_cents=self.deposit_cents, owed_cents=sum(self.owed.values()))

    @property
    def at_tables_cents(self) -> int:
        return sum(seat.markers_open_cents for seat in self.seats.values())

    def changes(self, event: Event) -> Iterator[Entry]:
        """Follow an event; yield its entries, without dates and balances."""
        for account, cents in gains(event.moves):
            family, _colon, card = account.partition(":")
            if card in self.cards and family == "deposits":
                self.booked_deposit_cents += cents
            if card in self.cards and family == "carried":
                self.booked_owed_cents -= cents
        if isinstance(event, entries.NightListed):
            self.nights[event.night] = event
        elif isinstance(event, entries.NightBalanced):
            yield from self._night(event)
        elif isinstance(event, entries.CardsJoined):
            for card, night in list(self.seats):
                if card == event.other:
                    self.seats[event.card, night] = self.seats.pop((card, night))
        elif getattr(event, "card", None) in self.cards:
            yield from self._entry(event)

    def _entry(self, event: Event) -> Iterator[Entry]:
        match event:
            case entries.DepositTaken(amount_cents=cents):
                yield self._deposit(cents, Entry(date="", kind=DEPOSIT))
            case entries.DepositPaidOut(amount_cents=cents):
                yield self._deposit(-cents, Entry(date="", kind=WITHDRAWAL))
            case entries.CarriedRedeemed(parts=parts):
                yield self._paid(parts, Entry(date="", kind=REDEEMED))
            case entries.CarriedWrittenOff(parts=parts, reason=reason):
                yield self._paid(parts, Entry(date="", kind=WRITTEN_OFF, reason=reason))
            case entries.SeatEntered():
                yield from self._seat(event)

    def _seat(self, event: entries.SeatEntered) -> Iterator[Entry]:
        before = self.seats.get((event.card, event.night))
        if event.taken_back:
            self.seats.pop((event.card, event.night), None)
        else:
            self.seats[event.card, event.night] = event
        drawn_cents = event.drawn_cents - (before.drawn_cents if before else 0)
        if drawn_cents:
            yield self._deposit(-drawn_cents, self._at_table(DRAWN, event.night))
        paid = {part.night: part.amount_cents for part in event.carried_paid}
        for part in before.carried_paid if before else ():
            paid[part.night] = paid.get(part.night, 0) - part.amount_cents
        parts = tuple(CarriedPart(night, cents) for night, cents in paid.items() if cents)
        if parts:
            yield self._paid(parts, self._at_table(PAID, event.night))

    def _night(self, event: entries.NightBalanced) -> Iterator[Entry]:
        seats = [seat for seat in event.seats if seat.card in self.cards]
        for card in self.cards:
            self.seats.pop((card, event.night), None)
        if not seats:
            return
        carried_cents = sum(seat.carried_cents for seat in seats)
        if carried_cents:
            self.owed[event.night] = carried_cents
        result_cents = sum(seat.net_cents for seat in seats)
        yield replace(self._at_table(NIGHT, event.night), owed_cents=carried_cents, result_cents=result_cents)

    def _at_table(self, kind: str, night: str) -> Entry:
        return Entry(date="", kind=kind, table=self.nights[night].table, night_date=self.nights[night].date)

    def _deposit(self, cents: int, entry: Entry) -> Entry:
        self.deposit_cents += cents
        return replace(entry, deposit_cents=cents)

    def _paid(self, parts: Iterable[CarriedPart], entry: Entry) -> Entry:
        parts = tuple(parts)
        for part in parts:
            self.owed[part.night] = self.owed.get(part.night, 0) - part.amount_cents
        dates = tuple(self.nights[part.night].date for part in parts)
        return replace(entry, owed_cents=-sum(part.amount_cents for part in parts), of=dates)

    def debts(self, at: date) -> Iterator[Debt]:
        """The debts at a date with their ages by the nights' dates, oldest first."""
        for night, cents in sorted(self.owed.items(), key=lambda debt: self.nights[debt[0]].date):
            listed = self.nights[night]
            days = (at - date.fromisoformat(listed.date)).days
            column = sum(days > last for last in AGES)
            if cents:
                ages = tuple(cents if column == of else 0 for of in range(len(AGES) + 1))
                yield Debt(table=listed.table, date=listed.date, ages=ages)

    def assert_agrees_with_ledger(self) -> None:
        assert_equal("the deposit by the ledger", self.booked_deposit_cents, self.balance.deposit_cents)
        assert_equal("the carried markers by the ledger", self.booked_owed_cents, self.balance.owed_cents)
