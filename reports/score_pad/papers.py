"""The papers of a game that is played for points."""

from __future__ import annotations

from reports.game_papers import GamePapers
from reports.words.game_words import GameWords


def score_papers(name: str, words: GameWords) -> GamePapers:
    """The papers of such a game: those of the score pad, with the game's own words."""
    return GamePapers(name=name, words=words)
