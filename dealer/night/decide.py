"""The decider of a night: ``decide(night, command) -> events``, with refusals in the contract's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from dealer.commands import commands
from dealer.commands.commands import (
    HOUSE_COMMANDS,
    Command,
    InvalidCommand,
    OpenNight,
    Own,
    argument_of,
    players_of,
    type_of,
)
from dealer.commands.fields import NEW
from dealer.commands.refusal import Amount, Player, Refusal, does_not_read, phrase
from dealer.game.game import Game
from dealer.game.table import key_used, nobody_called
from dealer.games import game_called
from dealer.night import boxes, disputes, drawer, money, own_acts
from dealer.night.amending import amend, frames_since
from dealer.night.closing import check_may_close, close_night, leave_table
from dealer.night.dealers import relieve_dealer
from dealer.night.evolve import night_before
from dealer.night.house import Context, check_card_of, check_seat, name_of, with_limits
from dealer.night.house_rules import read_houses, smallest_check, tables_of
from dealer.night.night import Frame, Night, Seat
from dealer.rules_version import (
    CURRENT,
    FIRST,
    SETTINGS_RECORDED_WHOLE,
    SHARES_ARE_OF_THE_WHOLE,
    THE_HOUSE,
    WORDS_ARE_SHARED,
)
from events.common.event import Event
from events.common.house import HouseSettings
from events.common.night import (
    Backer,
    CommandVoided,
    CommandVoidedForReason,
    MarkerIssued,
    NightOpened,
    PlayerMoved,
    PlayerSatIn,
    PlayerSatOut,
    PlayerSeated,
    joined,
)
from events.common.play import BankBroke
from events.records import Head
from events.schema import schema_for
from ledger import accounts
from ledger.accounts import BANK, HOUSE, move, reversed_moves

Decider = Callable[[Night, Any], tuple[Event, ...]]


def open_night(
    command: OpenNight, rules: int = CURRENT, settings: HouseSettings | None = None, head: Head | None = None
) -> NightOpened:
    """The event that opens a night, with complete house rules and the current version of the ``rules``.

    ``settings`` are those of the house, and ``head`` is the head of its stream at that moment.

    Raises :class:`Refusal`: ``bad_input`` for an unknown game, house or share, ``not_a_multiple`` for a roll that is
    not a whole number of smallest checks (zero is allowed).
    """
    houses = read_houses(command.game, command.house, rules)
    check = smallest_check(tables_of(houses))
    if command.roll < 0 or command.roll % check:
        raise Refusal(
            "not_a_multiple",
            "A roll of %(roll)s cannot be made up of %(check)s checks.",
            roll=Amount(command.roll),
            check=Amount(check),
        )
    backers = _backers(command, rules)
    puts_up = _put_up(command.roll, backers, check)
    game, house = joined(houses)
    return NightOpened(
        table=command.table,
        date=command.date,
        game=game,
        house=house,
        roll_cents=command.roll,
        backers=backers,
        dealer=command.dealer,
        moves=tuple(
            move(accounts.cash("roll", name), accounts.roll(name), cents) for name, cents in puts_up.items() if cents
        ),
        rules=rules,
        house_version=head.version if head else 0,
        house_hash=head.hash if head else "",
        settings=settings,
        box=command.cards == commands.BOX,
    )


def open_again(
    command: OpenNight, recorded: NightOpened, settings: HouseSettings | None = None, head: Head | None = None
) -> NightOpened:
    """The event that opens a night, as the program that recorded it would make it.

    It has the recorded rules version, or the current version if this program does not know that. It omits
    settings that the recorded opening lacks because they did not exist yet. Raises :class:`Refusal` as
    :func:`open_night` does.
    """
    rules = recorded.rules if FIRST <= recorded.rules <= CURRENT else CURRENT
    opened = open_night(command, rules, settings, head)
    if recorded.rules >= SETTINGS_RECORDED_WHOLE:
        return opened
    named = frozenset(_settings_named(command.house))
    houses = {
        name: {
            setting: value
            for setting, value in settings.items()
            if setting in recorded.houses.get(name, {})
            or setting in named
            or setting not in game_called(name).settings_added
        }
        for name, settings in opened.houses.items()
    }
    return replace(opened, house=joined(houses)[1])


PREVIEW = Context()
"""The context of a command that is only tried out: nothing of the house is checked."""


def as_recorded(recorded: NightOpened) -> tuple[HouseSettings | None, Head | None]:
    """The settings and the head of the house that an opening has recorded, for :func:`open_again`."""
    head = Head(version=recorded.house_version, hash=recorded.house_hash) if recorded.house_version else None
    return recorded.settings, head


def decide(night: Night, command: Command, context: Context = PREVIEW) -> tuple[Event, ...]:
    """The events of a command; raises :class:`Refusal`. Changes nothing.

    ``context`` has the house and the staff members who give and confirm the command.
    """
    context.check_signers(night)
    check_card_of(night, command, context)
    try:
        events = _decide(night, command, context)
    except Refusal as refusal:
        context.check_second(night, command, refusal)
        raise
    context.check_second(night, command)
    # The commands that a correction gives again are checked one by one.
    return events if isinstance(command, commands.Amend) else with_limits(night, events, context)


def _decide(night: Night, command: Command, context: Context) -> tuple[Event, ...]:
    command_type = type_of(command)
    for player in _named(command_type, command):
        if not night.is_seated(player):
            raise nobody_called(player)
    game = night.game_of(command_type)
    if game:
        table = night.tables[game.name]
        game.check_named(table, command.command if isinstance(command, Own) else command)
    elif isinstance(command, commands.RaiseDispute):
        disputes.check_bet(night, command)
    if isinstance(command, InvalidCommand) and command.game_unknown:
        raise command.refusal
    if night.closed:
        raise Refusal("wrong_phase", "The night is closed.")
    if game is None:
        return _decide_for_house(night, command_type, command, context)
    if isinstance(command, Own):
        own_acts.check_own(night, command)
        command = command.command
    _check_time(night, game, command_type, command)
    if isinstance(command, InvalidCommand):
        raise command.refusal
    events = _sold_with_stake(night, game, command) or game.decide(table, night.ledger, command)
    if night.opened.box:
        events = boxes.with_box(night, game, command, events)
    return events if len(night.games) == 1 else (*events, *_given_back(night, game, events))


def _sold_with_stake(night: Night, game: Game, command: Any) -> tuple[Event, ...]:
    """The events of a stake that is bought with cash, or laid on a marker, as it is laid; else none."""
    if getattr(command, "form", None) not in money.SOLD_WITH_STAKE or command.stake <= 0:
        return ()
    sale = money.sale(night, command.player, command.stake, command.form)
    in_checks = replace(command, form="checks")
    events = game.decide(night.tables[game.name], night.ledger.post(sale.moves), in_checks)
    if isinstance(sale, MarkerIssued):
        money.check_marker_limit(night, command.player, command.stake)
    return (sale, *events)


def _decide_for_house(
    night: Night, command_type: type[Command], command: Command, context: Context
) -> tuple[Event, ...]:
    """The events of a command of the house; refuses commands of games that are not played here."""
    if command_type is OpenNight:
        raise Refusal("wrong_phase", "The night is already open.")
    is_foreign = command_type.do not in HOUSE_COMMANDS
    if is_foreign and night.opened.rules >= WORDS_ARE_SHARED:
        raise _not_played(night, command_type.do)
    if isinstance(command, Own):
        own_acts.check_own(night, command)
        command = command.command
    if command_type is commands.Amend:
        _check_given(night, command)
    elif command_type is commands.SeatPlayer:
        check_seat(night, command, context)
        _check_seat(night, command)
    elif night.opened.rules >= THE_HOUSE and command_type is commands.CloseNight:
        check_may_close(night)
    elif night.opened.rules >= THE_HOUSE and command_type is commands.RuleDispute:
        disputes.check_ruled(night, argument_of(command, "dispute"))
    elif command_type is commands.VoidSlip:
        drawer.check_slip(night, argument_of(command, "kind"), argument_of(command, "number"))
    elif command_type is commands.MoveSeat and night.game_on:
        raise Refusal(
            "wrong_phase", "%(game)s is being played. Move seats when this round is over.", game=night.game_on.title
        )
    if isinstance(command, InvalidCommand):
        raise command.refusal
    if isinstance(command, commands.Amend):
        return amend(night, command, context, decide)
    if is_foreign:
        raise _not_played(night, command_type.do)
    with_house = _WITH_HOUSE.get(command_type)
    return with_house(night, command, context) if with_house else _DECIDERS[command_type](night, command)


def _not_played(night: Night, word: str) -> Refusal:
    games = " or ".join(game.title for game in night.games)
    return Refusal("not_allowed_here", "'%(word)s' is not a command of %(games)s.", word=word, games=games)


def _check_time(night: Night, game: Game, command_type: type[Command], command: Command) -> None:
    if command_type.do == game.starts or command_type.do == game.prepares:
        on = night.game_on
        if on and on is not game:
            raise Refusal(
                "wrong_phase", "%(on)s is being played. Start %(game)s when that is over.", on=on.title, game=game.title
            )
    game.check_time(night.tables[game.name], command)
    if len(night.games) > 1 and _makes_a_bet(command_type):
        _check_new_key(night, game, command)


def _check_new_key(night: Night, game: Game, command: Command) -> None:
    """Refuse (``already_done``) a stake under a key that another game has used: keys are unique in a night."""
    bet = getattr(command, "bet", None)
    if not isinstance(bet, str):
        return
    if any(other.has_bet(night.tables[other.name], bet) for other in night.games if other is not game):
        raise key_used(bet)


@cache
def _makes_a_bet(command_type: type[Command]) -> bool:
    field = schema_for(command_type).fields.get("bet")
    return field is not None and field.metadata == NEW


def _given_back(night: Night, game: Game, events: tuple[Event, ...]) -> Iterator[Event]:
    """If the bank broke, return the stakes at the other tables too (law 8)."""
    if any(isinstance(event, BankBroke) for event in events):
        for other in night.games:
            if other is not game:
                yield from other.give_back(night.tables[other.name], night.ledger)


def _named(command_type: type[Command], command: Command) -> Iterator[str]:
    """The seats in a command that must be taken: all except the seat to be taken now."""
    if command_type is not commands.SeatPlayer:
        yield from players_of(command)
    if command_type in (commands.SeatPlayer, commands.MoveSeat):
        after = argument_of(command, "after")
        # "" is the first place; a value that is not text is refused for its form.
        if after and isinstance(after, str):
            yield after


def _check_seat(night: Night, command: Command) -> None:
    for player in players_of(command):
        if night.is_seated(player):
            raise Refusal("already_done", "%(player)s already has a seat.", player=Player(player[:64]))


def _check_given(night: Night, command: Command) -> None:
    """Refuse to correct a command that is not in effect, or not of the deal or hand that is on."""
    if isinstance(command, InvalidCommand | commands.Amend) and command.command is not None:
        frames_since(night, command.command)


def _seat_player(night: Night, command: commands.SeatPlayer, context: Context) -> tuple[Event, ...]:
    if command.name is None and command.card is None:
        raise does_not_read(command.do, phrase("%(key)s: %(problem)s", key="name", problem=_MISSING))
    if command.player in (HOUSE, BANK):
        raise Refusal("bad_input", "%(player)s is reserved and cannot be a seat key.", player=repr(command.player))
    earlier = night.seats.get(command.player)
    if earlier and command.name is not None and command.name != name_of(night, command.player, context.house):
        raise Refusal("already_done", "That seat is %(name)s's for the whole night.", name=earlier.name)
    if earlier:
        seat = earlier
    else:
        card = context.card(command.card) if command.card else None
        name = command.name or (card.name if card else command.card) or ""
        seat = Seat(name, card=command.card or "", name_given=command.name is not None)
    return (
        PlayerSeated(
            player=command.player, name=seat.name, after=command.after, card=seat.card, name_given=seat.name_given
        ),
    )


def _move_seat(night: Night, command: commands.MoveSeat) -> tuple[Event, ...]:
    """Move a player's seat. The sides of a match in progress do not change."""
    if command.after == command.player:
        raise Refusal("bad_input", "%(player)s cannot be moved after their own seat.", player=Player(command.player))
    return (PlayerMoved(player=command.player, after=command.after),)


