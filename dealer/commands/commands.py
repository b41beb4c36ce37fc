"""Typed commands, in the contract's words.

An invalid document becomes :class:`InvalidCommand` instead of an immediate error, because in the contract's order the
rules first check whether the player and the bet exist and whether it is the right time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Annotated, Any, ClassVar, TypeVar, cast

from marshmallow import ValidationError
from msgspec import field

from dealer.commands.fields import (
    MOST_CENTS,
    AfterSeat,
    Anything,
    ByProgram,
    Cents,
    CommandId,
    Day,
    Digest,
    Document,
    Flag,
    Key,
    MaybeKey,
    NewKey,
    PersonName,
    SeatKey,
    ShareOfOne,
    Tender,
    Text,
    command_ids,
    one_of,
    whole,
)
from dealer.commands.refusal import Phrase, Refusal, does_not_read, problem_in
from dealer.rules_version import BYSTANDERS_LEND, FIRST
from events.common.house import SLIP_KINDS
from events.frozen import Frozen
from events.schema import schema_for

C = TypeVar("C", bound="Command")

PACK, BOX = "pack", "box"
"""Where the cards of a night come from."""

USUAL = "usual"
"""The preset for the usual rules of a game."""

PLAYER_FIELDS = ("player", "lender", "borrower")
"""The arguments that name a player, unless a command says otherwise."""


class Command(Frozen, gc=False):
    """The base of all commands.

    ``do`` is the word in the contract. ``seats`` are the arguments that name players: with a seat key, a list of them,
    or an object with an entry for each. ``since`` is the version of the rules that has the word. ``optional_since``
    and ``added_since`` are arguments that older nights need, or do not know, with the version that changed it.
    """

    do: ClassVar[str]
    optional_since: ClassVar[Mapping[str, int]] = {}
    added_since: ClassVar[Mapping[str, int]] = {}
    seats: ClassVar[tuple[str, ...]] = PLAYER_FIELDS
    since: ClassVar[int] = FIRST


def command(do: str, seats: tuple[str, ...] = PLAYER_FIELDS) -> Callable[[type[C]], type[C]]:
    """Decorate a command with its word in the contract and its arguments that name players."""

    def made(cls: type[C]) -> type[C]:
        cls.do, cls.seats = do, seats
        return cls

    return made


def of_game(kind: type[C]) -> type[C]:
    """A game's own type of a command that several games share."""
    like = {"__doc__": kind.__doc__, "__module__": kind.__module__}
    return cast("type[C]", type(kind.__name__, (kind,), like))


class InvalidCommand(Command):
    """A command with invalid arguments: its type, the players and bet that it names, and the problem.

    ``command`` is the command that a correction names; ``arguments`` are the arguments as sent. ``game_unknown`` says
    that the named game is not played in the night, or does not have the word.
    """

    command_type: type[Command]
    players: tuple[str, ...]
    bet: str | None
    problem: Phrase
    command: str | None = None
    game_unknown: bool = False
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def refusal(self) -> Refusal:
        """The refusal, raised in its place in the contract's order."""
        return does_not_read(self.command_type.do, self.problem)


class Own(Command):
    """A command that a player sends themselves."""

    command: Command
    player: str


class BackerAsked(Frozen, gc=False):
    """A backer in an opening."""

    name: Text
    share: ShareOfOne


class CorrectionAsked(Frozen, gc=False):
    """A correction in a ruling; a side is a seat key or ``bank``."""

    source: Key = field(name="from")
    target: Key = field(name="to")
    amount: Cents


@command("open_night")
class OpenNight(Command):
    """Open the table; ``house`` is a preset's name or an object, ``roll`` is in cents.

    With several games, ``house`` is an object with a house per game name, or the preset of a single game. ``cards``
    come from a real ``pack`` or from the dealing ``box``.
    """

    table: Text
    date: Day
    game: Text | tuple[Text, ...]
    house: Anything = USUAL
    roll: Cents
    backers: tuple[BackerAsked, ...] = ()
    dealer: Text
    cards: Annotated[str, one_of(PACK, BOX)] = PACK


@command("seat_player")
class SeatPlayer(Command):
    """Give a player a seat: after another player, first (``""``), or last. A returning player gets their old seat.

    The seat has a ``name``, a ``card`` of the house, or both.
    """

    player: SeatKey
    name: Text | None = None
    after: AfterSeat | None = None
    card: Key | None = None


