"""The take: which of a turn's two cards was the bank's, given the bets that lay. A two-card box chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from dealer.commands.phrases import counted, dollars
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.bettor import most_held
from dealer.statistics.looks import Look, NoLook


def look_at_take(deals: Sequence[Dealt]) -> Look | NoLook:
    """Whether the order of the two cards favoured one side too well for coins."""
    gains = [order.gain_cents for deal in deals for order in deal.orders if order.gain_cents]
    if not gains:
        return NoLook(name="take", title="The take", why="no bets lay on which the order of the two cards would tell")
    for_bank = sum(gain > 0 for gain in gains)
    worth = sum(gains)
    return Look(
        name="take",
        title="The take",
        observed=f"the order was the bank's in {for_bank} of {counted(len(gains), 'turn')} where it mattered, "
        f"worth {dollars(worth)} to it",
        square=f"{len(gains) / 2:g}, worth nothing on balance",
        chance=min(1.0, exp(-most_held(gains))),
        way="a bettor’s dollar",
        means="that the box chose its losers by the bets that lay"
        if worth > 0
        else "that the bets were laid by somebody who knew the cards",
        figures={"for_bank": for_bank, "turns": len(gains), "worth_cents": worth, "expected": len(gains) / 2},
    )
