"""A game that is played for points: its parameters, how a hand is scored, and who has won (rulebook G0).

:func:`game_of_scores` makes of such a record one of the games that a night can be of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dealer.commands.commands import Command
from dealer.game.bidding import Order, Waiting, clockwise
from dealer.game.game import Decider
from dealer.game.house import Presets
from dealer.score_pad.commands import ScoreHand, StartHand
from dealer.score_pad.table import MatchTable, Phase
from events.facts.bidding import Bid
from events.facts.matches import HandPassedOut, HandScored, ScoreLine
from events.frozen import Frozen

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
