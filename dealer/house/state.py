"""The state of the house, folded from its stream: cards, carried markers, deposits, slips, roles and nights.

Amounts are in cents. States are immutable and share their unchanged parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap, List

from events.common import house as events
from events.common.event import Event
from events.common.house import CarriedPart, HouseSettings
from events.frozen import Frozen
from ledger import accounts
from ledger.ledger import Ledger, LedgerBroken


class Carried(Frozen, kw_only=False, gc=False):
    """Markers of a closed night that a card still owes; ``closing`` numbers the nights in the order they closed."""

    night: str
    date: str
    closing: int
    amount_cents: int


class SeatAccount(Frozen, kw_only=False, gc=False):
    """What a card did at an open night, in cents; ``carried_paid`` is by the night that the markers are from."""

    markers_open_cents: int = 0
    drawn_cents: int = 0
    carried_paid: tuple[CarriedPart, ...] = ()


class NightResult(Frozen, kw_only=False, gc=False):
    """The result of a card at a closed night, in cents."""

    night: str
    net_cents: int


class Card(Frozen):
    """The record of a player that the house keeps between nights.

    ``credit_limit_cents`` is ``None`` if the house's limit applies; ``barred`` is the reason, "" if they may be seated.
    ``seats`` has their account at each open night. ``nights`` and ``net_cents`` count closed nights; ``last_night`` is
    the last of those, and ``results`` has them all, the last one first. ``joined_to`` is the card that took this one
    over; ``removed`` is a card that was never used. ``version`` is the house's version at the last event that changed
    the card.
    """

    key: str
    name: str
    known_as: str = ""
    color: str = ""
    language: str = ""
    credit_limit_cents: int | None = None
    note: str = ""
    barred: str = ""
    deposit_cents: int = 0
    carried: tuple[Carried, ...] = ()
    seats: HashTrieMap[str, SeatAccount] = field(default_factory=HashTrieMap)
    nights: int = 0
    net_cents: int = 0
    last_night: str = ""
    results: List[NightResult] = field(default_factory=List)
    joined_to: str = ""
    version: int = 0
    removed: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the card was neither joined to another nor removed."""
        return not (self.joined_to or self.removed)

    @property
    def screen_name(self) -> str:
        """The name on screens: what they like to be called, or else their name."""
        return self.known_as or self.name

    @property
    def carried_cents(self) -> int:
        """What they owe on carried markers."""
        return sum(carried.amount_cents for carried in self.carried)

    @property
    def exposure_cents(self) -> int:
        """Carried markers and open markers in all open nights."""
        return self.carried_cents + sum(seat.markers_open_cents for seat in self.seats.values())

    def exposure_elsewhere_cents(self, night: str) -> int:
        """The exposure without the open markers of a night."""
        seat = self.seats.get(night)
        return self.exposure_cents - (seat.markers_open_cents if seat else 0)

    def oldest_parts(self, amount_cents: int) -> tuple[CarriedPart, ...]:
        """The parts of carried markers, oldest first, that a payment of an amount redeems."""
        parts, left = list[CarriedPart](), amount_cents
        for carried in self.carried:
            paid = min(left, carried.amount_cents)
            if paid:
                parts.append(CarriedPart(carried.night, paid))
            left -= paid
        return tuple(parts)


class Slip(Frozen, kw_only=False, gc=False):
    """A fill, credit or drop slip of a night."""

    kind: str
    number: int
    night: str
    amount_cents: int
    voided: bool = False


SlipId = tuple[str, int]
"""A slip's kind and number."""


class KnownNight(Frozen, kw_only=False):
    """A night that the house has listed; the fields from ``closing`` on are set when it closed.

    ``closing`` numbers closed nights from 1; 0 while the night is open.
    """

    id: str
    table: str
    date: str
    games: tuple[str, ...]
    closing: int = 0
    version: int = 0
    hash: str = ""
    seats: tuple[events.BalancedSeat, ...] = ()
    bank_cents: int = 0
    dealers: tuple[events.DealerLine, ...] = ()


