"""An evening as dealers have it: what a demonstration night of Faro was told, to be told again at any table."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
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
        given = [one.document for one in book.commands(demo.night) if one.refused is None]
    return tuple(takewhile(lambda document: document["do"] != "close_night", given))