@command("move_seat")
class MoveSeat(Command):
    """Move a player's seat after another player's, or to the first place (``""``)."""

    player: Key
    after: AfterSeat


@command("sit_out")
class SitOut(Command):
    """Leave a player out of hands for everybody seated, from the next hand on."""

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


@command("draw_deposit")
class DrawDeposit(Command):
    """Turn front money into checks."""

    player: Key
    amount: Cents


@command("redeem_carried")
class RedeemCarried(Command):
    """Take payment on markers of earlier nights."""

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
    """Lend a player checks, or sell them checks for a bystander's cash (``lender_name``), for a share of the profit."""

    optional_since: ClassVar[Mapping[str, int]] = {"lender": BYSTANDERS_LEND}
    added_since: ClassVar[Mapping[str, int]] = {"lender_name": BYSTANDERS_LEND}

    lender: Key | None = None
    borrower: Key
    amount: Cents
    profit_share: ShareOfOne = "0"
    lender_name: PersonName | None = None


@command("repay_stake")
class RepayStake(Command):
    """Give borrowed checks back; a bystander (``lender_name``) gets cash for them."""

    optional_since: ClassVar[Mapping[str, int]] = {"lender": BYSTANDERS_LEND}
    added_since: ClassVar[Mapping[str, int]] = {"lender_name": BYSTANDERS_LEND}

    lender: Key | None = None
    borrower: Key
    amount: Cents
    lender_name: PersonName | None = None


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


@command("relieve_dealer")
class RelieveDealer(Command):
    """Somebody else deals from now on."""

    dealer: Text


@command("count_drawer")
class CountDrawer(Command):
    """Count the cash in the drawer, in cents; a difference needs a reason."""

    at: Annotated[str, one_of("opening", "relief", "closing")]
    cash: Annotated[int, whole(0, MOST_CENTS)]
    reason: Text | None = None


class SlipCommand(Command):
    """Cash between table and cage, or into the locked box."""

    amount: Cents


@command("fill")
class Fill(SlipCommand):
    """Bring cash from the cage to the table."""


@command("credit")
class Credit(SlipCommand):
    """Take cash from the table back to the cage."""


@command("drop")
class Drop(SlipCommand):
    """Put cash of the table into the locked box."""


@command("void_slip")
class VoidSlip(Command):
    """Void a fill, credit or drop slip of this night."""

    kind: Annotated[str, one_of(*SLIP_KINDS)]
    number: int
    reason: Text


@command("leave_table")
class LeaveTable(Command):
    """Leave with no stakes, or with stakes taken down first if requested; markers are settled or carried over."""

    player: Key
    take_down: Flag = False


@command("void")
class Void(Command):
    """Take back the last command in effect, with an optional reason."""

    reason: Text | None = None


@command("amend")
class Amend(Command):
    """Correct a command of the deal or hand that is on in its place, or strike it (``instead`` is null).

    ``drop`` are the ids of later commands that are then refused.
    """

    command: CommandId
    instead: Annotated[dict[str, Any] | None, partial(Document, allow_none=True)]
    drop: Annotated[tuple[str, ...], command_ids]


@command("raise_dispute")
class RaiseDispute(Command):
    """Dispute a bet (by key) or a turn (by number)."""

    dispute: NewKey
    player: Key
    about: Anything
    claim: Text


@command("rule_dispute")
class RuleDispute(Command):
    """Rule a dispute, with corrections if the result does not stand.

    The program names who gives the command as its ``party``, if they are.
    """

    dispute: Key
    ruling: Annotated[str, one_of("stands", "corrected")]
    law: Annotated[int | None, partial(whole(1, 10), allow_none=True)] = None
    reason: Text
    corrections: tuple[CorrectionAsked, ...] = ()
    party: ByProgram = None


@command("open_to_players")
class OpenToPlayers(Command):
    """Let all players send commands from their phones, or a single player who was excluded."""

    player: MaybeKey = None


@command("close_to_players")
class CloseToPlayers(Command):
    """Stop all players from sending commands, or a single player."""

    player: MaybeKey = None


@command("hold_players")
class HoldPlayers(Command):
    """Hold players' commands until the turn is played."""


