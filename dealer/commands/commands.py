"""Commands: what a person asks for, typed (the contract's words).

A document that does not read becomes :class:`Malformed`, not an error at once: the rules first say whether the
player and the bet exist and whether it is the time, as the contract orders refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Annotated, Any, ClassVar, TypeVar, cast

from marshmallow import ValidationError
from msgspec import field

from dealer.commands.fields import (
    AfterSeat,
    Anything,
    Cents,
    CommandId,
    Day,
    Document,
    Flag,
    Key,
    MaybeKey,
    NewKey,
    SeatKey,
    ShareOfOne,
    Tender,
    Text,
    command_ids,
    one_of,
    whole,
)
from dealer.commands.refusal import Phrase, Refusal, does_not_read, problem_in
from events.frozen import Frozen
from events.loading import load

C = TypeVar("C", bound="Command")

USUAL = "usual"
"""The house of a game that goes by its usual rules."""

PLAYER_FIELDS = ("player", "lender", "borrower")
"""The arguments that name a player, where a command does not say otherwise."""


class Command(Frozen, gc=False):
    """The base of all commands.

    ``do`` is its word in the contract, ``seats`` the arguments that name players: by a seat key, by a list of them, or
    by an object that has something for each.
    """

    do: ClassVar[str]
    seats: ClassVar[tuple[str, ...]] = PLAYER_FIELDS


def command(do: str, seats: tuple[str, ...] = PLAYER_FIELDS) -> Callable[[type[C]], type[C]]:
    """Give a command its word in the contract, and the arguments of it that name players."""

    def made(cls: type[C]) -> type[C]:
        cls.do, cls.seats = do, seats
        return cls

    return made


class Malformed(Command):
    """A command whose arguments do not read: what was asked, whom and what it names, and what is wrong with it.

    ``command`` is the one that a correction names, ``arguments`` are all as they were sent. ``game_unknown`` says that
    it is for a game that the night has not, or that has no such word.
    """

    asked: type[Command]
    players: tuple[str, ...]
    bet: str | None
    problem: Phrase
    command: str | None = None
    game_unknown: bool = False
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def refusal(self) -> Refusal:
        """With which it is refused when its turn comes."""
        return does_not_read(self.asked.do, self.problem)


class Own(Command):
    """A command that a player sends by themselves."""

    command: Command
    player: str


class BackerAsked(Frozen, gc=False):
    """A backer named at the opening."""

    name: Text
    share: ShareOfOne


class CorrectionAsked(Frozen, gc=False):
    """A correction in a ruling; a side is a seat key or ``bank``."""

    source: Key = field(name="from")
    target: Key = field(name="to")
    amount: Cents


@command("open_night")
class OpenNight(Command):
    """Open the table; ``house`` is a preset's name or an object, ``roll`` in cents.

    Of several games ``house`` is an object with a house for each by its name, or one game's preset.
    """

    table: Text
    date: Day
    game: Text | tuple[Text, ...]
    house: Anything = USUAL
    roll: Cents
    backers: tuple[BackerAsked, ...] = ()
    dealer: Text


@command("seat_player")
class SeatPlayer(Command):
    """Give a player a seat: after another's, first (``""``), or last; whoever comes back has their old one."""

    player: SeatKey
    name: Text
    after: AfterSeat | None = None


@command("move_seat")
class MoveSeat(Command):
    """Move a player's seat after another's, or to the first place (``""``)."""

    player: Key
    after: AfterSeat


@command("sit_out")
class SitOut(Command):
    """Leave a player out of hands that take in everybody seated, from the next hand on."""

    player: Key


@command("sit_in")
class SitIn(Command):
    """Let a player who sat out play again, from the next hand on."""

    player: Key


@command("buy_checks")
class BuyChecks(Command):
    """Sell checks for cash."""

    player: Key
    amount: Cents


@command("issue_marker")
class IssueMarker(Command):
    """Give checks on credit."""

    player: Key
    amount: Cents


@command("redeem_marker")
class RedeemMarker(Command):
    """Take payment on markers."""

    player: Key
    amount: Cents
    tender: Tender = field(name="with")


@command("take_pledge")
class TakePledge(Command):
    """Give checks against goods."""

    player: Key
    amount: Cents
    item: Text


@command("return_pledge")
class ReturnPledge(Command):
    """Hand goods back for their agreed value."""

    player: Key
    item: Text
    tender: Tender = field(name="with")


@command("lend_stake")
class LendStake(Command):
    """One player lends another checks, for a share of the borrower's profit."""

    lender: Key
    borrower: Key
    amount: Cents
    profit_share: ShareOfOne = "0"


@command("repay_stake")
class RepayStake(Command):
    """Give borrowed checks back."""

    lender: Key
    borrower: Key
    amount: Cents


@command("cash_in")
class CashIn(Command):
    """Sell checks back to the bank."""

    player: Key
    amount: Cents


