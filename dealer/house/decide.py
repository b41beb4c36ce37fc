"""The decider of the house: ``decide(house, command, signers) -> events``, with refusals in the contract's order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

from marshmallow import ValidationError
from marshmallow.fields import List, String
from marshmallow.validate import Length, Regexp

from dealer.commands.commands import Command, InvalidCommand, arguments_of, by_word, command
from dealer.commands.fields import MOST_CENTS, Cents, Flag, Key, Text, one_of, whole
from dealer.commands.refusal import Amount, Refusal, problem_in
from dealer.game.table import check_amount
from dealer.house import roles
from dealer.house.roles import OWNER, ROLES, Signers
from dealer.house.state import Card, HouseState, program_called
from events.common import house as events
from events.common.event import Event
from events.common.house import LANGUAGE_CODES
from events.frozen import Frozen
from events.schema import TupleOf, schema_for
from ledger import accounts
from ledger.accounts import move, moved

Document = dict[str, Any]
CENT = 1
"""The smallest check of the house."""

MaybeCents = Annotated[int | None, partial(whole(0, MOST_CENTS), allow_none=True)]
Percent = Annotated[int, whole(0, 100)]


_hash = (Length(equal=64), Regexp("^[0-9a-f]{64}", error="this must be a SHA-256 hash in hexadecimal"))
TokenHash = Annotated[str, partial(String, validate=_hash)]


def _roles_field(**options: Any) -> List[Any]:
    role = one_of(*ROLES)()
    return TupleOf(role, validate=Length(1), **options)


class SettingsFields(Frozen):
    """The settings of the house as ``house_rules`` gives them."""

    credit_limit: MaybeCents = None
    second_marker: MaybeCents = None
    second_ruling: MaybeCents = None
    second_raise: MaybeCents = None
    second_count: Flag = False
    second_write_off: Flag = False
    dealers_cut: Percent = 0
    count_required: Flag = False


@command("house_rules")
class HouseRules(Command):
    """Change settings of the house; ``changes`` has their new values by name."""

    changes: dict[str, Any]


@command("register_player")
class RegisterPlayer(Command):
    """Make a card for a player."""

    card: Key
    name: Text
    known_as: Text | None = None
    color: Text | None = None
    language: Annotated[str | None, partial(one_of(*LANGUAGE_CODES), allow_none=True)] = None
    credit_limit: MaybeCents = None
    note: Text | None = None


def _clear_field(**options: Any) -> List[Any]:
    field = one_of("known_as", "color", "language", "note")()
    return TupleOf(field, validate=Length(1), **options)


class CardFields(Frozen):
    """The fields of a card as ``change_player`` gives them; fields that are left out stay, ``clear`` empties some."""

    card: Key
    name: Text | None = None
    known_as: Text | None = None
    color: Text | None = None
    language: Annotated[str | None, partial(one_of(*LANGUAGE_CODES), allow_none=True)] = None
    credit_limit: MaybeCents = None
    note: Text | None = None
    clear: Annotated[tuple[str, ...], _clear_field] = ()


@command("change_player")
class ChangePlayer(Command):
    """Change fields of a card; ``changes`` has their new values by name."""

    card: str
    changes: dict[str, Any]


@command("bar_player")
class BarPlayer(Command):
    """A player cannot be seated any more."""

    card: Key
    reason: Text


@command("readmit_player")
class ReadmitPlayer(BarPlayer):
    """A barred player can be seated again."""


@command("join_cards")
class JoinCards(Command):
    """Two cards are of one person: ``card`` takes over what ``other`` has."""

    card: Key
    other: Key


@command("distinguish_cards")
class DistinguishCards(JoinCards):
    """Two cards with similar names are of two people."""


@command("remove_card")
class RemoveCard(Command):
    """Take a card that was never used out of the list."""

    card: Key


@command("deposit")
class Deposit(Command):
    """Keep cash for a player."""

    card: Key
    amount: Cents


@command("withdraw")
class Withdraw(Deposit):
    """Pay a player from their deposit."""


@command("redeem_carried")
class RedeemAtCage(Deposit):
    """Take cash at the cage on carried markers."""


@command("write_off")
class WriteOff(Deposit):
    """Give up carried markers."""

    reason: Text


@command("engage")
class Engage(Command):
    """Give somebody these roles and no others."""

    name: Text
    roles: Annotated[tuple[str, ...], _roles_field]


@command("dismiss")
class Dismiss(Command):
    """Take all roles from somebody."""

    name: Text


@command("issue_token")
class IssueToken(Command):
    """Let a program act with one role by a token, given as its SHA-256 hash in hexadecimal."""

    name: Key
    role: Annotated[str, one_of(*ROLES)]
    token_hash: TokenHash


@command("revoke_token")
class RevokeToken(Command):
    """End the token of a program at once."""

    name: Key


@command("revoke_links")
class RevokeLinks(Command):
    """End the links of a night that were given out until now: a player's, or the board's and everybody's."""

    night: Text
    player: Key | None = None


