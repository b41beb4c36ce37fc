"""The table that a game has by default, folded from the base facts of its play and from their moves alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.game.seating import placed
from events.facts.by_type import ByType
from events.facts.fact import Fact
from events.facts.night import PlayerLeft, PlayerMoved, PlayerSatIn, PlayerSatOut, PlayerSeated
from events.facts.play import InTurn, PointsScored, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from ledger.accounts import POT, gains, layout

T = TypeVar("T", bound="GameTable")
S = TypeVar("S", bound="SeatedTable")


class Tables(Protocol):
    """What has the table of each game of a night, by the game's name."""

    @property
    def tables(self) -> dict[str, Any]:
        """The tables."""


class SeatedTable(Frozen, gc=False):
    """A table with its seats: all that were ever taken, clockwise.

    ``away`` are those whose players left, ``sitting_out`` those whose players sit out from the next hand on.
    """

    house: Any
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    sitting_out: frozenset[str] = frozenset()

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits at the table now, clockwise."""
        return tuple(player for player in self.seats if player not in self.away)

    @property
    def sitting_in(self) -> tuple[str, ...]:
        """Who plays a hand that takes in everybody seated: whoever does not sit out, clockwise."""
        return tuple(player for player in self.seated if player not in self.sitting_out)


class GameTable(SeatedTable, gc=False):
    """What any game's table has; a game's own specialises it with what its rules ask besides.

    ``round`` is the number of the round begun last, ``is_on`` says whether it lasts, ``turn`` is the last turn of
    it that was begun. ``lying`` has the facts that laid the stakes which lie, by key, ``keys`` are all that were used
    in the night. ``staked_cents`` is what lies on the layout for each player and ``pot_cents`` what lies in the pot, by
    the moves; ``points`` are those of the round.
    """

    round: int = 0
    is_on: bool = False
    turn: int = 0
    lying: dict[str, StakeLaid] = field(default_factory=dict)
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    staked_cents: dict[str, int] = field(default_factory=dict)
    pot_cents: int = 0
    points: dict[str, int] = field(default_factory=dict)


def with_seats(table: S, fact: Fact) -> S:
    """The table after a fact of the house: who sits at it, where, and who sits out."""
    for follow in _SEATS[type(fact)]:
        table = follow(table, fact)
    return table


def with_play(table: T, fact: Fact) -> T:
    """The table after a fact of its game."""
    for follow in _PLAY[type(fact)]:
        table = follow(table, fact)
    return _with_moves(table, fact) if fact.moves else table


def _seated(table: S, fact: PlayerSeated) -> S:
    came = {fact.player}
    seats = placed(table.seats, fact.player, fact.after)
    return replace(table, seats=seats, away=table.away - came, sitting_out=table.sitting_out - came)


def _begun(table: T, fact: RoundBegun) -> T:
    return replace(table, round=fact.round_number, is_on=True, turn=0, points={})


def _scored(table: T, fact: PointsScored) -> T:
    points = table.points.get(fact.player, 0) + fact.points
    return replace(table, points={**table.points, fact.player: points})


def _turned(table: T, fact: InTurn) -> T:
    turn = fact.turn_number
    return table if turn == table.turn else replace(table, turn=turn)


def _laid(table: T, fact: StakeLaid) -> T:
    return replace(table, lying={**table.lying, fact.bet: fact}, keys=table.keys.insert(fact.bet))


def _gone(table: T, fact: StakeSettled | StakeTakenDown) -> T:
    lying = table.lying.copy()
    lying.pop(fact.bet, None)
    return replace(table, lying=lying)


def _with_moves(table: T, fact: Fact) -> T:
    pot_cents, staked_cents = table.pot_cents, table.staked_cents
    for account, cents in gains(fact.moves):
        if account == POT:
            pot_cents += cents
        elif account.startswith(_LAYOUT):
            player = account.removeprefix(_LAYOUT)
            staked_cents = {**staked_cents, player: staked_cents.get(player, 0) + cents}
    return replace(table, pot_cents=pot_cents, staked_cents=staked_cents)


_LAYOUT = layout("")
_SEATS: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        PlayerSeated: _seated,
        PlayerMoved: lambda table, fact: replace(table, seats=placed(table.seats, fact.player, fact.after)),
        PlayerLeft: lambda table, fact: replace(table, away=table.away | {fact.player}),
        PlayerSatOut: lambda table, fact: replace(table, sitting_out=table.sitting_out | {fact.player}),
        PlayerSatIn: lambda table, fact: replace(table, sitting_out=table.sitting_out - {fact.player}),
    }
)
_PLAY: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        RoundBegun: _begun,
        PointsScored: _scored,
        InTurn: _turned,
        RoundEnded: lambda table, fact: replace(table, is_on=False),
        StakeLaid: _laid,
        StakeSettled: _gone,
        StakeTakenDown: _gone,
    }
)
