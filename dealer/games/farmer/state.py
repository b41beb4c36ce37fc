"""The state of a Farmer table: who is the farmer and what is shown of the hand that is on. Immutable."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace

from dealer.game.hands import HandTable, with_hand
from dealer.game.seating import at_or_left_of
from dealer.game.table import Tables
from dealer.games.farmer.house import FarmerHouse
from events.facts.fact import Fact
from events.games import farmer as facts

FARMER = "farmer"
"""The game's name in the contract."""

PLAYERS = (2, 8)
"""The fewest and the most who can sit at a hand."""


class FarmerTable(HandTable):
    """A Farmer table. ``farmer`` deals the next hand, or the one that is on, "" before the first.

    ``players`` hold a hand, from the farmer's left; ``shown`` is what each of them showed last.
    """

    house: FarmerHouse
    farmer: str = ""
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def farmer_due(self) -> str:
        """Whose deal it is: the farmer's, or where they left or sit out the next on their left; "" before the first."""
        return at_or_left_of(self.farmer, self.seats, self.sitting_in) if self.farmer else ""

    @property
    def to_show(self) -> tuple[str, ...]:
        """Who has still to show."""
        return tuple(player for player in self.players if player not in self.shown)


def evolve(table: FarmerTable, fact: Fact) -> FarmerTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    match fact:
        case facts.FarmHandBegun():
            return replace(with_hand(table, fact), farmer=fact.dealer, shown={})
        case facts.FarmHandShown():
            return replace(table, shown={**table.shown, fact.player: fact.cards})
        case facts.FarmWon():
            return replace(table, farmer=fact.player)
        case _:
            return with_hand(table, fact)


def farmer_of(night: Tables) -> FarmerTable:
    """The Farmer table of a night; ``KeyError`` where it is of other games."""
    table: FarmerTable = night.tables[FARMER]
    return table
