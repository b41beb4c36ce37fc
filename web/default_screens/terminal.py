"""A table on the command line whose game has no way of its own: where the play stands, what lies, who has points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.games import game_called
from dealer.night.night import Night
from events.records import Recorded
from reports.words.formatting import money
from reports.words.naming import where_table_stands
from web.command_line.text import NAME, clipped, title
from web.default_screens.round import points_of


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data: amounts in cents, and the points of the round that is on or was last."""
    record, table = game_called(game), night.tables[game]
    stakes = record.stakes(table)
    return {
        "place": where_table_stands(game, table),
        "stakes": {player: stakes[player] for player in night.seats if stakes.get(player)},
        "points": dict(points_of(table)),
        "pot": record.pot(table),
    }


def lines_of(table: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    yield title(f"{called}: {table['place']}")
    for player, cents in table["stakes"].items():
        yield f"{clipped(names[player], NAME):<{NAME}}{money(cents):>12}"
    for player, points in table["points"].items():
        yield f"{clipped(names[player], NAME):<{NAME}}{points:>12,} points"
    if table["pot"]:
        yield f"{'in the pot':<{NAME}}{money(table['pot']):>12}"