def decide(house: HouseState, command: Command, document: Mapping[str, Any], signers: Signers) -> tuple[Event, ...]:
    """The events of a command of the house, read from ``document``; raises :class:`Refusal`. Changes nothing."""

    def may(name: str) -> bool:
        return roles.may_give(house.roles_of(name) or (), document)

    roles.check_signers(house.roles_of, signers, may)
    _check_cards(house, document)
    try:
        _check_done(house, document)
        if isinstance(command, InvalidCommand):
            raise command.refusal
        events = _DECIDERS[type(command)](house, command)
    except Refusal as refusal:
        roles.check_second(house.settings, signers, may, command, refusal)
        raise
    roles.check_second(house.settings, signers, may, command)
    return events


def check_invalid(house: HouseState, command: Command, document: Mapping[str, Any]) -> None:
    """Refuse an invalid command with the first refusal in the contract's order."""
    if isinstance(command, InvalidCommand):
        decide(house, command, roles.without_signers(document), roles.signers_of(document))
        raise command.refusal


def read_house_command(document: Document) -> Command:
    """Parse a document; raises :class:`Refusal` (``bad_input``) if it is no command of the house.

    Returns :class:`InvalidCommand` if its arguments are invalid. ``null`` counts as left out, except in settings and in
    a card's limit.
    """
    word = document.get("do")
    type_ = HOUSE_WORDS.get(word) if isinstance(word, str) else None
    if type_ is None:
        raise Refusal("bad_input", "'do' must be a command of the house.")
    try:
        if type_ is HouseRules:
            return HouseRules(changes=_read_settings(document))
        given = {name: value for name, value in document.items() if value is not None or name == "credit_limit"}
        if type_ is ChangePlayer:
            fields = {name: value for name, value in given.items() if name != "do"}
            schema_for(CardFields).load(fields)
            cleared = dict.fromkeys(fields.pop("clear", ()), "")
            return ChangePlayer(card=fields.pop("card"), changes=fields | cleared)
        return arguments_of(given, type_)
    except ValidationError as error:
        return InvalidCommand(
            command_type=type_, players=(), bet=None, problem=problem_in(error), arguments=dict(document)
        )


def _read_settings(document: Document) -> dict[str, Any]:
    """The changed settings; ``null`` sets one back to its default."""
    given = {name: value for name, value in document.items() if name != "do"}
    changed = {name: value for name, value in given.items() if not _is_default(name, value)}
    read = schema_for(SettingsFields).load(changed)
    return {name: getattr(read, name) for name in given}


def _is_default(name: str, value: object) -> bool:
    return value is None and name in SettingsFields.__struct_fields__


def _check_cards(house: HouseState, document: Mapping[str, Any]) -> None:
    """Refuse (``unknown_card``) cards that the house does not have."""
    if document.get("do") == RegisterPlayer.do:
        return
    for name in ("card", "other"):
        key = document.get(name)
        if isinstance(key, str):
            known_card(house, key)


def known_card(house: HouseState, key: str) -> Card:
    """A card by its key; raises :class:`Refusal` (``unknown_card``) if there is none, or it is not open any more."""
    card = house.cards.get(key)
    if card is None:
        raise Refusal("unknown_card", "The house has no card %(card)s.", card=key[:64])
    if card.joined_to:
        raise Refusal("unknown_card", "The card %(card)s was joined to %(other)s.", card=key[:64], other=card.joined_to)
    if card.removed:
        raise Refusal("unknown_card", "The card of %(name)s was removed.", name=card.name)
    return card


