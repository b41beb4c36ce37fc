"""At which phases of a deal orders may be given to a bet, so that what would be refused is not offered.

The tablet asks for phases and not for yes or no: what waits for the line may take the deal on from where it is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.state import Bet, Call, FaroTable, Phase

Phases = tuple[str, ...]
"""Phases of a deal, as the tablet's script names them."""


def orders_at(table: FaroTable) -> Phases:
    """When bets may be pressed, coppered, barred and the like."""
    return _phases(table, lambda then: then.bets_are_open)


def lifting_at(table: FaroTable, lying: Bet | Call) -> Phases:
    """When this bet or call may be taken down."""
    return _phases(table, lambda then: may_be_taken_down(then, lying))


def moving_at(table: FaroTable, lying: Bet | Call) -> Phases:
    """When this bet may be moved: when orders may be given, if it is not locked where it lies."""
    return _phases(table, lambda then: then.bets_are_open and may_be_taken_down(then, lying))


def why_no_orders(table: FaroTable) -> str:
    """Why no orders may be given as the table stands; nothing where they may."""
    if table.phase is Phase.LOSER_DRAWN:
        return "Bets are closed until the winner is out."
    if table.phase is not Phase.BEFORE_HOCK:
        return ""
    if table.house.lift_before_hock:
        return "Before the hock bets may only be taken down."
    return "What lies stays until the hock is shown."


def _phases(table: FaroTable, holds: Callable[[FaroTable], bool]) -> Phases:
    return tuple(phase.name.lower() for phase in Phase if holds(replace(table, phase=phase)))
