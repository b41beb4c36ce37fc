"""A game played for points: its house, its parameters, how a hand is scored and who has won (rulebook G0)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, TypeVar, cast

from dealer.commands.commands import Command, command
from dealer.commands.fields import MOST_CENTS, Key, Text, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.bidding import Order, Waiting, clockwise
from dealer.game.game import Decider
from dealer.game.house import Amount, MaybeAmount, Presets
from dealer.score_pad.table import MatchTable, Phase
from events.facts.fact import Fact
from events.facts.matches import HandPassedOut, HandScored, PartnersNamed, ScoreLine
from events.facts.play import Bid
from events.frozen import Frozen

C = TypeVar("C", bound=Command)


Tricks = dict[str, Annotated[int, whole(0, 52)]]
"""Tricks by seat key; who has none may be left out."""


TrumpSuit = Annotated[str, one_of("s", "h", "d", "c")]


@command("start_match", seats=("sides",))
class StartMatch(Command):
    """Begin a match between sides."""

    sides: tuple[tuple[Key, ...], ...]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Begin a hand of the match."""

    dealer: Key


@command("score_hand")
class ScoreHand(Command):
    """Score the hand."""


@command("void_hand")
class VoidHand(Command):
    """Break off a hand that is foul."""

    reason: Text


@command("abandon_match")
class AbandonMatch(Command):
    """Break off the match: nothing is paid."""

    reason: Text


@command("settle_match")
class SettleMatch(Command):
    """Pay a match that was won."""


def of_game(kind: type[C]) -> type[C]:
    """A game's own type of a command that several games have alike."""
    like = {"__doc__": kind.__doc__, "__module__": kind.__module__}
    return cast("type[C]", type(kind.__name__, (kind,), like))


WINNER, ALL = "winner", "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreHouse:
    """What the house of every such game has. ``point``, ``game_stake``, ``marker`` and ``marker_limit`` are in cents.

    ``point`` is the price of a point, ``game_stake`` what each other side pays the winner besides; ``pays`` says
    whether only the winner collects, or every pair of sides settles.
    """

    point: Amount = 5
    game_stake: Annotated[int, whole(0, MOST_CENTS)] = 0
    pays: Annotated[str, one_of(WINNER, ALL)] = WINNER
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def check(self) -> int:
        """The smallest amount that moves, in cents: the price of a point."""
        return self.point


def check_stake(house: Any) -> None:
    """Refuse (``bad_input``) a stake on a game that is no whole number of points."""
    if house.game_stake % house.point:
        raise Refusal("bad_input", "What is paid for a game is the price of a whole number of points.")


NAME_PARTNER = "name_partner"


@command(NAME_PARTNER, seats=("partners",))
class NamePartner(Command):
    """Name who plays with the bidder; a game adds the card by which they are called."""

    partners: tuple[Key, ...]


def check_partners(table: MatchTable, command: NamePartner, most: int) -> None:
    """Refuse (``bad_input``) partners that cannot be: nobody, more than ``most``, one twice, the bidder."""
    partners = command.partners
    check_in_match(table, partners)
    if not 0 < len(partners) <= most or len(set(partners)) < len(partners) or table.bidder in partners:
        raise Refusal("bad_input", "Those who play with the bidder are others than they, each named once.")


def partners_named(game: str, table: MatchTable, command: Any) -> tuple[Fact, ...]:
    """The fact that they were named; what was named before does not count any more."""
    named = PartnersNamed(
        game=game, hand=table.round, turn=table.turn + 1, partners=command.partners, card=command.card
    )
    return (named,)


def check_in_match(table: MatchTable, players: Collection[str | None]) -> None:
    """Refuse (``bad_input``) anybody who does not play in the match; ``None`` is nobody."""
    for player in players:
        if player is not None and player not in table.match_players:
            raise Refusal("bad_input", "%(player)s does not play in this match.", player=Player(player))


def tricks_of_sides(table: MatchTable, tricks: Mapping[str, int], in_all: int) -> tuple[int, ...]:
    """The tricks of every side: those of its members together.

    Raises :class:`Refusal` (``bad_result``) where they are not as many as a hand has.
    """
    taken = sum(tricks.values())
    if taken != in_all:
        raise Refusal("bad_result", "A hand has %(in_all)s tricks, not %(taken)s.", in_all=in_all, taken=taken)
    return tuple(sum(tricks.get(player, 0) for player in side) for side in table.sides)


def a_trick(tricks: Sequence[int], points: int, *but: int) -> Iterator[ScoreLine]:
    """So many points a trick, for every side that took any, ``but`` for some."""
    for side, taken in enumerate(tricks):
        if taken and side not in but:
            yield ScoreLine(side=side, why="tricks", points=points * taken, count=taken)