def _check_done(house: HouseState, document: Mapping[str, Any]) -> None:
    """Refuse (``already_done``) a key that is used, and barring or readmitting a player twice."""
    word, key = document.get("do"), document.get("card")
    card = house.cards.get(key) if isinstance(key, str) else None
    if card is None:
        return
    if word == RegisterPlayer.do:
        raise Refusal("already_done", "The key %(card)s is %(name)s's card.", card=card.key, name=card.name)
    if word == BarPlayer.do and card.barred:
        raise Refusal("already_done", "%(name)s is barred already.", name=card.name)
    if word == ReadmitPlayer.do and not card.barred:
        raise Refusal("already_done", "%(name)s is not barred.", name=card.name)


def _change_settings(house: HouseState, command: HouseRules) -> tuple[Event, ...]:
    return (events.HouseSettingsChanged(changes=command.changes),) if command.changes else ()


def _register(house: HouseState, command: RegisterPlayer) -> tuple[Event, ...]:
    return (
        events.PlayerRegistered(
            card=command.card,
            name=command.name,
            known_as=command.known_as or "",
            color=command.color or "",
            language=command.language or "",
            credit_limit_cents=command.credit_limit,
            note=command.note or "",
        ),
    )


def _change(house: HouseState, command: ChangePlayer) -> tuple[Event, ...]:
    return (events.PlayerChanged(card=command.card, changes=command.changes),) if command.changes else ()


def _two_cards(house: HouseState, command: JoinCards) -> tuple[Card, Card]:
    if command.card == command.other:
        raise Refusal("bad_input", "Name two different cards.")
    return house.cards[command.card], house.cards[command.other]


def _distinguish(house: HouseState, command: DistinguishCards) -> tuple[Event, ...]:
    card, other = _two_cards(house, command)
    if house.are_distinct(card, other):
        return ()
    return (events.CardsDistinguished(card=card.key, other=other.key),)


def is_unused(house: HouseState, card: Card) -> bool:
    """Whether a card has no seat, no night and no bar, and never had money at the cage."""
    money = {accounts.deposits(card.key), accounts.carried(card.key)}
    return not (card.seats or card.nights or card.barred) and money.isdisjoint(house.ledger.balances)


def _remove(house: HouseState, command: RemoveCard) -> tuple[Event, ...]:
    card = house.cards[command.card]
    if not is_unused(house, card):
        raise Refusal(
            "not_allowed_here",
            "%(name)s has played, is barred or has had money at the cage. Only an unused card can be removed.",
            name=card.name,
        )
    return (events.CardRemoved(card=card.key),)


def _join(house: HouseState, command: JoinCards) -> tuple[Event, ...]:
    card, other = _two_cards(house, command)
    both = [night for night in other.seats if night in card.seats]
    if both:
        raise Refusal(
            "wrong_phase",
            "%(name)s has two seats in night %(night)s. Join the cards when it is closed.",
            name=card.name,
            night=both[0],
        )
    moves = (
        *moved(accounts.deposits(other.key), accounts.deposits(card.key), other.deposit_cents),
        *moved(accounts.carried(card.key), accounts.carried(other.key), other.carried_cents),
    )
    return (events.CardsJoined(card=card.key, other=other.key, moves=moves),)


def _bar(house: HouseState, command: BarPlayer) -> tuple[Event, ...]:
    return (events.PlayerBarred(card=command.card, reason=command.reason),)


def _readmit(house: HouseState, command: ReadmitPlayer) -> tuple[Event, ...]:
    return (events.PlayerReadmitted(card=command.card, reason=command.reason),)


def _deposit(house: HouseState, command: Deposit) -> tuple[Event, ...]:
    check_amount(command.amount, CENT)
    moves = (move(accounts.CAGE, accounts.deposits(command.card), command.amount),)
    return (events.DepositTaken(card=command.card, amount_cents=command.amount, moves=moves),)


def _withdraw(house: HouseState, command: Withdraw) -> tuple[Event, ...]:
    check_amount(command.amount, CENT)
    check_deposit(house.cards[command.card], command.amount)
    moves = (move(accounts.deposits(command.card), accounts.CAGE, command.amount),)
    return (events.DepositPaidOut(card=command.card, amount_cents=command.amount, moves=moves),)


def check_deposit(card: Card, amount_cents: int) -> None:
    """Refuse (``not_enough_checks``) more than a card has deposited."""
    if card.deposit_cents < amount_cents:
        raise Refusal(
            "not_enough_checks",
            "%(name)s has %(deposit)s deposited, not %(amount)s.",
            name=card.name,
            deposit=Amount(card.deposit_cents),
            amount=Amount(amount_cents),
        )


