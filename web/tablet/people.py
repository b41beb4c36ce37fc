"""The people of the house at a table: the cards to choose from while seating, and the credit of who sits there."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Callable, Iterable
from threading import Lock
from typing import ClassVar

from dealer.house.state import Card, HouseState, KnownNight
from dealer.night.night import Night
from dealer.night.similar_names import looks_alike_as, skeleton
from dealer.rules_version import THE_HOUSE
from events.frozen import Frozen
from ledger.statement import player_line
from reports.pdf.drawings import CHECKS
from reports.words.formatting import brief, short_date
from reports.words.language import day_of_month, weekday
from reports.words.language import gettext as _
from web.tablet.seats import Mark, mark_of

_A_WEEK = 7


class Person(Frozen):
    """A card as the list shows it; ``colour`` is the card's colour as a seat key, "" if no checks have it.

    ``last`` says when its owner was here last, ``barred`` why they cannot be seated, and ``namesakes`` that others
    have the same name or a similar one; each is "" where there is nothing to say. ``alike`` are the skeletons of the
    names, as JSON.
    """

    card: str
    name: str
    known_as: str
    colour: str
    mark: Mark | None
    last: str
    barred: str
    namesakes: str
    alike: str


class Credit(Frozen):
    """A seated player's account with the house over all tables, in cents and in words.

    ``barred`` is why they may not be seated again, "" if they may. ``owes`` says what they owe besides the markers of
    this table, ``limit`` what their limit is and how much of it is used up; each is "" for nothing. ``carried`` are
    their markers of earlier nights, oldest first. ``payable_cents`` is what can be paid of them at this table, in
    whole checks, and ``in_checks_cents`` what their checks cover of that; ``drawn_cents`` is what is proposed to be
    drawn from the deposit.
    """

    player: str
    name: str
    barred: str
    owes: str
    limit: str
    carried: str
    carried_cents: int
    payable_cents: int
    in_checks_cents: int
    deposit_cents: int
    drawn_cents: int


class Cards(Frozen):
    """The cards of the house, who was here last first; ``used`` are the keys of those that are closed, as JSON."""

    persons: tuple[Person, ...] = ()
    used: str = "[]"


class PeopleView(Frozen):
    """What the drawer knows of people: the cards, and the credit of who sits here.

    ``has_cards`` is whether the night can have cards. ``seated`` are the cards with a seat here, as JSON, and
    ``buy_in_cents`` is what is sold with a seat.
    """

    looks_alike: ClassVar[str] = json.dumps(looks_alike_as())

    has_cards: bool = False
    cards: Cards = Cards()
    seated: str = "[]"
    credit: tuple[Credit, ...] = ()
    buy_in_cents: int = 0

    def credit_of(self, player: str) -> Credit | None:
        """A player's credit; ``None`` for a seat without a card."""
        return next((credit for credit in self.credit if credit.player == player), None)

    def owed(self, player: str, markers_cents: int) -> str:
        """What a seat owes on markers of this table and of earlier nights: ``$50 + $200 old``; "" for nothing."""
        credit = self.credit_of(player)
        old_cents = credit.carried_cents if credit else 0
        if not old_cents:
            return brief(markers_cents) if markers_cents else ""
        if not markers_cents:
            return _("%(old)s old", old=brief(old_cents))
        return _("%(markers)s + %(old)s old", markers=brief(markers_cents), old=brief(old_cents))

    def debtor_among(self, players: Iterable[str]) -> Credit | None:
        """The first of these players who owes carried markers."""
        found = (self.credit_of(player) for player in players)
        return next((credit for credit in found if credit and credit.carried_cents), None)


_BUY_IN_CENTS = 10_000


