"""Forty-Five in words and on paper."""

from __future__ import annotations

from dealer.games.forty_five import GAME
from reports.score_pad.papers import score_papers
from reports.score_pad.words import score_words

PAPERS = score_papers(GAME.name, score_words(GAME))
