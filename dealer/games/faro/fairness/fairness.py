"""How Faro has its cards looked at."""

from __future__ import annotations

from dealer.games.faro.fairness.deals import deals_of
from dealer.games.faro.fairness.inspection import inspect_faro
from dealer.statistics.looks import Fairness, stands_after
from events.fact import Fact
from events.games import faro


def _stands_after(fact: Fact) -> str:
    match fact:
        case faro.DealStarted():
            return "before the first card"
        case faro.SodaExposed():
            return "before turn 1"
        case faro.WinnerDrawn(turn=25):
            return "before the hock"
        case faro.HockExposed():
            return "after the hock"
        case _:
            return stands_after(fact)


FAIRNESS = Fairness(
    nothing="no turn of Faro was dealt",
    cards_of=lambda facts, table, names: deals_of(facts, table),
    inspect=inspect_faro,
    no_figures={"power": None, "ranks": {}},
    stands_after=_stands_after,
)