def _void(night: Night, command: commands.Void) -> tuple[Event, ...]:
    """Take back the last command in effect and reverse its moves."""
    top = night.last_voidable
    if top is None:
        raise Refusal("nothing_to_void", "There is nothing to take back.")
    if night.boxes:
        boxes.check_taken_back(night, top, night_before(top))
    return (taken_back(top, command.reason),)


def taken_back(top: Frame, reason: str | None = None) -> CommandVoided:
    """The event that takes back the command of a frame."""
    moves = reversed_moves(top.moves)
    if reason is None:
        return CommandVoided(command=top.command, moves=moves)
    return CommandVoidedForReason(command=top.command, moves=moves, reason=reason)


def _settings_named(house: object) -> Iterator[str]:
    """The names of all settings in a command's ``house``, of any game."""
    if isinstance(house, dict):
        for name, value in house.items():
            yield name
            yield from _settings_named(value)


def _backers(command: OpenNight, rules: int) -> tuple[Backer, ...]:
    """The backers with their shares of the bank, the house last with what is left of it (rulebook 4.2)."""
    backers = tuple(Backer(name=backer.name, share=backer.share) for backer in command.backers)
    if len({backer.name for backer in backers}) < len(backers):
        raise Refusal("bad_input", "A backer is named twice.")
    if not backers:
        return (Backer(name=HOUSE, share="1"),)
    left = left_to_house([Decimal(backer.share) for backer in backers])
    if rules < SHARES_ARE_OF_THE_WHOLE or not left:
        return backers
    if left < 0:
        raise Refusal("bad_input", "The backers' shares add up to more than the whole.")
    others = tuple(backer for backer in backers if backer.name != HOUSE)
    shared = sum(Decimal(backer.share) for backer in others)
    return (*others, Backer(name=HOUSE, share=str(1 - shared)))


