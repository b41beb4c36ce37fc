"""What the office adds up: the house's results and money as entries, each with its day, night and person.

Amounts are in cents. A night counts when it has closed, with everything that was done at its table; demonstrations do
not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap, List

from dealer.game.demonstration import DEMO_DEVICE
from dealer.house.state import HouseState
from events.common import house as events
from events.common.event import Event
from events.common.house import NightListed, SeatEntered, SlipEntered
from events.frozen import Frozen
from events.records import Recorded, local_day

Amounts = dict[str, int]
"""Amounts by the names of their columns: cents, but numbers of nights and rounds."""


class Entry(Frozen, gc=False):
    """Amounts of a day: of a night, of a ``dealer`` or a ``card`` there, or of a card at the cage.

    ``night`` is the night that the markers are from, for markers that were redeemed or written off; it is "" for what
    belongs to no night.
    """

    day: str
    night: str = ""
    card: str = ""
    dealer: str = ""
    amounts: tuple[tuple[str, int], ...]


class Office(Frozen):
    """The entries of a house after some of its events, newest first.

    ``nights`` are all that the house has listed, and ``demonstrations`` those that the program dealt; ``still_open``
    counts the others that have not closed. ``seats`` by night and card, and ``slips`` by kind and number, are of nights
    that have not closed. ``searched`` has the words of each night in small letters, for a search.
    """

    entries: List[Entry] = field(default_factory=List)
    count: int = 0
    still_open: int = 0
    nights: HashTrieMap[str, NightListed] = field(default_factory=HashTrieMap)
    demonstrations: frozenset[str] = frozenset()
    searched: HashTrieMap[str, str] = field(default_factory=HashTrieMap)
    seats: HashTrieMap[tuple[str, str], SeatEntered] = field(default_factory=HashTrieMap)
    slips: HashTrieMap[tuple[str, int], SlipEntered] = field(default_factory=HashTrieMap)

    @property
    def newest(self) -> Entry | None:
        """The last entry."""
        return next(iter(self.entries), None)

    def day_of(self, entry: Entry) -> str:
        """The date of an entry's night, else its own day."""
        return self.nights[entry.night].date if entry.night else entry.day

    def with_entries(self, *entries: Entry) -> Office:
        """The office with more entries; those without an amount, and those of demonstrations, are left out."""
        after, count = self.entries, self.count
        for entry in entries:
            if entry.night not in self.demonstrations and any(amount for _, amount in entry.amounts):
                after, count = after.push_front(entry), count + 1
        return replace(self, entries=after, count=count)

    def found(self, wanted: str, house: HouseState) -> Iterator[NightListed]:
        """The nights whose date, table, games or dealers have every word of a search, the last opened first."""
        words = wanted.casefold().split()
        for night in house.order:
            text = self.searched.get(night, "")
            if all(word in text for word in words):
                yield self.nights[night]


def evolve(before: Office | None, recorded: Sequence[Recorded]) -> Office:
    """The office after more events of the house."""
    office = before or Office()
    for event in recorded:
        change = _CHANGES.get(type(event.event))
        if change:
            office = change(office, event.event, event)
    return office


def _listed(office: Office, event: NightListed, recorded: Recorded) -> Office:
    is_demonstration = recorded.device == DEMO_DEVICE
    day = date.fromisoformat(event.date)
    words = (event.date, f"{day:%A %d %B %Y}", event.table, *(game.replace("_", " ") for game in event.games))
    return replace(
        office,
        still_open=office.still_open + (not is_demonstration),
        nights=office.nights.insert(event.night, event),
        demonstrations=office.demonstrations | {event.night} if is_demonstration else office.demonstrations,
        searched=office.searched.insert(event.night, " ".join(words).casefold()),
    )


def _seat(office: Office, event: SeatEntered, _: Recorded) -> Office:
    return replace(office, seats=office.seats.insert((event.night, event.card), event))


