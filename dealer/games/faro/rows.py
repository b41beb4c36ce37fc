"""The rows of bets in a night's result: one for every settlement of a bet, in order (the contract's words)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from events.fact import Fact
from events.games import faro


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRow:
    """One settlement of a bet; ``paid_cents`` and ``taken_cents`` as in the contract."""

    bet: str
    player: str
    deal: int
    turn: int
    result: str
    stake_cents: int
    paid_cents: int = 0
    taken_cents: int = 0


def _row(fact: Any, result: str, paid_cents: int = 0, taken_cents: int = 0) -> SettlementRow:
    return SettlementRow(
        bet=fact.bet,
        player=fact.player,
        deal=fact.deal,
        turn=fact.turn,
        result=result,
        stake_cents=fact.stake_cents,
        paid_cents=paid_cents,
        taken_cents=taken_cents,
    )


_ROWS: dict[type[Fact], Callable[[Any], SettlementRow]] = {
    faro.BetPaid: lambda fact: _row(fact, "won", paid_cents=fact.paid_cents),
    faro.BetLost: lambda fact: _row(fact, "lost", taken_cents=fact.taken_cents),
    faro.BetSplit: lambda fact: _row(fact, "split", taken_cents=fact.taken_cents),
    faro.BetStoodOff: lambda fact: _row(fact, "standoff"),
    faro.BetReturned: lambda fact: _row(fact, "returned"),
    faro.SleeperClaimed: lambda fact: _row(fact, "claimed"),
    faro.SleeperTaken: lambda fact: _row(fact, "claimed", taken_cents=fact.stake_cents),
    faro.BetSwept: lambda fact: _row(fact, "after_hock", taken_cents=fact.stake_cents),
}


def row_of(fact: Fact) -> SettlementRow | None:
    """The row that a fact makes, if it settles a bet."""
    make = _ROWS.get(type(fact))
    return make(fact) if make else None


def rows_of(facts: Iterable[Fact]) -> list[SettlementRow]:
    """The rows of all facts that settle a bet, in order."""
    return [row for row in map(row_of, facts) if row]
