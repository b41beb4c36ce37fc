"""A Farmer table set up in a few words, for examples."""

from __future__ import annotations

from typing import Any

from dealer.games.farmer.state import FarmerTable, farmer_of
from tests.support.tables import ChipTable


class FarmTable(ChipTable):
    """An open Farmer night with so many players seated."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__("farmer", players, **more)

    @property
    def table(self) -> FarmerTable:
        """The table's state."""
        return farmer_of(self.now)

    def show(self, **hands: str) -> None:
        """Show hands, each given as its cards."""
        for player, cards in hands.items():
            self("show_hand", player=player, cards=cards.split())

    def deal(self, dealer: str, **hands: str) -> None:
        """A whole hand, settled."""
        self("start_hand", dealer=dealer)
        self.show(**hands)
        self("settle_hand")