def _slip(office: Office, event: SlipEntered, _: Recorded) -> Office:
    return replace(office, slips=office.slips.insert((event.slip, event.number), event))


def _slip_struck(office: Office, event: events.SlipStruck, _: Recorded) -> Office:
    return replace(office, slips=office.slips.discard((event.slip, event.number)))


def _joined(office: Office, event: events.CardsJoined, _: Recorded) -> Office:
    """The seats of a card at open nights go to the card that took it over."""
    seats = office.seats
    for (night, card), seat in office.seats.items():
        if card == event.other:
            seats = seats.remove((night, card)).insert((night, event.card), replace(seat, card=event.card))
    return replace(office, seats=seats)


def _balanced(office: Office, event: events.NightBalanced, _: Recorded) -> Office:
    """The entries of a night that closed: its own, its dealers', its cards', and what was paid at its table."""
    night, day = event.night, office.nights[event.night].date
    slips = {number: slip for number, slip in office.slips.items() if slip.night == night}
    seats = {where: seat for where, seat in office.seats.items() if seat.night == night}
    struck = tuple(
        (f"{kind}s", sum(slip.amount_cents for slip in slips.values() if slip.slip == kind))
        for kind in events.SLIP_KINDS
    )
    entries = [Entry(day=day, night=night, amounts=(("nights", 1), ("bank", event.bank_cents), *struck))]
    for dealer in event.dealers:
        work = (("dealt", 1), ("rounds", dealer.rounds), ("tokes", dealer.tokes_cents), ("cut", dealer.cut_cents))
        entries.append(Entry(day=day, night=night, dealer=dealer.name, amounts=work))
    for player in event.seats:
        results = (("played", 1), ("net", player.net_cents), ("carried", player.carried_cents))
        entries.append(Entry(day=day, night=night, card=player.card, amounts=results))
    for seat in seats.values():
        entries.append(Entry(day=day, night=night, card=seat.card, amounts=(("drawn", seat.drawn_cents),)))
        entries.extend(_parts(day, seat.card, "redeemed", seat.carried_paid))
    searched = " ".join((office.searched[night], *(dealer.name.casefold() for dealer in event.dealers)))
    return replace(
        office.with_entries(*entries),
        still_open=office.still_open - (night not in office.demonstrations),
        searched=office.searched.insert(night, searched),
        slips=_without(office.slips, slips),
        seats=_without(office.seats, seats),
    )


def _parts(day: str, card: str, column: str, parts: Iterable[events.CarriedPart]) -> Iterator[Entry]:
    for part in parts:
        yield Entry(day=day, night=part.night, card=card, amounts=((column, part.amount_cents),))


def _without(known: HashTrieMap[Any, Any], keys: Iterable[Any]) -> HashTrieMap[Any, Any]:
    for key in keys:
        known = known.remove(key)
    return known


def _at_the_cage(column: str) -> Callable[[Office, Any, Recorded], Office]:
    def entered(office: Office, event: events.DepositTaken | events.DepositPaidOut, recorded: Recorded) -> Office:
        entry = Entry(day=local_day(recorded.at), card=event.card, amounts=((column, event.amount_cents),))
        return office.with_entries(entry)

    return entered


def _given_up(column: str) -> Callable[[Office, Any, Recorded], Office]:
    def entered(office: Office, event: events.CarriedRedeemed | events.CarriedWrittenOff, recorded: Recorded) -> Office:
        return office.with_entries(*_parts(local_day(recorded.at), event.card, column, event.parts))

    return entered


_CHANGES: dict[type[Event], Callable[[Office, Any, Recorded], Office]] = {
    NightListed: _listed,
    SeatEntered: _seat,
    SlipEntered: _slip,
    events.SlipStruck: _slip_struck,
    events.CardsJoined: _joined,
    events.NightBalanced: _balanced,
    events.DepositTaken: _at_the_cage("deposited"),
    events.DepositPaidOut: _at_the_cage("withdrawn"),
    events.CarriedRedeemed: _given_up("redeemed"),
    events.CarriedWrittenOff: _given_up("written_off"),
}
"""The function for each type of event that the office counts; the others change nothing here."""


