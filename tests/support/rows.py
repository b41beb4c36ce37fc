"""The rows of settled stakes in a night's result: one for every settlement, in order (the contract's words)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from events.facts.fact import Fact
from events.facts.play import StakeSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRow:
    """One settlement of a stake; ``paid_cents`` and ``taken_cents`` as in the contract."""

    bet: str
    player: str
    deal: int
    turn: int
    result: str
    stake_cents: int
    paid_cents: int = 0
    taken_cents: int = 0


def row_of(fact: Fact) -> SettlementRow | None:
    """The row that a fact makes, if it settles a stake."""
    if not isinstance(fact, StakeSettled):
        return None
    return SettlementRow(
        bet=fact.bet,
        player=fact.player,
        deal=fact.round_number,
        turn=fact.turn_number,
        result=fact.result,
        stake_cents=fact.stake_cents,
        paid_cents=fact.bank_paid_cents,
        taken_cents=fact.bank_took_cents,
    )


def rows_of(facts: Iterable[Fact]) -> list[SettlementRow]:
    """The rows of all facts that settle a stake, in order."""
    return [row for row in map(row_of, facts) if row]
