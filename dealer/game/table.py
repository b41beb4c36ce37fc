"""The table that a game has by default, folded from the base facts of its play and from their moves alone."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieSet

from events.facts.fact import Fact
from events.facts.night import PlayerLeft, PlayerSeated
from events.facts.play import InTurn, PointsScored, RoundBegun, RoundEnded, StakeLaid, StakeSettled, StakeTakenDown
from events.frozen import Frozen
from ledger.accounts import POT, gains, layout

T = TypeVar("T", bound="GameTable")


class Tables(Protocol):
    """What has the table of each game of a night, by the game's name."""

    @property
    def tables(self) -> dict[str, Any]:
        """The tables."""


class GameTable(Frozen, gc=False):
    """What any game's table has; a game's own specialises it with what its rules ask besides.

    ``seats`` are in the order in which they were first taken, which is clockwise; ``away`` are those whose players
    left. ``round`` is the number of the round begun last, ``is_on`` says whether it lasts, ``turn`` is the last turn of
    it that was begun. ``lying`` has the facts that laid the stakes which lie, by key, ``keys`` are all that were used
    in the night. ``staked_cents`` is what lies on the layout for each player and ``pot_cents`` what lies in the pot, by
    the moves; ``points`` are those of the round.
    """

    house: Any
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    round: int = 0
    is_on: bool = False
    turn: int = 0
    lying: dict[str, StakeLaid] = field(default_factory=dict)
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    staked_cents: dict[str, int] = field(default_factory=dict)
    pot_cents: int = 0
    points: dict[str, int] = field(default_factory=dict)

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits at the table now, clockwise."""
        return tuple(player for player in self.seats if player not in self.away)


def with_seats(table: T, fact: Fact) -> T:
    """The table after a fact of the house: who sits at it."""
    match fact:
        case PlayerSeated() if fact.player in table.seats:
            return replace(table, away=table.away - {fact.player})
        case PlayerSeated():
            return replace(table, seats=(*table.seats, fact.player))
        case PlayerLeft():
            return replace(table, away=table.away | {fact.player})
        case _:
            return table


def with_play(table: T, fact: Fact) -> T:
    """The table after a fact of its game."""
    return _with_moves(_with_stakes(_with_round(table, fact), fact), fact)


def _with_round(table: T, fact: Fact) -> T:
    match fact:
        case RoundBegun():
            return replace(table, round=fact.round_number, is_on=True, turn=0, points={})
        case PointsScored():
            points = table.points.get(fact.player, 0) + fact.points
            return replace(table, points={**table.points, fact.player: points})
        case _:
            turn = fact.turn_number if isinstance(fact, InTurn) else table.turn
            is_on = table.is_on and not isinstance(fact, RoundEnded)
            changed = (turn, is_on) != (table.turn, table.is_on)
            return replace(table, turn=turn, is_on=is_on) if changed else table


def _with_stakes(table: T, fact: Fact) -> T:
    match fact:
        case StakeLaid():
            return replace(table, lying={**table.lying, fact.bet: fact}, keys=table.keys.insert(fact.bet))
        case StakeSettled() | StakeTakenDown():
            return replace(table, lying={bet: one for bet, one in table.lying.items() if bet != fact.bet})
        case _:
            return table


def _with_moves(table: T, fact: Fact) -> T:
    if not fact.moves:
        return table
    pot_cents, staked_cents = table.pot_cents, dict(table.staked_cents)
    for account, cents in gains(fact.moves):
        if account == POT:
            pot_cents += cents
        player = account.removeprefix(layout(""))
        if player != account:
            staked_cents[player] = staked_cents.get(player, 0) + cents
    return replace(table, pot_cents=pot_cents, staked_cents=staked_cents)
