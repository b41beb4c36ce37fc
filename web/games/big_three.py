"""The screens of Big Three."""

from __future__ import annotations

from dealer.games.big_three import GAME
from web.score_pad.score_state import MatchText
from web.score_pad.tablet import score_screens

SCREENS = score_screens(GAME, texts=MatchText(opens=True))
