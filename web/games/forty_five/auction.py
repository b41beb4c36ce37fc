"""Auction Forty-Five's screens."""

from __future__ import annotations

from dealer.games.forty_five.auction import SCORING, TRICKS
from dealer.score_pad.table import MatchTable
from web.score_pad.pad import Pad
from web.score_pad.screens import score_screens
from web.score_pad.standing import Told


def of_side(table: MatchTable, side: int) -> str:
    """What a side has to bid that has come far."""
    house = table.house
    return f"must bid {house.must_bid} or more" if table.score[side] >= house.must_bid_at else ""


SCREENS = score_screens(
    SCORING,
    presets={"auction_forty_five": "Auction Forty-Five: bids to thirty, and the dealer may hold"},
    groups={"The bidding": ("all_pass", "must_bid_at", "must_bid"), "The score": ("thirty_pays",)},
    told=Told(of_side=of_side),
    pad=Pad(tricks=TRICKS),
)
