"""The screens of four-deal bridge."""

from __future__ import annotations

from dealer.games.four_deal_bridge import DEALS, GAME, BridgeTable
from web.score_pad.score_state import MatchText, Stage
from web.score_pad.tablet import score_screens


def of_side(table: BridgeTable, side: int) -> str:
    """Whether a side is vulnerable in the deal that is on, and its part score."""
    part = table.part_score(side)
    parts = ("vulnerable" if table.is_on and table.vulnerable[side] else "", f"{part} below the line" if part else "")
    return " · ".join(filter(None, parts))


def deals(table: BridgeTable) -> tuple[Stage, ...]:
    """The four deals, each with who is vulnerable in it."""
    dealers = table.house.vulnerable == "dealer"
    special = {1: "nobody vulnerable", DEALS: "both vulnerable"}
    either = f"{'dealer' if dealers else 'other'} side vulnerable"
    return tuple(Stage(title=f"Deal {deal}", note=special.get(deal, either)) for deal in range(1, DEALS + 1))


SCREENS = score_screens(
    GAME,
    title="Four-deal bridge (Chicago)",
    texts=MatchText(goal=lambda table: "four deals", of_side=of_side, stages=deals),
)
