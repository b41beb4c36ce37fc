"""The screens of Hasenpfeffer."""

from __future__ import annotations

from dealer.games.hasenpfeffer import GAME, TRICKS
from web.score_pad.tablet import Pad, score_screens

SCREENS = score_screens(
    GAME,
    pad=Pad(tricks=TRICKS),
)
