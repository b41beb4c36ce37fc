"""The marks of a cue-card: tabs, or the older cross and naught (rulebook 1.10)."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.games.faro.case_keeper import HOCK, LOSER, SODA, WINNER
from events.papers import CROSS_AND_NAUGHT, TABS


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What is written for a card that won, for one that lost, for the soda and for the hock."""

    winner: str
    loser: str
    soda: str = SODA
    hock: str = HOCK

    def of(self, mark: str) -> str:
        """What is written for one of the case-keeper's marks."""
        return {WINNER: self.winner, LOSER: self.loser, SODA: self.soda, HOCK: self.hock}[mark]


SIGNS = {
    TABS: Signs(winner=WINNER, loser=LOSER),
    CROSS_AND_NAUGHT: Signs(winner="×", loser="0"),
}
"""The signs by the marks of a house's style."""
