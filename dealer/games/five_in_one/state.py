"""The state of a Five in One table: which part is due, and what the round has brought so far. Immutable."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace

from dealer.game.hands import HandTable, with_hand
from dealer.game.table import Tables
from dealer.games.five_in_one.house import FiveInOneHouse
from dealer.games.five_in_one.parts import PARTS
from events.facts.fact import Fact
from events.games import five_in_one as facts

FIVE_IN_ONE = "five_in_one"
"""The game's name in the contract."""

PLAYERS = (2, 10)
"""The fewest and the most who can sit at a round."""


class FiveInOneTable(HandTable):
    """A Five in One table; ``won`` is what each player won or lost in the round that is on or was last, in chips."""

    house: FiveInOneHouse
    won: Mapping[str, int] = field(default_factory=dict)

    @property
    def part_due(self) -> str:
        """The part that comes next in the round that is on; the last one, until the round is over."""
        return PARTS[min(self.turn, len(PARTS) - 1)]


def evolve(table: FiveInOneTable, fact: Fact) -> FiveInOneTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    match fact:
        case facts.FiveRoundBegun():
            return replace(with_hand(table, fact), won=dict.fromkeys(fact.players, 0))
        case facts.PartPaid():
            return replace(table, won=with_part(table, fact.won))
        case _:
            return with_hand(table, fact)


def with_part(table: FiveInOneTable, won: tuple[facts.ChipsWon, ...]) -> dict[str, int]:
    """What the round has brought everybody once a part of it is counted in."""
    return {**table.won, **{one.player: table.won[one.player] + one.chips for one in won}}


def five_in_one_of(night: Tables) -> FiveInOneTable:
    """The Five in One table of a night; ``KeyError`` where it is of other games."""
    table: FiveInOneTable = night.tables[FIVE_IN_ONE]
    return table
