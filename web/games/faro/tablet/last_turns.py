"""The last turns of a deal, as they stand beside the case-keeper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.games.faro.case_keeper import DealTabs
from reports.words.cards import card_words

TURNS_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTurn:
    """A turn as its two cards; ``winner`` is empty while only the loser is out."""

    number: int
    loser: str
    winner: str
    split: bool

    @property
    def said(self) -> str:
        """The turn in words."""
        winner = f"winner {self.winner}" if self.winner else "the winner is not out"
        return f"Turn {self.number}: loser {self.loser}, {winner}{', a split' if self.split else ''}"


def last_turns(deals: Sequence[DealTabs]) -> tuple[LastTurn, ...]:
    """The last turns of the deal that is on, the latest last; none before the first."""
    turns = deals[-1].turns[-TURNS_SHOWN:] if deals else ()
    return tuple(
        LastTurn(number=turn.number, loser=card_words(turn.loser), winner=card_words(turn.winner), split=turn.split)
        for turn in turns
    )