def check_carried(card: Card, amount_cents: int) -> None:
    """Refuse (``bad_input``) more than a card owes on carried markers."""
    if amount_cents > card.carried_cents:
        raise Refusal(
            "bad_input",
            "%(name)s owes %(owed)s on markers of earlier nights, not %(amount)s.",
            name=card.name,
            owed=Amount(card.carried_cents),
            amount=Amount(amount_cents),
        )


def _redeem(house: HouseState, command: RedeemAtCage) -> tuple[Event, ...]:
    card = house.cards[command.card]
    check_carried(card, command.amount)
    check_amount(command.amount, CENT)
    return (
        events.CarriedRedeemed(
            card=card.key,
            amount_cents=command.amount,
            parts=card.oldest_parts(command.amount),
            moves=(move(accounts.CAGE, accounts.carried(card.key), command.amount),),
        ),
    )


def _write_off(house: HouseState, command: WriteOff) -> tuple[Event, ...]:
    card = house.cards[command.card]
    check_carried(card, command.amount)
    check_amount(command.amount, CENT)
    return (
        events.CarriedWrittenOff(
            card=card.key,
            amount_cents=command.amount,
            reason=command.reason,
            parts=card.oldest_parts(command.amount),
            moves=(move(accounts.WRITTEN_OFF, accounts.carried(card.key), command.amount),),
        ),
    )


def _engage(house: HouseState, command: Engage) -> tuple[Event, ...]:
    if command.name in house.tokens:
        raise Refusal("already_done", "%(name)s is a program. Choose another name.", name=command.name)
    given = tuple(role for role in ROLES if role in command.roles)
    if OWNER not in given:
        _check_owner_stays(house, command.name)
    return (events.RolesGiven(name=command.name, roles=given),)


def _dismiss(house: HouseState, command: Dismiss) -> tuple[Event, ...]:
    if command.name not in house.staff:
        raise Refusal("bad_input", "Nobody on the staff is called %(name)s.", name=command.name)
    _check_owner_stays(house, command.name)
    return (events.RolesEnded(name=command.name),)


def _issue_token(house: HouseState, command: IssueToken) -> tuple[Event, ...]:
    if house.roles_of(program_called(command.name)):
        raise Refusal(
            "already_done",
            "There is a token for %(name)s already. Revoke it first, or choose another name.",
            name=command.name,
        )
    return (events.TokenIssued(name=command.name, role=command.role, token_hash=command.token_hash),)


def _revoke_token(house: HouseState, command: RevokeToken) -> tuple[Event, ...]:
    if program_called(command.name) not in house.tokens:
        raise Refusal("unknown_program", "No program called %(name)s has a token.", name=command.name)
    return (events.TokenRevoked(name=command.name),)


def _revoke_links(house: HouseState, command: RevokeLinks) -> tuple[Event, ...]:
    if command.night not in house.nights:
        raise Refusal("no_such_night", "The house has no night %(night)s.", night=command.night[:40])
    return (events.LinksRevoked(night=command.night, player=command.player or ""),)


def _check_owner_stays(house: HouseState, name: str) -> None:
    """Refuse (``not_allowed_here``) to leave the house without an owner."""
    if not any(OWNER in given for member, given in house.staff.items() if member != name):
        if not house.staff:
            raise Refusal("not_allowed_here", "The first of the staff must be an owner.")
        raise Refusal("not_allowed_here", "%(name)s is the last owner. Name another owner first.", name=name)


Decider = Callable[[HouseState, Any], tuple[Event, ...]]

_DECIDERS: dict[type[Command], Decider] = {
    HouseRules: _change_settings,
    RegisterPlayer: _register,
    ChangePlayer: _change,
    BarPlayer: _bar,
    ReadmitPlayer: _readmit,
    JoinCards: _join,
    DistinguishCards: _distinguish,
    RemoveCard: _remove,
    Deposit: _deposit,
    Withdraw: _withdraw,
    RedeemAtCage: _redeem,
    WriteOff: _write_off,
    Engage: _engage,
    Dismiss: _dismiss,
    IssueToken: _issue_token,
    RevokeToken: _revoke_token,
    RevokeLinks: _revoke_links,
}

HOUSE_WORDS = by_word(*_DECIDERS)
"""The commands of the house by word."""
