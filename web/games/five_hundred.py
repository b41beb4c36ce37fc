"""The screens of Five Hundred."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.games.five_hundred import GAME, value_of
from web.score_pad.score_state import MatchText
from web.score_pad.tablet import score_screens

SCREENS = score_screens(
    GAME, texts=MatchText(worth=lambda bid, house: str(value_of(str(bid), house)), cards=(*RANKS, "joker"))
)
