"""The screens of Hasenpfeffer."""

from __future__ import annotations

from dealer.games.hasenpfeffer import GAME, TRICKS
from web.score_pad.screens import score_screens
from web.score_pad.tablet import Pad

SCREENS = score_screens(
    GAME,
    presets={"hasenpfeffer": "Hasenpfeffer: one bid each, the joker bids where nobody does"},
    groups={"The bidding": ("forced_bid",)},
    pad=Pad(tricks=TRICKS),
)
