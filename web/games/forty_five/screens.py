"""Forty-Five's screens."""

from __future__ import annotations

from dealer.games.forty_five.game import SCORING, TRICKS
from web.score_pad.pad import Pad
from web.score_pad.screens import score_screens

SCREENS = score_screens(
    SCORING,
    presets={
        "forty_five": "Forty-Five: the odd trick five, all five tricks ten",
        "difference": "By the difference: five a trick less the other side’s",
        "twenty_five": "Twenty-Five: a shorter game",
    },
    groups={"The score": ("scoring",)},
    pad=Pad(tricks=TRICKS),
)
