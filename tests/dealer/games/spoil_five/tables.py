"""A Spoil Five table set up in a few words, for examples."""

from __future__ import annotations

from typing import Any

from dealer.games.spoil_five.state import SpoilFiveTable, spoil_five_of
from tests.support.tables import ChipTable


class PoolTable(ChipTable):
    """An open Spoil Five night with so many players seated."""

    def __init__(self, players: int = 5, **more: Any) -> None:
        super().__init__("spoil_five", players, **more)

    @property
    def table(self) -> SpoilFiveTable:
        """The table's state."""
        return spoil_five_of(self.now)

    def begin(self) -> None:
        """Begin a hand with whoever is due to deal, at first the player seated last."""
        self("start_hand", dealer=self.table.dealer_due(self.table.seated) or self.players[-1])

    def deal(self, **tricks: Any) -> None:
        """A whole hand, scored; ``went_on`` among the tricks is that argument."""
        self.begin()
        self.score(**tricks)

    def score(self, **tricks: Any) -> None:
        """Score the hand that is on."""
        went_on = {"went_on": tricks.pop("went_on")} if "went_on" in tricks else {}
        self("score_hand", tricks=tricks, **went_on)
