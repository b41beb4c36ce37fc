"""Demonstration nights: the commands of one, to be given again at any table, or all of one in a book."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from dealer.demo import Demo
from events.book.book import Book

SEATED = 15
"""So many commands open the night, seat six players, sell them checks and begin the first deal."""

PLAYER = "blue"
"""A player at every table."""


@cache
def evening(deals: int) -> tuple[dict[str, Any], ...]:
    """The commands of an evening of so many deals, some 150 each: bets laid and taken down, turns, a void now and then.

    The last of them leaves the night open.
    """
    with Book.open() as book:
        demo = Demo(("faro",), book, "2026-11-21", 1, deals)
        for _ in demo.turns():
            pass
        given = [command.document for command in book.commands(demo.night) if command.refused is None]
    return tuple(takewhile(lambda document: document["do"] != "close_night", given))


def demonstrated(path: Path, game: str, rounds: int) -> str:
    """The id of a night of a game, played through so many rounds and closed, alone in a new book."""
    with Book.open(path) as book:
        demo = Demo((game,), book, "2026-11-21", 7, rounds)
        for _ in demo.turns():
            pass
        return demo.night