@command("raise_roll")
class RaiseRoll(Command):
    """Put more money behind the bank."""

    amount: Cents
    backer: Text | None = None


@command("tip")
class Tip(Command):
    """Give the dealer a toke."""

    player: Key
    amount: Cents


@command("leave_table")
class LeaveTable(Command):
    """Leave: no stakes lie, or they are taken down first where that is asked; markers are settled or carried over."""

    player: Key
    take_down: Flag = False


@command("void")
class Void(Command):
    """Take back the last command that stands, for a reason where one is given."""

    reason: Text | None = None


@command("amend")
class Amend(Command):
    """Put a command of the deal or hand that is on right in its place, or strike it (``instead`` is null).

    ``drop`` are the later commands that can then not be given any more.
    """

    command: CommandId
    instead: Annotated[dict[str, Any] | None, partial(Document, allow_none=True)]
    drop: Annotated[tuple[str, ...], command_ids]


@command("raise_dispute")
class RaiseDispute(Command):
    """Dispute a bet (its key) or a turn (its number)."""

    dispute: NewKey
    player: Key
    about: Anything
    claim: Text


@command("rule_dispute")
class RuleDispute(Command):
    """Rule a dispute, with corrections where it is not to stand."""

    dispute: Key
    ruling: Annotated[str, one_of("stands", "corrected")]
    law: Annotated[int | None, partial(whole(1, 10), allow_none=True)] = None
    reason: Text
    corrections: tuple[CorrectionAsked, ...] = ()


@command("open_to_players")
class OpenToPlayers(Command):
    """Let all players act by themselves, from their phones, or one to whom alone the game is closed."""

    player: MaybeKey = None


@command("close_to_players")
class CloseToPlayers(Command):
    """Let nobody act by themselves any more, or one player alone."""

    player: MaybeKey = None


@command("hold_players")
class HoldPlayers(Command):
    """Let nobody act by themselves until the turn is played."""


@command("close_night")
class CloseNight(Command):
    """Return what lies, settle markers and loans, cash everybody in."""


def by_word(*commands: type[Command]) -> dict[str, type[Command]]:
    """Commands by their words."""
    return {command.do: command for command in commands}


HOUSE_COMMANDS = by_word(
    OpenNight,
    SeatPlayer,
    MoveSeat,
    SitOut,
    SitIn,
    BuyChecks,
    IssueMarker,
    RedeemMarker,
    TakePledge,
    ReturnPledge,
    LendStake,
    RepayStake,
    CashIn,
    RaiseRoll,
    Tip,
    LeaveTable,
    Void,
    Amend,
    RaiseDispute,
    RuleDispute,
    OpenToPlayers,
    CloseToPlayers,
    HoldPlayers,
    CloseNight,
)
"""The commands that every night takes, whatever its games, by their words."""


def type_of(command: Command) -> type[Command]:
    """A command's type, also of one that does not read, or that a player sends by themselves."""
    kind = type(command)
    if kind is Own:
        return type_of(cast(Own, command).command)
    return cast(Malformed, command).asked if kind is Malformed else kind


def word_of(command: Command) -> str:
    """A command's word, also of one that does not read."""
    return type_of(command).do


def players_of(command: Command) -> tuple[str, ...]:
    """The seat keys that a command names, also one that does not read."""
    kind = type(command)
    if kind is Malformed:
        return cast(Malformed, command).players
    if kind is Own:
        return (cast(Own, command).player, *players_of(cast(Own, command).command))
    named = _naming_players(kind)
    if len(named) == 1 and isinstance(player := getattr(command, named[0]), str):
        return (player,)
    return tuple([seat for name in named for seat in seats_in(getattr(command, name))]) if named else ()


@cache
def _naming_players(asked: type[Command]) -> tuple[str, ...]:
    """The arguments of a type of command that name players."""
    return tuple(name for name in asked.seats if name in asked.__struct_fields__)


def argument_of(command: Command, name: str) -> Any:
    """An argument of a command; of one that does not read as it was sent, ``None`` where it was not."""
    return command.arguments.get(name) if isinstance(command, Malformed) else getattr(command, name)


def seats_in(value: object) -> Iterator[str]:
    """The seat keys in an argument that names players."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from seats_in(one)


def arguments_of(document: dict[str, Any], asked: type[Command]) -> Command:
    """A document as a command of a type; marshmallow's :class:`ValidationError` where its arguments do not read."""
    read: Command = load(asked, {key: value for key, value in document.items() if key != "do"})
    return read


def read_one_of(document: object, commands: dict[str, type[Command]], unknown: Refusal) -> Command:
    """A JSON document as one of some commands; :class:`Refusal` for ``unknown`` ones and for what does not read."""
    do = document.get("do") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(do, str) or do not in commands:
        raise unknown
    try:
        return arguments_of(document, commands[do])
    except ValidationError as error:
        raise does_not_read(do, problem_in(error)) from None
