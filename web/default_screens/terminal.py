"""A table on the command line whose game has no way of its own: what lies there and in its pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.games import game_called
from dealer.night import Night
from events.records import Recorded
from reports.words.formatting import money
from web.terminal_text import clipped, title

_NAME = 18


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; amounts in cents."""
    record, table = game_called(game), night.tables[game]
    stakes = {player: record.stakes(table, player) for player in night.seats}
    return {
        "dealt": record.dealt(table),
        "is_on": record.is_on(table),
        "pot": record.pot(table),
        "stakes": {player: cents for player, cents in stakes.items() if cents},
    }


def lines_of(table: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    standing = "a round is on" if table["is_on"] else f"{table['dealt'] or 'nothing'} dealt"
    yield title(f"{called}: {standing}")
    for player, cents in table["stakes"].items():
        yield f"{clipped(names[player], _NAME):<{_NAME}}{money(cents):>12}"
    if table["pot"]:
        yield f"{'in the pot':<{_NAME}}{money(table['pot']):>12}"
