"""The screens of Hasenpfeffer."""

from __future__ import annotations

from dealer.games.hasenpfeffer import GAME
from web.score_pad.tablet import score_screens

SCREENS = score_screens(GAME)
