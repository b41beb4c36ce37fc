"""Fan-Tan as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.fan_tan.game import FAN_TAN
from reports.game_papers import GamePapers

PAPERS = GamePapers(name=FAN_TAN, folder=Path(__file__).parent)
