"""Faro as the papers of the house ask of it."""

from __future__ import annotations

from pathlib import Path

from dealer.games.faro.game import FARO
from reports.game_papers import GamePapers
from reports.games.faro.words import WORDS

PAPERS = GamePapers(name=FARO, words=WORDS, folder=Path(__file__).parent)
