"""The state of a Frog table: the hand as every game of them has it, and its bidding. Immutable."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.game.bidding import Bidding, Waiting, begun, closed_bidding, ends_at, with_call
from dealer.game.hands import HandTable, with_hand
from dealer.game.table import Tables
from dealer.games.frog.house import FROG, GRAND, FrogHouse
from events.facts.bidding import Called
from events.facts.fact import Fact
from events.games import frog as facts

PLAYERS = (3, 4)
"""The fewest and the most who can sit at a hand."""

ACTIVE = 3
"""How many have cards: of four the dealer has none."""

POINTS = 120
"""The points in the pack."""

HALF = POINTS // 2
"""What the bidder has to pass."""

WAITING: Waiting = ends_at(GRAND, closed_bidding)
"""Who is waited for in the bidding."""


class FrogTable(HandTable):
    """A Frog table; ``bidding`` is that of the hand that is on or was last."""

    house: FrogHouse
    bidding: Bidding | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """Who has cards in the hand that is on or was last, from the dealer's left."""
        return self.players[:ACTIVE]

    @property
    def is_bid(self) -> bool:
        """Whether the hand that is on is in its bidding."""
        return self.bidding is not None and bool(self.bidding.waiting)


def evolve(table: FrogTable, fact: Fact) -> FrogTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    table = with_hand(table, fact)
    match fact:
        case facts.FrogHandBegun():
            return replace(table, bidding=begun(fact.players[:ACTIVE]))
        case Called():
            assert table.bidding, "a call is made in a bidding"
            return replace(table, bidding=with_call(table.bidding, fact, WAITING))
        case _:
            return table


def frog_of(night: Tables) -> FrogTable:
    """The Frog table of a night; ``KeyError`` where it is of other games."""
    table: FrogTable = night.tables[FROG]
    return table