class CardList:
    """Makes the list of cards, and keeps the last: it changes with the house and not with every touch. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: tuple[HouseState, str] | None = None
        self._cards = Cards()

    def of(self, house: HouseState, date: str) -> Cards:
        """The cards of a house as of a day."""
        with self._lock:
            if self._of is None or self._of[0] is not house or self._of[1] != date:
                self._cards, self._of = cards_of(house, date), (house, date)
            return self._cards


def people_of(
    night: Night, house: HouseState | None, cards: Callable[[HouseState, str], Cards] | None = None
) -> PeopleView:
    """What the drawer of an open night knows of the people of the house; ``cards`` makes the list of cards.

    A table of the past has no ``house``: nobody is seated there, and nothing is paid.
    """
    check_cents = night.check_cents
    buy_in_cents = max(check_cents, _BUY_IN_CENTS - _BUY_IN_CENTS % check_cents)
    if night.opened.rules < THE_HOUSE:
        return PeopleView(buy_in_cents=buy_in_cents)
    if house is None:
        return PeopleView(has_cards=True, buy_in_cents=buy_in_cents)
    seats = night.cards
    return PeopleView(
        has_cards=True,
        cards=(cards or cards_of)(house, night.opened.date),
        seated=json.dumps(sorted(house.card(card).key for card in seats.values())),
        credit=tuple(credit_of(night, player, house) for player in night.seated if player in seats),
        buy_in_cents=buy_in_cents,
    )


def cards_of(house: HouseState, date: str) -> Cards:
    """The cards of a house, who was here last first, then by name; ``date`` is today."""
    cards = [*house.open_cards]
    alike = Counter(shape for card in cards for shape in _shapes(card))
    order = sorted(cards, key=lambda card: (-_closing(house, card), card.name.casefold(), card.key))
    return Cards(
        persons=tuple(_person(house, card, date, max(alike[shape] for shape in _shapes(card))) for card in order),
        used=json.dumps(sorted(card.key for card in house.cards.values() if not card.is_open)),
    )


def _shapes(card: Card) -> frozenset[str]:
    """What the names of a card look like."""
    return frozenset(skeleton(name) for name in (card.name, card.known_as) if name)


def _last(house: HouseState, card: Card) -> KnownNight | None:
    return house.nights.get(card.last_night)


def _closing(house: HouseState, card: Card) -> int:
    night = _last(house, card)
    return night.closing if night else 0


def _person(house: HouseState, card: Card, date: str, alike: int) -> Person:
    colour = card.color.lower() if card.color.lower() in CHECKS else ""
    night = _last(house, card)
    return Person(
        card=card.key,
        name=card.name,
        known_as=card.known_as if card.known_as != card.name else "",
        colour=colour,
        mark=mark_of(colour, 0) if colour else None,
        last=_("here last %(day)s", day=day_before(night.date, date)) if night else "",
        barred=card.barred,
        namesakes=_("one of %(number)s with this name", number=alike) if alike > 1 else "",
        alike=json.dumps(sorted(_shapes(card))),
    )


def day_before(date: str, today: str) -> str:
    """A day as one says it on another: ``Friday`` within a week, else ``Nov 14``, with its year if it is another.

    >>> day_before("2026-11-27", "2026-11-28"), day_before("2026-11-14", "2026-11-28")
    ('Friday', 'Nov 14')
    """
    day, now = datetime.date.fromisoformat(date), datetime.date.fromisoformat(today)
    if 0 < (now - day).days < _A_WEEK:
        return weekday(day)
    return day_of_month(day) if day.year == now.year else short_date(date)


def credit_of(night: Night, player: str, house: HouseState) -> Credit:
    """The credit of a seat with a card."""
    card = house.card(night.seats[player].card)
    check_cents, checks_cents = night.check_cents, player_line(night.ledger, player).checks_cents
    payable_cents = card.carried_cents - card.carried_cents % check_cents
    in_checks_cents = min(payable_cents, checks_cents)
    drawn_cents = min(card.deposit_cents, max(_BUY_IN_CENTS, check_cents))
    elsewhere_cents = card.exposure_elsewhere_cents(night.id) - card.carried_cents
    carried = ", ".join(
        _(
            "%(amount)s of %(day)s",
            amount=brief(carried.amount_cents),
            day=day_before(carried.date, night.opened.date),
        )
        for carried in card.carried
    )
    return Credit(
        player=player,
        name=night.seats[player].name,
        barred=card.barred,
        owes=_owes(card.carried_cents, elsewhere_cents),
        limit=_limit(house.limit_of(card, night.settings), card, owes=bool(card.carried_cents or elsewhere_cents)),
        carried=carried,
        carried_cents=card.carried_cents,
        payable_cents=payable_cents,
        in_checks_cents=in_checks_cents - in_checks_cents % check_cents,
        deposit_cents=card.deposit_cents,
        drawn_cents=drawn_cents - drawn_cents % check_cents,
    )


def _owes(carried_cents: int, elsewhere_cents: int) -> str:
    """What somebody owes besides the markers of this table."""
    if not elsewhere_cents:
        return _("owes %(amount)s from earlier nights", amount=brief(carried_cents)) if carried_cents else ""
    if not carried_cents:
        return _("owes %(amount)s at other tables", amount=brief(elsewhere_cents))
    return _(
        "owes %(carried)s from earlier nights and %(elsewhere)s at other tables",
        carried=brief(carried_cents),
        elsewhere=brief(elsewhere_cents),
    )


def _limit(limit_cents: int | None, card: Card, *, owes: bool) -> str:
    """The limit of a card, and how much of it is used up where its owner ``owes`` anything besides this table."""
    if limit_cents is None:
        return ""
    if owes:
        return _("in all %(used)s of %(limit)s", used=brief(card.exposure_cents), limit=brief(limit_cents))
    return _("limit %(limit)s", limit=brief(limit_cents))