def side_told_first(table: MatchTable, first: str | None) -> int | None:
    """The side of the player who is recorded as first at the goal."""
    return None if first is None else table.side_of(first)


def first_at_goal(points: Sequence[int], goal: int, bidding: Sequence[int], scored: Scored) -> int | None:
    """The side that has won by reaching the goal: the bidder, who plays with them, the only one, the one told first.

    ``bidding`` are the sides of the bidder and their partners, in this order. Raises :class:`Refusal` (``bad_result``)
    where it has to be told who got there first, and is not.
    """
    there = [side for side, had in enumerate(points) if had >= goal]
    by_bid = [side for side in bidding if side in there]
    if by_bid or len(there) < 2:
        return next(iter((*by_bid, *there)), None)
    if scored.first not in there:
        raise Refusal("bad_result", "Several have come to %(goal)s: say who got there first.", goal=goal)
    return scored.first


DRAWN = -1
"""In place of the side that has won: the match is over, and level."""


class Scored(Frozen):
    """What a hand came to. ``made`` is whether the bid was, ``None`` where nobody had bid; ``lines`` are the points.

    ``tricks`` are side by side; ``first`` is the side that was told to have reached the goal first.
    """

    lines: tuple[ScoreLine, ...]
    made: bool | None = None
    tricks: tuple[int, ...] = ()
    out: str | None = None
    first: int | None = None

    def points(self, sides: int) -> tuple[int, ...]:
        """The points of every side."""
        return tuple(sum(line.points for line in self.lines if line.side == side) for side in range(sides))


@dataclass(frozen=True, kw_only=True, eq=False)
class BiddingRules:
    """How a game is bid. A ``table`` is the one at which the hand is on.

    ``bid`` and ``contract`` are its commands, ``bids`` all bids that it has in a house, the lowest first. ``order``
    turns the players of a hand, from the dealer's left, into those who speak, and ``waiting`` says who is asked next.

    ``check_bid`` refuses a bid that the house or the rules have not (``not_allowed_here``), ``check_least`` one that is
    under what a player must bid (``under_minimum``), ``check_pass`` a pass that is not allowed (``not_allowed_here``).
    ``dead`` says whether a hand in which nobody has bid is over; ``again`` that the same player then deals again.
    """

    bid: type[Command]
    contract: type[Command]
    bids: Callable[[Any], Sequence[Bid]]
    waiting: Callable[[MatchTable], Waiting]
    order: Order = clockwise
    check_bid: Callable[[Any, str, Bid], object] = lambda table, player, bid: None
    check_least: Callable[[Any, str, Bid], object] = lambda table, player, bid: None
    check_pass: Callable[[Any, str], object] = lambda table, player: None
    dead: Callable[[Any], bool] = lambda table: True
    again: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreGame:
    """One game that is played for points.

    ``shapes`` are the numbers of sides and of players in each with which it is played. ``bidding`` is how it is bid, if
    it is, and ``more`` are commands besides those of every such game, each with its phases and what decides it.

    ``start_hand`` is the command that begins a hand, and ``begins_with`` its argument that says with whom; where
    ``deals`` is false anybody may be that.

    ``score_hand`` is its command, and ``score`` what a hand comes to by it; it raises :class:`Refusal`
    (``not_allowed_here``, ``bad_result``). ``won_by`` gives the side that has won, by a hand that is counted in, of the
    table, the points then, and what the hand came to; :data:`DRAWN` for nobody, ``None`` where the match goes on.

    ``besides`` are fields that its facts of a hand have more than any, at a table, ``scored`` and ``passed_out`` are
    these facts, and ``row`` those of their fields that a hand's row has more than any. ``demonstrated`` gives the next
    command of a hand that is bid, at a table, as a demonstration plays it.
    """

    name: str
    title: str
    house: type[Any]
    presets: Presets
    shapes: frozenset[tuple[int, int]]
    score_hand: type[ScoreHand]
    start_hand: type[Command] = StartHand
    score: Callable[[Any, Any], Scored]
    won_by: Callable[[Any, tuple[int, ...], Scored], int | None]
    bidding: BiddingRules | None = None
    more: Mapping[type[Command], tuple[Collection[Phase], Decider]] = field(default_factory=dict)
    table: type[MatchTable] = MatchTable
    begins_with: str = "dealer"
    deals: bool = True
    besides: Callable[[Any], Mapping[str, Any]] = lambda table: {}
    row: tuple[str, ...] = ()
    scored: type[HandScored] = HandScored
    passed_out: type[HandPassedOut] = HandPassedOut
    demonstrated: Callable[[Any, Random], dict[str, Any]] | None = None
