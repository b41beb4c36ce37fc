"""Fan-Tan as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.fan_tan.game import FAN_TAN
from reports.game_papers import GamePapers
from reports.games.fan_tan.words import WORDS

PAPERS = GamePapers(name=FAN_TAN, words=WORDS, folder=Path(__file__).parent)
