"""A Five in One table set up in a few words, for examples."""

from __future__ import annotations

from typing import Any

from dealer.games.five_in_one.state import FiveInOneTable, five_in_one_of
from tests.support.tables import ChipTable

NO_HIT = ("K", "K", "K", "K", "Q", "Q", "Q", "Q", "J", "J")
"""Ten cards of which none is the number called."""


class FiveTable(ChipTable):
    """An open Five in One night with so many players seated."""

    def __init__(self, players: int = 3, **more: Any) -> None:
        super().__init__("five_in_one", players, **more)

    @property
    def table(self) -> FiveInOneTable:
        """The table's state."""
        return five_in_one_of(self.now)

    def part(self, part: str, **chips: int) -> None:
        """A part of which only what everybody won is told."""
        self("part_result", part=part, chips=chips)

    def until(self, part: str, dealer: str = "red") -> None:
        """Begin a round, and play it without a chip until a part is due; red wins the cold hand."""
        self("start_hand", dealer=dealer)
        while self.table.part_due != part:
            if self.table.part_due == "cold_hand":
                self("cold_hand", winners=["red"])
            else:
                self.part(self.table.part_due)

    def whole_round(self, dealer: str) -> None:
        """A whole round in which only the cold hand is paid."""
        self.until("consolation", dealer)
        self("consolation", cards=list(NO_HIT))
