"""What games played for points share: their house, their commands, and the parts of their scoring (rule 10)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from dealer.commands.commands import Command, command
from dealer.commands.fields import MOST_CENTS, Key, Text, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.actions import Action, Actions, Argument, Choice, Decider, Seats, TricksOfSides
from dealer.game.bidding import CALLER, CLOCKWISE, Turns
from dealer.game.forecast import Expression, argument, either, items, joined, nth, the, without
from dealer.game.game import Game
from dealer.game.house import Amount, MaybeAmount
from dealer.score_pad.table import MatchTable, Phase
from events.common.event import Event
from events.common.matches import HandPassedOut, HandScored, PartnersNamed, ScoreLine
from events.common.play import Bid
from events.frozen import Frozen

Tricks = dict[str, Annotated[int, whole(0, 52)]]
"""Tricks by seat key; players without any may be left out."""


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
    """Break off a foul hand."""

    reason: Text


@command("abandon_match")
class AbandonMatch(Command):
    """Break off the match: nothing is paid."""

    reason: Text


@command("settle_match")
class SettleMatch(Command):
    """Pay a match that was won."""


WINNER, ALL = "winner", "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreHouse:
    """The house of every such game. ``point``, ``game_stake``, ``marker`` and ``marker_limit`` are in cents.

    ``point`` is the price of a point, ``game_stake`` what each other side pays the winner in addition; ``pays`` says
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
    """Refuse (``bad_input``) a game stake that is not a whole number of points."""
    if house.game_stake % house.point:
        raise Refusal("bad_input", "The price of a game must be a whole number of points.")


NAME_PARTNER = "name_partner"


@command(NAME_PARTNER, seats=("partners",))
class NamePartner(Command):
    """Name the bidder's partners; a game adds the card that called them."""

    partners: tuple[Key, ...]


def check_partners(table: MatchTable, command: NamePartner, most: int) -> None:
    """Refuse (``bad_input``) impossible partners: nobody, more than ``most``, a player twice, the bidder."""
    partners = command.partners
    check_in_match(table, partners)
    if not 0 < len(partners) <= most or len(set(partners)) < len(partners) or table.bidder in partners:
        raise Refusal("bad_input", "Name the players who play with the bidder, each once and not the bidder.")


def partners_named(game: str, table: MatchTable, command: Any) -> tuple[Event, ...]:
    """The event that names the partners; it replaces earlier partners."""
    named = PartnersNamed(
        game=game, hand=table.round, turn=table.turn + 1, partners=command.partners, card=command.card
    )
    return (named,)


def setting(name: str) -> Expression:
    """A rule of the house, in a forecast."""
    return nth(name, the("house"))


BIDDING_SIDE: Expression = either(
    the("bidder"), joined(nth(nth(the("bidder"), the("side_of")), the("sides")), the("partners")), items()
)
"""The players of the bidding side; nobody if there was no bid."""


def tricks_of(total: int, needed: Expression = 0) -> TricksOfSides:
    """The tricks of a hand, of which the bidding side has bid as many as it needs."""
    return TricksOfSides(among=the("in_match"), total=total, bidding=BIDDING_SIDE, needed=needed)


TRUMP = Choice(values=items("s", "h", "d", "c"), optional=True)
"""The trumps of a hand, which need not be recorded."""

FIRST = Choice(values=the("in_match"), optional=True, often=0.1)
"""The player who was first at the goal, which matters only if several reached it in the same hand."""


def naming_partner(
    decides: Decider, phases: Sequence[str], possible: Expression, cards: Sequence[str], most: Expression = 1
) -> Action:
    """The action that names the bidder's partners where it is ``possible``, and which of the ``cards`` called them."""
    others = without(the("in_match"), items(the("bidder")))
    return Action(
        decides,
        phases=phases,
        takes={
            "partners": Seats(among=either(possible, others, items()), most=most),
            "card": Choice(values=items(*cards), optional=True, often=0.7),
        },
        then={"partners": argument("partners"), "phase": Phase.PLAYING},
    )


def check_in_match(table: MatchTable, players: Collection[str | None]) -> None:
    """Refuse (``bad_input``) anybody who does not play in the match; ``None`` stands for nobody."""
    for player in players:
        if player is not None and player not in table.match_players:
            raise Refusal("bad_input", "%(player)s does not play in this match.", player=Player(player))


def tricks_of_sides(table: MatchTable, tricks: Mapping[str, int], in_all: int) -> tuple[int, ...]:
    """The tricks of every side, added up over its members.

    Raises :class:`Refusal` (``bad_result``) if their sum is not the number in a hand.
    """
    taken = sum(tricks.values())
    if taken != in_all:
        raise Refusal("bad_result", "A hand has %(in_all)s tricks, not %(taken)s.", in_all=in_all, taken=taken)
    return tuple(sum(tricks.get(player, 0) for player in side) for side in table.sides)


