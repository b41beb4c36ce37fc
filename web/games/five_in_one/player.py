"""A player's part in a round of Five in One: the part that is due, and what the round has brought them so far."""

from __future__ import annotations

from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import FiveInOneTable
from events.facts.fact import Fact
from events.games.five_in_one import PartPaid
from reports.words.formatting import signed_number
from web.games.five_in_one.parts import called
from web.hands.player.view import PartNow


def part_now(table: FiveInOneTable, player: str) -> PartNow | None:
    """Their part in the round that is on; nothing where they have none."""
    if player not in table.players:
        return None
    figures = (("now", called(table.part_due)), ("chips so far", signed_number(table.won[player])))
    return PartNow(title=f"Round {table.round}", figures=figures, told="you deal" if player == table.dealer else "")


def what_paid(fact: Fact) -> str:
    """What a fact paid for: the part."""
    return called(PARTS[fact.turn - 1]) if isinstance(fact, PartPaid) else ""
