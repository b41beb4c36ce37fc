"""The screens of Big Three."""

from __future__ import annotations

from dealer.games.big_three import GAME
from web.score_pad.score_state import MatchText
from web.score_pad.screens import score_screens
from web.score_pad.tablet import Pad

SCREENS = score_screens(
    GAME,
    presets={"big_three": "Big Three: everybody alone, twice the bid for who is out first"},
    groups={"The score": ("times", "bidder_loses")},
    texts=MatchText(begins="opener"),
    pad=Pad(),
)