class Period(Frozen):
    """A period from its ``first`` to its ``last`` day, as ISO dates."""

    first: str
    last: str


class Grouping(Frozen):
    """A way to add entries up: ``key`` is the row of an entry, ``None`` for entries that it leaves out.

    ``by_night`` groups nights: a marker that was redeemed or written off counts for the night that it is from, and is
    in a period if that night is. Otherwise it counts for the day it was paid or given up.
    """

    name: str
    by_night: bool
    columns: tuple[str, ...]
    key: Callable[[Office, Entry], str | None]

    def row_of(self, office: Office, entry: Entry, period: Period) -> str | None:
        """The row of an entry in a period; ``None`` if it has none."""
        if self.by_night and not entry.night:
            return None
        day = office.day_of(entry) if self.by_night else entry.day
        return self.key(office, entry) if period.first <= day <= period.last else None


class Totals(Frozen):
    """The rows of a grouping in a period by their keys, and their sums.

    They are of the first ``count`` entries, of which ``newest`` is the last.
    """

    rows: dict[str, Amounts] = field(default_factory=dict)
    sums: Amounts = field(default_factory=dict)
    count: int = 0
    newest: Entry | None = None


def totals(office: Office, grouping: Grouping, period: Period, before: Totals | None = None) -> Totals:
    """The totals of a grouping; with earlier totals of the same, only newer entries are added."""
    known = before or Totals()
    entries = iter(office.entries)
    newer = list(islice(entries, max(0, office.count - known.count)))
    if next(entries, None) is not known.newest:
        # Not the same house: the book was replaced.
        return totals(office, grouping, period)
    rows, sums, changed = dict(known.rows), dict(known.sums), set[str]()
    for entry in newer:
        key = grouping.row_of(office, entry, period)
        if key is None:
            continue
        if key not in changed:
            rows[key] = dict(rows.get(key, ()))
            changed.add(key)
        row = rows[key]
        for column, amount in entry.amounts:
            row[column] = row.get(column, 0) + amount
            sums[column] = sums.get(column, 0) + amount
    return Totals(rows=rows, sums=sums, count=office.count, newest=office.newest)


def _week(_: Office, entry: Entry) -> str:
    year, week, _day = date.fromisoformat(entry.day).isocalendar()
    return f"{year}-W{week:02}"


_NIGHT = ("bank", "cut", "tokes", "net", "carried", "redeemed", "written_off", "fills", "credits", "drops")
_DAYS = ("nights", *_NIGHT, "deposited", "withdrawn", "drawn")

GROUPINGS = {
    grouping.name: grouping
    for grouping in (
        Grouping(name="night", by_night=True, columns=_NIGHT, key=lambda office, entry: entry.night),
        Grouping(name="week", by_night=False, columns=_DAYS, key=_week),
        Grouping(name="month", by_night=False, columns=_DAYS, key=lambda office, entry: entry.day[: len("2026-11")]),
        Grouping(
            name="table",
            by_night=True,
            columns=("nights", *_NIGHT),
            key=lambda office, entry: office.nights[entry.night].table,
        ),
        Grouping(
            name="game",
            by_night=True,
            columns=("nights", *_NIGHT),
            key=lambda office, entry: " ".join(office.nights[entry.night].games),
        ),
        Grouping(
            name="dealer",
            by_night=False,
            columns=("dealt", "rounds", "tokes", "cut"),
            key=lambda office, entry: entry.dealer or None,
        ),
        Grouping(
            name="player",
            by_night=False,
            columns=("played", "net", "carried", "redeemed", "written_off", "deposited", "withdrawn", "drawn"),
            key=lambda office, entry: entry.card or None,
        ),
    )
}
"""The ways to add up, in the order of the page."""
