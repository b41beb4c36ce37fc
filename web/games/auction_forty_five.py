"""Auction Forty-Five's screens."""

from __future__ import annotations

from dealer.games.auction_forty_five import SCORING
from web.score_pad.screens import score_screens

SCREENS = score_screens(
    SCORING,
    presets={"auction_forty_five": "Auction Forty-Five: bids to thirty, and the dealer may hold"},
    groups={"The bidding": ("all_pass", "must_bid_at", "must_bid"), "The score": ("thirty_pays",)},
)
