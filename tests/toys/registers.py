"""Enters the toys in the registers of events, games, papers and screens, as long as a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

import dealer.games
import events.games
import reports.games
from reports.game_papers import GAMES as PAPERS
from reports.words.game_words import WORDS
from web.game_screens import GAMES as SCREENS

NAMES = ("high_low", "tally", "macao")


def enter() -> None:
    """Have the toys among the games of this process."""
    for name in NAMES:
        events.games.GAMES[name] = import_module(f"tests.toys.{name}.events")
        dealer.games.GAMES[name] = import_module(f"tests.toys.{name}.game").GAME
    for name in filter(_has_papers_and_screens, NAMES):
        reports.game_papers.register((import_module(f"tests.toys.{name}.papers").PAPERS,))
        SCREENS[name] = import_module(f"tests.toys.{name}.screens").SCREENS


def _has_papers_and_screens(name: str) -> bool:
    return find_spec(f"tests.toys.{name}.papers") is not None


@contextmanager
def toys_registered() -> Iterator[None]:
    """The toys are games of the house."""
    enter()
    try:
        yield
    finally:
        for name in NAMES:
            del events.games.GAMES[name], dealer.games.GAMES[name]
            for register in (PAPERS, WORDS, SCREENS):
                register.pop(name, None)
