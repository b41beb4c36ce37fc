"""The screens of Hasenpfeffer."""

from __future__ import annotations

from dealer.games.hasenpfeffer import SCORING, TRICKS
from web.score_pad.tablet import Pad, score_screens

SCREENS = score_screens(
    SCORING,
    pad=Pad(tricks=TRICKS),
)
