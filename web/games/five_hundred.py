"""The screens of Five Hundred."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.games.five_hundred import GAME, TRICKS, value_of
from web.score_pad.tablet import Pad, score_screens

SCREENS = score_screens(
    GAME,
    pad=Pad(
        tricks=TRICKS,
        worth=lambda bid, house: str(value_of(str(bid), house)),
        cards=(*RANKS, "joker"),
    ),
)
