"""The screens of Five Hundred."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.games.five_hundred import GAME, TRICKS, value_of
from web.score_pad.screens import score_screens
from web.score_pad.tablet import Pad

SCREENS = score_screens(
    GAME,
    presets={
        "auction": "Auction: bidding goes round until nobody goes higher",
        "one_bid": "One bid each, and no set-back",
    },
    groups={
        "The bidding": ("bidding", "all_pass", "bid_table", "suits", "nullo"),
        "The score": ("nullo_failed", "slam", "set_back"),
        "Five players": ("two_partners_at", "shared_bid"),
    },
    pad=Pad(
        tricks=TRICKS,
        worth=lambda bid, house: str(value_of(str(bid), house)),
        cards=(*RANKS, "joker"),
    ),
)
