"""The state of a Spoil Five table: who has cards, and whose hand is dead. Immutable."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace

from dealer.game.hands import HandTable, with_hand
from dealer.game.table import Tables
from dealer.games.spoil_five.house import SpoilFiveHouse
from events.facts.fact import Fact
from events.games import spoil_five as facts

SPOIL_FIVE = "spoil_five"
"""The game's name in the contract."""

PLAYERS = (2, 10)
"""The fewest and the most who can sit at a hand."""

LIVE_HANDS = 2
"""The fewest hands that can be played on."""

IRREGULAR = "irregular"
"""What kills a hand for itself alone; for anything else its player has no cards until the pool is won."""


class SpoilFiveTable(HandTable):
    """A Spoil Five table.

    ``out`` have no cards until the pool is won, by offences of hands that are over; ``dead`` are the hands killed in
    the one that is on, with what killed each.
    """

    house: SpoilFiveHouse
    out: frozenset[str] = frozenset()
    dead: Mapping[str, str] = field(default_factory=dict)

    @property
    def with_cards(self) -> tuple[str, ...]:
        """Who sits in and is dealt cards."""
        return tuple(player for player in self.sitting_in if player not in self.out)

    @property
    def live(self) -> tuple[str, ...]:
        """Whose hand in the one that is on is not dead."""
        return tuple(player for player in self.players if player not in self.out and player not in self.dead)

    @property
    def out_if_spoilt(self) -> frozenset[str]:
        """Who has no cards until the pool is won, if it is not won with the hand that is on."""
        return self.out | {player for player, why in self.dead.items() if why != IRREGULAR}


def evolve(table: SpoilFiveTable, fact: Fact) -> SpoilFiveTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    match fact:
        case facts.HandKilled():
            return replace(table, dead={**table.dead, fact.player: fact.why})
        case facts.PoolWon():
            return replace(table, out=frozenset(), dead={})
        case facts.PoolSpoilt():
            return replace(table, out=frozenset(fact.out), dead={})
        case facts.SpoilHandVoided():
            return replace(with_hand(table, fact), dead={})
        case _:
            return with_hand(table, fact)


def spoil_five_of(night: Tables) -> SpoilFiveTable:
    """The Spoil Five table of a night; ``KeyError`` where it is of other games."""
    table: SpoilFiveTable = night.tables[SPOIL_FIVE]
    return table