def a_trick(tricks: Sequence[int], points: int, *but: int) -> Iterator[ScoreLine]:
    """Lines of so many points a trick for every side with tricks, ``but`` for some."""
    for side, taken in enumerate(tricks):
        if taken and side not in but:
            yield ScoreLine(side=side, why="tricks", points=points * taken, count=taken)


def side_told_first(table: MatchTable, first: str | None) -> int | None:
    """The side of the player who is recorded as first at the goal."""
    return None if first is None else table.side_of(first)


def first_at_goal(points: Sequence[int], goal: int, bidding: Sequence[int], scored: Scored) -> int | None:
    """The side that wins by reaching the goal: the bidder's, a partner's, the only one, or the recorded first.

    ``bidding`` are the sides of the bidder and the partners, in this order. Raises :class:`Refusal` (``bad_result``) if
    the first must be recorded and is not.
    """
    there = [side for side, had in enumerate(points) if had >= goal]
    by_bid = [side for side in bidding if side in there]
    if by_bid or len(there) < 2:
        return next(iter((*by_bid, *there)), None)
    if scored.first not in there:
        raise Refusal("bad_result", "Several have reached %(goal)s. Say who got there first.", goal=goal)
    return scored.first


DRAWN = -1
"""Stands for a winning side if the match ends in a tie."""


class Scored(Frozen):
    """The score of a hand. ``made`` says whether the bid was made, ``None`` without a bid; ``lines`` are the points.

    ``tricks`` are by side; ``first`` is the side recorded as first at the goal.
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
    """How a game is bid. A ``table`` is the one with the current hand.

    ``bid`` and ``contract`` are its commands, ``bids`` all bids in a house, lowest first. ``order`` are the players of
    a hand in the order they speak in, and ``turns`` says who speaks next. ``bidder`` is who plays the hand after a bid.

    ``check_bid`` refuses a bid that does not exist in the house (``not_allowed_here``). ``least`` gives the lowest bid
    that a player may make, 0 for any, and ``may_pass`` whether they may pass.

    ``after_bids`` is the phase after a bidding with a bid, ``after_passes`` after one without: ``Phase.BETWEEN`` if the
    hand is dead. ``again`` says that the same player then deals again.
    """

    bid: type[Command]
    contract: type[Command]
    bids: Callable[[Any], Sequence[Bid]]
    turns: Turns
    order: Expression = CLOCKWISE
    bidder: Expression = CALLER
    check_bid: Callable[[Any, str, Bid], object] = lambda table, player, bid: None
    least: Callable[[Expression], Expression] = lambda player: 0
    may_pass: Callable[[Expression], Expression] = lambda player: True
    after_bids: Expression = Phase.PLAYING
    after_passes: Expression = Phase.BETWEEN
    again: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreRules(Game):
    """The rules of a game played for points.

    ``shapes`` are the possible numbers of sides and players per side. ``bidding`` is how it is bid, if at all, and
    ``more`` are its other actions.

    ``start_hand`` begins a hand, and ``begins_with`` is its argument with the dealer or opener; if ``deals`` is false,
    that may be anybody.

    ``score_hand`` is the command for a result, ``scored_by`` what its arguments can be, and ``score`` gives the hand's
    score by it, or raises :class:`Refusal` (``not_allowed_here``, ``bad_result``). ``won_by`` gives the winning side
    from the table, the points including the hand, and the hand's score; :data:`DRAWN` for a tie, ``None`` if the match
    goes on.

    ``besides`` are additional fields of its events of a hand, at a table; ``scored`` and ``passed_out`` are the types
    of these events, and ``row`` the additional fields that go into a hand's row.
    """

    table: type[MatchTable] = MatchTable
    shapes: frozenset[tuple[int, int]]
    score_hand: type[ScoreHand]
    scored_by: Mapping[str, Argument]
    start_hand: type[Command] = StartHand
    score: Callable[[Any, Any], Scored]
    won_by: Callable[[Any, tuple[int, ...], Scored], int | None]
    bidding: BiddingRules | None = None
    more: Actions = field(default_factory=dict)
    begins_with: str = "dealer"
    deals: bool = True
    besides: Callable[[Any], Mapping[str, Any]] = lambda table: {}
    row: tuple[str, ...] = ()
    scored: type[HandScored] = HandScored
    passed_out: type[HandPassedOut] = HandPassedOut
