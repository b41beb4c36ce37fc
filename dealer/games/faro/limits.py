"""What a house takes on one bet, by the place where it lies (rulebook 1.6)."""

from __future__ import annotations

from dealer.games.faro.state import FaroTable
from events.games.faro import Place


def on_case_card(table: FaroTable, place: Place) -> bool:
    """Whether a place is a single one whose rank has one card left in the box."""
    return place.kind == "single" and table.box.left(place.ranks[0]) == 1


def limit_on(table: FaroTable, place: Place) -> int:
    """The most that one bet on a place may be now, in cents: the limit, or the case limit on a case card."""
    return table.house.case_limit_cents if on_case_card(table, place) else table.house.limit