@command("bind_hand")
class BindHand(Command):
    """Bind a player's own hand to the device that uses its link first; ``link`` tells links of a player apart."""

    player: Key
    device: Text
    link: Text


@command("move_hand")
class MoveHand(Command):
    """End the link to a player's own hand, so that another phone can have the hand with the new one."""

    player: Key


@command("commit_box")
class CommitBox(Command):
    """Commit the order of the next deal's cards; only the program does this."""

    commitment: Digest
    nonce: Digest


@command("add_words")
class AddWords(Command):
    """Put a player's own words into the order of the cards, before the first card."""

    player: Key
    words: Text


@command("close_words")
class CloseWords(Command):
    """Take no more words, right before the first card; only the program does this."""


@command("reveal_box")
class RevealBox(Command):
    """Reveal the secret of a box after its deal; only the program does this."""

    box: Annotated[int, whole(1, 1_000_000)]
    secret: Digest


@command("deal_cards")
class DealCards(Command):
    """Deal a player more cards from the box, face down."""

    player: Key
    cards: Annotated[int, whole(1, 60)] = 1


@command("turn_up")
class TurnUp(Command):
    """Turn the next card of the box for everybody to see."""

    card: Key


@command("close_night")
class CloseNight(Command):
    """Return stakes, settle markers and loans, and cash everybody in."""


def by_word(*commands: type[Command]) -> dict[str, type[Command]]:
    """Map commands by their words."""
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
    DrawDeposit,
    RedeemCarried,
    TakePledge,
    ReturnPledge,
    LendStake,
    RepayStake,
    CashIn,
    RaiseRoll,
    Tip,
    RelieveDealer,
    CountDrawer,
    Fill,
    Credit,
    Drop,
    VoidSlip,
    LeaveTable,
    Void,
    Amend,
    RaiseDispute,
    RuleDispute,
    OpenToPlayers,
    CloseToPlayers,
    HoldPlayers,
    BindHand,
    MoveHand,
    CommitBox,
    AddWords,
    CloseWords,
    RevealBox,
    DealCards,
    TurnUp,
    CloseNight,
)
"""The commands of every night, by word."""

OF_PROGRAM = frozenset({CommitBox.do, CloseWords.do, RevealBox.do})
"""The words of commands that only the program gives."""


def type_of(command: Command) -> type[Command]:
    """The type of a command, also if it is malformed or sent by a player."""
    kind = type(command)
    if kind is Own:
        return type_of(cast(Own, command).command)
    return cast(InvalidCommand, command).command_type if kind is InvalidCommand else kind


def word_of(command: Command) -> str:
    """The word of a command, also if it is malformed."""
    return type_of(command).do


def players_of(command: Command) -> tuple[str, ...]:
    """The seat keys that a command names, also if it is malformed."""
    kind = type(command)
    if kind is InvalidCommand:
        return cast(InvalidCommand, command).players
    if kind is Own:
        return (cast(Own, command).player, *players_of(cast(Own, command).command))
    named = _naming_players(kind)
    if len(named) == 1 and isinstance(player := getattr(command, named[0]), str):
        return (player,)
    return tuple([seat for name in named for seat in seats_in(getattr(command, name))]) if named else ()


@cache
def _naming_players(command_type: type[Command]) -> tuple[str, ...]:
    return tuple(name for name in command_type.seats if name in command_type.__struct_fields__)


def argument_of(command: Command, name: str) -> Any:
    """An argument of a command; for a malformed command as it was sent, or ``None``."""
    return command.arguments.get(name) if isinstance(command, InvalidCommand) else getattr(command, name)


def seats_in(value: object) -> Iterator[str]:
    """The seat keys in an argument that names players."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from seats_in(inner)


def arguments_of(document: dict[str, Any], command_type: type[Command]) -> Command:
    """Load a document as a command of a type; raises marshmallow's :class:`ValidationError` if it is invalid."""
    read: Command = schema_for(command_type).load({key: value for key, value in document.items() if key != "do"})
    return read


def read_one_of(document: object, commands: dict[str, type[Command]], unknown: Refusal) -> Command:
    """Load a JSON document as one of several commands; raises :class:`Refusal` if it is invalid or none of them."""
    do = document.get("do") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(do, str) or do not in commands:
        raise unknown
    try:
        return arguments_of(document, commands[do])
    except ValidationError as error:
        raise does_not_read(do, problem_in(error)) from None