class Token(Frozen, kw_only=False, gc=False):
    """A program's token: the program's name, its role, and the SHA-256 hash of the token."""

    name: str
    role: str
    hash: str

    @property
    def holder(self) -> str:
        """The program as it is named where it acts."""
        return program_called(self.name)


def program_called(name: str) -> str:
    """A program as it is named where it acts, beside the staff."""
    return f"program {name}"


class HouseState(Frozen):
    """The house after some of its events.

    ``distinct`` has pairs of cards with similar names that are of two people. ``slips`` are by kind and number,
    ``numbers`` has the last number of each kind, and ``order`` and ``slip_order`` are in reverse order of entry.
    ``staff`` has each member's roles, empty until the first engagement: then everybody may do everything. ``tokens``
    are by the holder's name; a program has its one role also where nobody else has any. ``links`` counts how often
    links were revoked, by night and player ("" for all of a night). ``version`` counts the events, and ``closings`` the
    closed nights. ``people_version`` is the version at the last event that changed the list of cards: a new card,
    another name or color, a barred player.
    """

    settings: HouseSettings = HouseSettings()
    cards: HashTrieMap[str, Card] = field(default_factory=HashTrieMap)
    distinct: List[tuple[str, str]] = field(default_factory=List)
    staff: HashTrieMap[str, tuple[str, ...]] = field(default_factory=HashTrieMap)
    tokens: HashTrieMap[str, Token] = field(default_factory=HashTrieMap)
    nights: HashTrieMap[str, KnownNight] = field(default_factory=HashTrieMap)
    order: List[str] = field(default_factory=List)
    slips: HashTrieMap[SlipId, Slip] = field(default_factory=HashTrieMap)
    slip_order: List[SlipId] = field(default_factory=List)
    numbers: HashTrieMap[str, int] = field(default_factory=HashTrieMap)
    links: HashTrieMap[tuple[str, str], int] = field(default_factory=HashTrieMap)
    ledger: Ledger = field(default_factory=Ledger)
    version: int = 0
    people_version: int = 0
    closings: int = 0

    def card(self, key: str) -> Card:
        """A card by its key, or the card that it was joined to; raises :class:`LookupError` if there is none."""
        card = self.cards[key]
        while card.joined_to:
            card = self.cards[card.joined_to]
        return card

    def roles_of(self, name: str) -> tuple[str, ...] | None:
        """The roles of a member of the staff or a program; ``None`` for somebody who is neither here."""
        token = self.tokens.get(name)
        return (token.role,) if token else self.staff.get(name)

    def limit_of(self, card: Card, settings: HouseSettings | None = None) -> int | None:
        """A card's credit limit in cents, by its own or by the house's settings; ``None`` for no limit."""
        limit = card.credit_limit_cents
        return (settings or self.settings).credit_limit if limit is None else limit

    def owed_from(self, night: str) -> dict[str, int]:
        """What cards still owe on the markers of a closed night, in cents, by the key of their card."""
        known = self.nights.get(night)
        cards = [self.card(seat.card) for seat in known.seats if seat.carried_cents] if known else []
        return {card.key: part.amount_cents for card in cards for part in card.carried if part.night == night}

    def link_generation(self, night: str, player: str = "") -> int:
        """How often the links of a night's board, or of a player in it, were revoked."""
        revoked = self.links.get((night, ""), 0)
        return revoked + self.links.get((night, player), 0) if player else revoked

    def number_after(self, kind: str) -> int:
        """The next number of a kind of slip."""
        return 1 + self.numbers.get(kind, 0)

    def slip(self, kind: str, number: int) -> Slip | None:
        """A slip by its kind and number, or ``None``."""
        return self.slips.get((kind, number))

    @property
    def slips_in_order(self) -> list[Slip]:
        """All slips, in the order entered."""
        return [self.slips[slip] for slip in self.slip_order][::-1]

    @property
    def night_order(self) -> list[str]:
        """The ids of the listed nights, in the order opened."""
        return [*self.order][::-1]

    @property
    def open_cards(self) -> Iterator[Card]:
        """The cards that were not joined to others or removed."""
        return (card for card in self.cards.values() if card.is_open)

    def are_distinct(self, card: Card, other: Card) -> bool:
        """Whether two cards, or cards joined to them, are known to be of two people."""
        pair = {card.key, other.key}
        return any({self.card(key).key for key in distinct} == pair for distinct in self.distinct)

    def with_card(self, card: Card) -> HouseState:
        """The house with a card in place of its earlier state, changed by the house's next event."""
        return replace(self, cards=self.cards.insert(card.key, replace(card, version=self.version + 1)))


