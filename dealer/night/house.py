"""What a night asks of the house, and what the house enters of a night."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import (
    OF_PROGRAM,
    Amend,
    Command,
    RuleDispute,
    SeatPlayer,
    argument_of,
    players_of,
    type_of,
    word_of,
)
from dealer.commands.refusal import Amount, Player, Refusal
from dealer.house import roles
from dealer.house.decide import check_deposit, known_card
from dealer.house.roles import OWNER, Signers
from dealer.house.state import Card, HouseState, SeatAccount
from dealer.night.dealers import dealer_lines, dealers_disputed, events_in_effect
from dealer.night.night import Night
from events.common import house as entries
from events.common.event import Event, Move
from events.common.house import BalancedSeat, CarriedPart
from events.common.night import MarkerIssued, SlipVoided, SlipWritten
from events.frozen import Frozen
from events.records import Head
from ledger import accounts
from ledger.accounts import move, moved
from ledger.statement import bank_line, player_line

Document = dict[str, Any]
Earlier = Callable[[str], Document]
"""Returns the document of an earlier accepted command, by its id."""


HouseAt = Callable[[int], HouseState]
"""Returns the house after so many of its events."""


class Context(Frozen):
    """What a command is decided with besides the night.

    ``house`` is the house at that moment; without one, nothing of it is checked, as in a preview. ``document`` is the
    command as sent, and ``signers`` who gives and confirms it. ``earlier`` gives the documents of earlier commands,
    which corrections need. A command that a correction gives again is ``replayed``: its signers were checked before.
    """

    house: HouseState | None = None
    document: Mapping[str, Any] = field(default_factory=dict)
    signers: Signers = Signers()
    earlier: Earlier | None = None
    replayed: bool = False

    @classmethod
    def recorded(cls, document: Mapping[str, Any], earlier: Earlier, house_at: HouseAt) -> Context:
        """The context of a command in the book, from its document."""
        version = document.get(roles.HOUSE_VERSION)
        house = house_at(version) if isinstance(version, int) else _EMPTY
        return cls(house=house, document=document, signers=roles.signers_of(document), earlier=earlier)

    def instead(self, document: Document) -> Context:
        """The context of the command that a correction puts in the place of another."""
        return replace(self, document=document)

    @property
    def again(self) -> Context:
        """The context of the commands that a correction replays."""
        return replace(self, replayed=True)

    def card(self, key: str) -> Card | None:
        """A card of the house by its key; ``None`` for a preview."""
        if self.house and self.replayed:
            return self.house.card(key)
        return known_card(self.house, key) if self.house else None

    def card_at(self, night: Night, player: str) -> Card | None:
        """The card of a seat, ``None`` for a seat without one and for a preview."""
        key = night.seats[player].card
        return self.house.card(key) if self.house and key else None

    def next_number(self, kind: str) -> int:
        """The number of the next slip of a kind."""
        return self.house.number_after(kind) if self.house else 0

    def may(self, night: Night | None, name: str) -> bool:
        """Whether somebody may give the command, by name: nobody but an owner rules on a turn that they dealt."""
        assert self.house is not None
        held = self.house.roles_of(name) or ()
        if not roles.may_give(held, self.document):
            return False
        dispute = self.document.get("dispute")
        if night is None or self.document.get("do") != RuleDispute.do or OWNER in held:
            return True
        return not isinstance(dispute, str) or name not in dealers_disputed(night, dispute)

    def check_signers(self, night: Night | None) -> None:
        """Refuse a command by somebody who is not engaged, or may not give it."""
        if self.house is None or self.replayed:
            return
        roles_of, who = self.house.roles_of, self.signers.who
        roles.check_signers(roles_of, self.signers, lambda name: roles.may_give(roles_of(name) or (), self.document))
        if who is not None and not self.may(night, who):
            raise Refusal(
                "not_permitted",
                "%(name)s dealt that turn; an owner or somebody who did not deal it can rule.",
                name=who,
            )

    def check_second(self, night: Night, command: Command, refusal: Refusal | None = None) -> None:
        """Refuse (``second_needed``) a command that a second member has to confirm and nobody has."""
        if self.house is None or self.replayed:
            return
        roles.check_second(night.settings, self.signers, lambda name: self.may(night, name), command, refusal)


_EMPTY = HouseState()
"""The house for commands that do not depend on it."""

AT_CAGE = frozenset({"count_drawer", "fill", "credit", "drop", "void_slip", "draw_deposit", "redeem_carried"})
"""The commands of a night that move or count cash of the house; corrections leave them as they are."""

_DEPENDENT = AT_CAGE - {"count_drawer"}
"""The commands that always depend on the house."""

_OF_ALL_SEATS = frozenset({"close_night", "amend"})
"""The commands that depend on it if any seat has a card."""


def depends_on_house(night: Night, command: Command, house: HouseState) -> bool:
    """Whether the outcome of a command can depend on the house: on its staff, its cards or its slips."""
    word = word_of(command)
    if word in OF_PROGRAM:
        return False
    if word == Amend.do and house.cards:
        # It may seat somebody by a card.
        return True
    players = night.seats if word in _OF_ALL_SEATS else players_of(command)
    is_at_card = any(night.seats[player].card for player in players if player in night.seats)
    return bool(house.staff or house.tokens) or word in _DEPENDENT or is_at_card or _seats_card(command)


def _seats_card(command: Command) -> bool:
    return type_of(command) is SeatPlayer and argument_of(command, "card") is not None


def check_card_of(night: Night, command: Command, context: Context) -> None:
    """Refuse (``unknown_card``) a seat for a card that the house does not have."""
    key = argument_of(command, "card") if type_of(command) is SeatPlayer else None
    if isinstance(key, str):
        context.card(key)


def check_seat(night: Night, command: Command, context: Context) -> None:
    """Refuse a barred player (``player_barred``), a second seat for a card, and another card for a seat."""
    player, key = argument_of(command, "player"), argument_of(command, "card")
    earlier = night.seats.get(player) if isinstance(player, str) else None
    is_back = earlier is not None and not earlier.taken
    card = context.card(key) if isinstance(key, str) else context.card_at(night, player) if is_back else None
    if card and card.barred and not context.replayed:
        raise Refusal(
            "player_barred",
            "%(name)s is barred: %(reason)s. The floor can readmit them.",
            name=card.name,
            reason=card.barred,
        )
    if card is None:
        if not isinstance(key, str):
            return
    else:
        key = card.key
    cards = night.cards
    if context.house:
        cards = {seat: context.house.card(card).key for seat, card in cards.items()}
    for other, seat in night.seats.items():
        if cards.get(other) == key and seat.taken:
            raise Refusal("already_done", "%(name)s has the seat %(seat)s at this table.", name=seat.name, seat=other)
    if earlier and cards.get(str(player)) != key:
        raise Refusal("already_done", "That seat is %(name)s's for the whole night.", name=earlier.name)


def name_of(night: Night, player: str, house: HouseState | None) -> str:
    """The name that a seat is printed under now."""
    seat = night.seats[player]
    if seat.name_given or house is None or night.closed:
        return seat.name
    return house.card(seat.card).name


def on_screen(night: Night, house: HouseState) -> Night:
    """The night with the names that screens show: what the owners of its cards like to be called.

    Cards that were joined to others are those others. Papers print the names of the night as it is.
    """
    cards = {player: house.card(card) for player, card in night.cards.items()}
    seats = {
        player: replace(night.seats[player], name=card.known_as or name_of(night, player, house), card=card.key)
        for player, card in cards.items()
    }
    return replace(night, seats={**night.seats, **seats}) if seats else night


def house_version_for(night: Night, house: HouseState) -> int:
    """The house's version at its last event that changes what screens of a night show: the people, or a card here."""
    return max([house.people_version, *(house.card(card).version for card in night.cards.values())])


