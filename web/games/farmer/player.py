"""A player's part in a hand of Farmer: what they showed, what it counts, and whose the farm is."""

from __future__ import annotations

from dealer.commands.phrases import dollars
from dealer.games.farmer.cards import points_of
from dealer.games.farmer.state import FarmerTable
from events.facts.fact import Fact
from events.games import farmer as facts
from web.games.farmer.hands import counted_as, faces_of
from web.hands.player.view import PartNow


def part_now(table: FarmerTable, player: str) -> PartNow | None:
    """Their part in the hand that is on; nothing where they have none."""
    if player not in (*table.players, table.dealer):
        return None
    cards = table.shown.get(player, ())
    figures = [("your cards", faces_of(cards) or "not shown yet")] if player in table.players else []
    if cards:
        figures.append(("they count", ", ".join(filter(None, (str(points_of(cards)), counted_as(cards))))))
    figures.append(("in the farm", dollars(table.pot_cents)))
    told = "you are the farmer" if player == table.dealer else ""
    return PartNow(title=f"Hand {table.round}", figures=tuple(figures), told=told)


def what_paid(fact: Fact) -> str:
    """What a fact paid for, in two words."""
    return "The farm" if isinstance(fact, facts.FarmWon) else ""
