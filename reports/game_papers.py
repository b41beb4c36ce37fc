"""What paper and words ask of a game: a record whose every field but the name has a default.

The defaults alone print a game that nobody wrote papers for, from its base facts and the moves of money.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from reports.words.game_words import GameWords


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePapers:
    """One game on paper and in words.

    ``words`` are its own words in sentences. ``folder`` has its templates, and its style sheet ``papers.css``.
    """

    name: str
    words: GameWords = field(default_factory=GameWords)
    folder: Path | None = None


def papers_of(game: str) -> GamePapers:
    """A game's papers by its name; those of a game that has none of its own are made of the defaults."""
    # Loaded when they are first asked for: the games' own modules build on those that ask.
    games: dict[str, GamePapers] = import_module("reports.games").GAMES
    return games.get(game) or GamePapers(name=game)
