"""What the sentences of the house ask of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """A game's own words; without any of its own, sentences are made of the fields of its facts and commands."""
