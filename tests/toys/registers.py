"""Enters the toys in the registers of events and of games, as long as a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import dealer.games
import events.games

NAMES = ("high_low", "tally")


def enter() -> None:
    """Have the toys among the games of this process."""
    for name in NAMES:
        events.games.GAMES[name] = import_module(f"tests.toys.{name}.events")
        dealer.games.GAMES[name] = import_module(f"tests.toys.{name}.game").GAME


@contextmanager
def toys_registered() -> Iterator[None]:
    """The toys are games of the house."""
    enter()
    try:
        yield
    finally:
        for name in NAMES:
            del events.games.GAMES[name], dealer.games.GAMES[name]