def evolve(before: HouseState, event: Event) -> HouseState:
    """The house after an event; raises :class:`LedgerBroken` if it leaves the accounts unsound.

    Raises :class:`LookupError` for an event about a card, night or slip that the house does not know.
    """
    change = _CHANGES.get(type(event))
    if change is None:
        raise AssertionError(f"the house has no place for a {type(event).__name__}")
    after, version = change(before, event), before.version + 1
    people_version = version if isinstance(event, _OF_PEOPLE) else before.people_version
    return replace(after, version=version, people_version=people_version, ledger=before.ledger.post(event.moves))


def fold(events: Iterable[Event], before: HouseState | None = None) -> HouseState:
    """The house after some events."""
    house = before or HouseState()
    for event in events:
        house = evolve(house, event)
    return house


class HouseHistory:
    """The house after each of its events, folded on demand."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._states = [HouseState()]

    def at(self, version: int) -> HouseState:
        """The house after so many events; raises :class:`LookupError` if it has fewer."""
        if not 0 <= version <= len(self._events):
            raise LookupError(f"the house has {len(self._events)} events and no event {version}")
        while len(self._states) <= version:
            self._states.append(evolve(self._states[-1], self._events[len(self._states) - 1]))
        return self._states[version]


def cards_of(event: Event) -> tuple[str, ...]:
    """The cards that an event of the house changes."""
    match event:
        case events.CardsJoined():
            return event.card, event.other
        case events.NightBalanced():
            return tuple(seat.card for seat in event.seats)
        case _:
            card = getattr(event, "card", "")
            return (card,) if card else ()


def assert_sound(house: HouseState, keys: Iterable[str]) -> None:
    """Assert that the ledger has what some cards have in deposits and carried markers."""
    for key in keys:
        card = house.cards[key]
        booked = house.ledger.balance(accounts.deposits(key)), house.ledger.balance(accounts.carried(key))
        if booked != (card.deposit_cents, card.carried_cents):
            raise LedgerBroken(
                f"{key} has {card.deposit_cents} cents deposited and owes {card.carried_cents}, the ledger has {booked}"
            )


def _settings(house: HouseState, event: events.HouseSettingsChanged) -> HouseState:
    changes: dict[str, Any] = event.changes
    return replace(house, settings=replace(house.settings, **changes))


def _registered(house: HouseState, event: events.PlayerRegistered) -> HouseState:
    fields = ("name", "known_as", "color", "language", "credit_limit_cents", "note")
    return house.with_card(Card(key=event.card, **{name: getattr(event, name) for name in fields}))


def _changed(house: HouseState, event: events.PlayerChanged) -> HouseState:
    changes: dict[str, Any] = {
        "credit_limit_cents" if name == "credit_limit" else name: value for name, value in event.changes.items()
    }
    return house.with_card(replace(house.cards[event.card], **changes))


def _joined(house: HouseState, event: events.CardsJoined) -> HouseState:
    """The house after a card took over another's deposit, debts, seats and results.

    Of two limits of their own the lower one stays, and a player barred on one card is barred.
    """
    card, other = house.cards[event.card], house.cards[event.other]
    limits = [limit for limit in (card.credit_limit_cents, other.credit_limit_cents) if limit is not None]
    seats = card.seats
    for night, account in other.seats.items():
        seats = seats.insert(night, account)
    results = _together(house, card, other)
    joined = replace(
        card,
        known_as=card.known_as or other.known_as,
        color=card.color or other.color,
        language=card.language or other.language,
        credit_limit_cents=min(limits, default=None),
        note=card.note or other.note,
        barred=card.barred or other.barred,
        deposit_cents=card.deposit_cents + other.deposit_cents,
        carried=_in_order((*card.carried, *other.carried)),
        seats=seats,
        nights=len(results),
        net_cents=card.net_cents + other.net_cents,
        last_night=max(card.last_night, other.last_night, key=lambda night: _closing(house, night)),
        results=results,
    )
    closed = replace(Card(key=other.key, name=other.name), joined_to=card.key)
    return house.with_card(joined).with_card(closed)


def _together(house: HouseState, card: Card, other: Card) -> List[NightResult]:
    """The results of two cards, the last one first; a night at which both had a seat has one result."""
    nets = Counter({result.night: result.net_cents for result in card.results})
    nets.update({result.night: result.net_cents for result in other.results})
    nights = sorted(nets, key=lambda night: _closing(house, night), reverse=True)
    return List([NightResult(night, nets[night]) for night in nights])


def _closing(house: HouseState, night: str) -> int:
    known = house.nights.get(night)
    return known.closing if known else 0


def _in_order(carried: Iterable[Carried]) -> tuple[Carried, ...]:
    """Carried markers in the order their nights closed; two parts of a night become one."""
    by_closing: dict[int, Carried] = {}
    for part in carried:
        earlier = by_closing.get(part.closing)
        amount_cents = part.amount_cents + (earlier.amount_cents if earlier else 0)
        by_closing[part.closing] = replace(part, amount_cents=amount_cents)
    return tuple(by_closing[closing] for closing in sorted(by_closing))


def _distinguished(house: HouseState, event: events.CardsDistinguished) -> HouseState:
    return replace(house, distinct=house.distinct.push_front((event.card, event.other)))


def _removed(house: HouseState, event: events.CardRemoved) -> HouseState:
    return house.with_card(replace(house.cards[event.card], removed=True))


def _barred(house: HouseState, event: events.PlayerBarred | events.PlayerReadmitted) -> HouseState:
    reason = event.reason if isinstance(event, events.PlayerBarred) else ""
    return house.with_card(replace(house.cards[event.card], barred=reason))


def _deposited(house: HouseState, event: events.DepositTaken) -> HouseState:
    card = house.cards[event.card]
    return house.with_card(replace(card, deposit_cents=card.deposit_cents + event.amount_cents))


def _paid_out(house: HouseState, event: events.DepositPaidOut) -> HouseState:
    card = house.cards[event.card]
    return house.with_card(replace(card, deposit_cents=card.deposit_cents - event.amount_cents))


def _redeemed(house: HouseState, event: events.CarriedRedeemed | events.CarriedWrittenOff) -> HouseState:
    return house.with_card(_less_carried(house, house.cards[event.card], event.parts))


def _less_carried(house: HouseState, card: Card, parts: Iterable[CarriedPart], sign: int = -1) -> Card:
    """A card after parts of its carried markers were paid, or with ``sign`` 1 after a payment was taken back."""
    carried = list(card.carried)
    for part in parts:
        night = house.nights[part.night]
        carried.append(Carried(part.night, night.date, night.closing, sign * part.amount_cents))
    after = _in_order(carried)
    if any(part.amount_cents < 0 for part in after):
        raise LedgerBroken(f"{card.key} would owe less than nothing on carried markers")
    return replace(card, carried=tuple(part for part in after if part.amount_cents))


def _roles(house: HouseState, event: events.RolesGiven) -> HouseState:
    return replace(house, staff=house.staff.insert(event.name, event.roles))


def _roles_ended(house: HouseState, event: events.RolesEnded) -> HouseState:
    return replace(house, staff=house.staff.remove(event.name))


def _token_issued(house: HouseState, event: events.TokenIssued) -> HouseState:
    token = Token(event.name, event.role, event.token_hash)
    return replace(house, tokens=house.tokens.insert(token.holder, token))


def _token_revoked(house: HouseState, event: events.TokenRevoked) -> HouseState:
    return replace(house, tokens=house.tokens.remove(program_called(event.name)))


def _listed(house: HouseState, event: events.NightListed) -> HouseState:
    night = KnownNight(event.night, event.table, event.date, event.games)
    return replace(house, nights=house.nights.insert(event.night, night), order=house.order.push_front(event.night))


def _seat(house: HouseState, event: events.SeatEntered) -> HouseState:
    card = house.cards[event.card]
    before = card.seats.get(event.night) or SeatAccount()
    after = SeatAccount(event.markers_open_cents, event.drawn_cents, event.carried_paid)
    card = _less_carried(house, card, before.carried_paid, sign=1)
    card = _less_carried(house, card, after.carried_paid)
    deposit_cents = card.deposit_cents + before.drawn_cents - after.drawn_cents
    seats = card.seats.discard(event.night) if event.taken_back else card.seats.insert(event.night, after)
    return house.with_card(replace(card, deposit_cents=deposit_cents, seats=seats))


def _slip(house: HouseState, event: events.SlipEntered) -> HouseState:
    slip = (event.slip, event.number)
    return replace(
        house,
        slips=house.slips.insert(slip, Slip(event.slip, event.number, event.night, event.amount_cents)),
        slip_order=house.slip_order.push_front(slip),
        numbers=house.numbers.insert(event.slip, event.number),
    )


def _slip_struck(house: HouseState, event: events.SlipStruck) -> HouseState:
    slip = (event.slip, event.number)
    return replace(house, slips=house.slips.insert(slip, replace(house.slips[slip], voided=True)))


def _links_revoked(house: HouseState, event: events.LinksRevoked) -> HouseState:
    key = event.night, event.player
    return replace(house, links=house.links.insert(key, house.links.get(key, 0) + 1))


def _balanced(house: HouseState, event: events.NightBalanced) -> HouseState:
    known = replace(
        house.nights[event.night],
        closing=house.closings + 1,
        version=event.version,
        hash=event.hash,
        seats=event.seats,
        bank_cents=event.bank_cents,
        dealers=event.dealers,
    )
    house = replace(house, nights=house.nights.insert(event.night, known), closings=known.closing)
    for seat in event.seats:
        card = house.cards[seat.card]
        carried = Carried(event.night, known.date, known.closing, seat.carried_cents)
        card = replace(
            card,
            carried=(*card.carried, *([carried] if seat.carried_cents else ())),
            seats=card.seats.discard(event.night),
            nights=card.nights + 1,
            net_cents=card.net_cents + seat.net_cents,
            last_night=event.night,
            results=card.results.push_front(NightResult(event.night, seat.net_cents)),
        )
        house = house.with_card(card)
    return house


_CHANGES: dict[type[Event], Callable[[HouseState, Any], HouseState]] = {
    events.HouseSettingsChanged: _settings,
    events.PlayerRegistered: _registered,
    events.PlayerChanged: _changed,
    events.CardsJoined: _joined,
    events.CardsDistinguished: _distinguished,
    events.CardRemoved: _removed,
    events.PlayerBarred: _barred,
    events.PlayerReadmitted: _barred,
    events.DepositTaken: _deposited,
    events.DepositPaidOut: _paid_out,
    events.CarriedRedeemed: _redeemed,
    events.CarriedWrittenOff: _redeemed,
    events.RolesGiven: _roles,
    events.RolesEnded: _roles_ended,
    events.TokenIssued: _token_issued,
    events.TokenRevoked: _token_revoked,
    events.NightListed: _listed,
    events.SeatEntered: _seat,
    events.SlipEntered: _slip,
    events.SlipStruck: _slip_struck,
    events.NightBalanced: _balanced,
    events.LinksRevoked: _links_revoked,
}
"""The function for each type of event of the house."""

_OF_PEOPLE = (
    events.PlayerRegistered,
    events.PlayerChanged,
    events.CardsJoined,
    events.CardRemoved,
    events.PlayerBarred,
    events.PlayerReadmitted,
)
"""The types of events that change the list of cards."""
