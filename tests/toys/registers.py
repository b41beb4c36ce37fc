"""Enters the toys in the registers of their floors, as long as a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dealer import games
from events import games as facts

NAMES = ("high_low", "tally")


@contextmanager
def toys_registered() -> Iterator[None]:
    """The toys are games of the house."""
    from tests.toys.high_low import facts as high_low_facts
    from tests.toys.high_low import game as high_low
    from tests.toys.tally import facts as tally_facts
    from tests.toys.tally import game as tally

    games.GAMES.update({one.GAME.name: one.GAME for one in (high_low, tally)})
    facts.GAMES.update({"high_low": high_low_facts, "tally": tally_facts})
    try:
        yield
    finally:
        for name in NAMES:
            del games.GAMES[name], facts.GAMES[name]