def left_to_house(shares: Sequence[Decimal]) -> Decimal:
    """What shares leave of the whole, negative if they are more; 0 where rounding them explains the difference."""
    left = 1 - sum(shares, Decimal())
    return Decimal() if abs(left) <= _ROUNDING * len(shares) else left


_ROUNDING = Decimal("0.00005")
"""By how much a share in percent with two decimals is rounded at most: three of 33.33 % are the whole."""


def _put_up(roll_cents: int, backers: tuple[Backer, ...], check_cents: int) -> dict[str, int]:
    """Divide the roll by the backers' shares in whole smallest checks; the rest goes to the first backer."""
    whole = sum(Fraction(backer.share) for backer in backers)
    if not whole:
        raise Refusal("bad_input", "The backers' shares must add up to more than nothing.")
    parts = {
        backer.name: int(roll_cents * Fraction(backer.share) / whole // check_cents) * check_cents for backer in backers
    }
    parts[backers[0].name] += roll_cents - sum(parts.values())
    return parts


_MISSING = phrase("missing data for required field")

_WITH_HOUSE: dict[type[Command], Callable[[Night, Any, Context], tuple[Event, ...]]] = {
    commands.SeatPlayer: _seat_player,
    commands.DrawDeposit: money.draw_deposit,
    commands.RedeemCarried: money.redeem_carried,
    commands.CloseNight: lambda night, command, context: close_night(night, context.house),
    **dict.fromkeys(
        (commands.Fill, commands.Credit, commands.Drop),
        lambda night, command, context: drawer.write_slip(night, command, context.next_number(command.do)),
    ),
}
"""The deciders of commands that depend on the house."""

_DECIDERS: dict[type[Command], Decider] = {
    commands.MoveSeat: _move_seat,
    commands.SitOut: lambda night, command: (PlayerSatOut(player=command.player),),
    commands.SitIn: lambda night, command: (PlayerSatIn(player=command.player),),
    commands.BuyChecks: money.buy_checks,
    commands.IssueMarker: money.issue_marker,
    commands.RedeemMarker: money.redeem_marker,
    commands.TakePledge: money.take_pledge,
    commands.ReturnPledge: money.return_pledge,
    commands.LendStake: money.lend_stake,
    commands.RepayStake: money.repay_stake,
    commands.CashIn: money.cash_in,
    commands.RaiseRoll: money.raise_roll,
    commands.Tip: money.tip,
    commands.LeaveTable: leave_table,
    commands.Void: _void,
    commands.RaiseDispute: disputes.raise_dispute,
    commands.RuleDispute: disputes.rule_dispute,
    commands.OpenToPlayers: own_acts.open_to_players,
    commands.CloseToPlayers: own_acts.close_to_players,
    commands.HoldPlayers: own_acts.hold_players,
    commands.BindHand: own_acts.bind_hand,
    commands.MoveHand: own_acts.move_hand,
    commands.RelieveDealer: relieve_dealer,
    commands.CountDrawer: drawer.count_drawer,
    commands.VoidSlip: drawer.void_slip,
    **boxes.DECIDERS,
}
