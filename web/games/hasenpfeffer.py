"""The screens of Hasenpfeffer."""

from __future__ import annotations

from dealer.games.hasenpfeffer import SCORING, TRICKS
from web.score_pad.screens import score_screens
from web.score_pad.tablet import Pad

SCREENS = score_screens(
    SCORING,
    pad=Pad(tricks=TRICKS),
)