def with_limits(night: Night, events: tuple[Event, ...], context: Context) -> tuple[Event, ...]:
    """The events; each marker of a card says what its owner then owes the house in all.

    Refuses (``over_limit``) markers that bring a card's exposure over all tables above its limit.
    """
    house = context.house
    if house is None:
        return events
    issued: dict[str, int] = {}
    checked: list[Event] = []
    for event in events:
        card = context.card_at(night, event.player) if isinstance(event, MarkerIssued) else None
        if card and isinstance(event, MarkerIssued):
            issued[card.key] = issued.get(card.key, 0) + event.amount_cents
            here = seat_account(night, players_of_card(night, card.key, house))
            open_here_cents = here.markers_open_cents + issued[card.key]
            owed_cents = card.exposure_elsewhere_cents(night.id) + open_here_cents
            _check_limit(card, owed_cents, house.limit_of(card, night.settings))
            event = replace(event, owed_in_all_cents=owed_cents)
        checked.append(event)
    return tuple(checked)


def _check_limit(card: Card, would_be_cents: int, limit_cents: int | None) -> None:
    if limit_cents is not None and would_be_cents > limit_cents:
        raise Refusal(
            "over_limit",
            "%(name)s would owe %(would_be)s at all tables; the limit is %(limit)s.",
            name=card.name,
            would_be=Amount(would_be_cents),
            limit=Amount(limit_cents),
        )


def check_deposit_of(night: Night, player: str, amount_cents: int, context: Context) -> None:
    """Refuse (``not_enough_checks``) more than a player has deposited."""
    if context.house is None:
        return
    card = context.card_at(night, player)
    if card is None:
        raise Refusal("not_enough_checks", "%(player)s has no deposit with the house.", player=Player(player))
    check_deposit(card, amount_cents)


def entries_of(
    house: HouseState, before: Night, after: Night, events: tuple[Event, ...], head: Head
) -> tuple[Event, ...]:
    """What the house enters after a command of a night: seats' accounts, slips, and the balance of a closed night."""
    found = [*_slips_entered(house, after, events)]
    if after.closed:
        return (*found, _balanced(house, before, after, events, head))
    return (*found, *_seats_entered(house, before, after))


