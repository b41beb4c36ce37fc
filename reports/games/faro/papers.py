"""Faro as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.faro.game import FARO
from reports.game_papers import GamePapers

PAPERS = GamePapers(name=FARO, folder=Path(__file__).parent)
