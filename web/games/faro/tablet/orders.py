"""At which phases of a deal orders may be given to a bet, so that what would be refused is not offered.

The tablet asks for phases and not for yes or no: what waits for the line may take the deal on from where it is shown.
"""

from __future__ import annotations

from msgspec.structs import replace

from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.state import Bet, Call, FaroTable, Phase

Phases = tuple[str, ...]
"""Phases of a deal, as the tablet's script names them."""

ByPhase = tuple[tuple[str, FaroTable], ...]
"""A table at each phase, by the phase's name."""


def orders_at(table: FaroTable) -> Phases:
    """When bets may be pressed, coppered, barred and the like."""
    return tuple(phase for phase, then in by_phase(table) if then.bets_are_open)


def by_phase(table: FaroTable) -> ByPhase:
    """The table as it would be at each phase, were nothing else otherwise."""
    return tuple((phase.name.lower(), replace(table, phase=phase)) for phase in Phase)


def lifting_at(tables: ByPhase, lying: Bet | Call) -> Phases:
    """When this bet or call may be taken down."""
    return tuple(phase for phase, then in tables if may_be_taken_down(then, lying))


def moving_at(tables: ByPhase, lying: Bet | Call) -> Phases:
    """When this bet may be moved: when orders may be given, if it is not locked where it lies."""
    return tuple(phase for phase, then in tables if then.bets_are_open and may_be_taken_down(then, lying))


def why_no_orders(table: FaroTable) -> str:
    """Why no orders may be given as the table stands; nothing where they may."""
    if table.phase is Phase.LOSER_DRAWN:
        return "Bets are closed until the winner is out."
    if table.phase is not Phase.BEFORE_HOCK:
        return ""
    if table.house.lift_before_hock:
        return "Before the hock bets may only be taken down."
    return "What lies stays until the hock is shown."