def _slips_entered(house: HouseState, night: Night, events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        known = house.slip(event.slip, event.number) if isinstance(event, SlipWritten | SlipVoided) else None
        if isinstance(event, SlipWritten) and known is None:
            yield entries.SlipEntered(
                night=night.id,
                slip=event.slip,
                number=event.number,
                amount_cents=event.amount_cents,
                moves=_at_the_cage(event.slip, event.amount_cents),
            )
        elif isinstance(event, SlipVoided) and known and not known.voided:
            moves = accounts.reversed_moves(_at_the_cage(event.slip, event.amount_cents))
            yield entries.SlipStruck(night=night.id, slip=event.slip, number=event.number, moves=moves)


def _at_the_cage(kind: str, amount_cents: int) -> tuple[Move, ...]:
    """The moves of a slip in the house's accounts; a drop stays in the table's locked box."""
    if kind == "fill":
        return (move(accounts.TRANSFERS, accounts.CAGE, amount_cents),)
    return (move(accounts.CAGE, accounts.TRANSFERS, amount_cents),) if kind == "credit" else ()


def players_of_card(night: Night, key: str, house: HouseState) -> tuple[str, ...]:
    """The seats that a card, or one that was joined to it, had in a night: it may have left one and taken another."""
    return tuple(player for player, seat_card in night.cards.items() if house.card(seat_card).key == key)


def seat_account(night: Night, players: Collection[str]) -> SeatAccount:
    """What a card did at an open night that concerns the house, at its seats there."""
    paid: dict[str, int] = {}
    for payer, part in night.carried_paid:
        if payer in players:
            paid[part.night] = paid.get(part.night, 0) + part.amount_cents
    lines = [player_line(night.ledger, player) for player in players]
    return SeatAccount(
        markers_open_cents=sum(line.markers_open_cents for line in lines),
        drawn_cents=sum(line.drawn_cents for line in lines),
        carried_paid=tuple(CarriedPart(origin, amount_cents) for origin, amount_cents in paid.items()),
    )


def _seats_entered(house: HouseState, before: Night, night: Night) -> Iterator[Event]:
    """The accounts that changed: of cards that sit down or sit there, and of those whose seat was taken back."""
    accounts_now: dict[str, SeatAccount | None] = {house.card(card).key: None for card in before.cards.values()}
    for key in {house.card(card).key: None for card in night.cards.values()}:
        accounts_now[key] = seat_account(night, players_of_card(night, key, house))
    for key, account in accounts_now.items():
        known = house.cards[key].seats.get(night.id)
        if account != known:
            after = account or SeatAccount()
            yield entries.SeatEntered(
                night=night.id,
                card=key,
                markers_open_cents=after.markers_open_cents,
                drawn_cents=after.drawn_cents,
                carried_paid=after.carried_paid,
                taken_back=account is None,
                moves=_seat_moves(key, known or SeatAccount(), after),
            )


def _seat_moves(card: str, before: SeatAccount, after: SeatAccount) -> tuple[Move, ...]:
    drawn = after.drawn_cents - before.drawn_cents
    paid = _total(after.carried_paid) - _total(before.carried_paid)
    return (
        *_either_way(accounts.deposits(card), "transfers.deposits", drawn),
        *_either_way("transfers.carried", accounts.carried(card), paid),
    )


def _total(parts: Iterable[CarriedPart]) -> int:
    return sum(part.amount_cents for part in parts)


def _either_way(debit: str, credit: str, amount_cents: int) -> tuple[Move, ...]:
    return moved(debit, credit, amount_cents) if amount_cents >= 0 else moved(credit, debit, -amount_cents)


def _balanced_seat(house: HouseState, night: Night, key: str) -> BalancedSeat:
    """What a closed night left of a card, over all seats that it had."""
    players = players_of_card(night, key, house)
    return BalancedSeat(
        card=key,
        net_cents=sum(player_line(night.ledger, player).net_cents for player in players),
        carried_cents=seat_account(night, players).markers_open_cents,
    )


def _balanced(house: HouseState, before: Night, after: Night, events: tuple[Event, ...], head: Head) -> Event:
    """The balance of a night that just closed; ``before`` is the night before the closing command."""
    seats = tuple(
        _balanced_seat(house, after, key) for key in {house.card(card).key: None for card in after.cards.values()}
    )
    return entries.NightBalanced(
        night=after.id,
        version=head.version,
        hash=head.hash,
        seats=seats,
        bank_cents=bank_line(after.ledger).result_cents,
        dealers=dealer_lines(after.opened.dealer, [*events_in_effect(before), *events]),
        moves=tuple(
            move(accounts.carried(seat.card), accounts.MARKERS_MOVED, seat.carried_cents)
            for seat in seats
            if seat.carried_cents
        ),
    )
