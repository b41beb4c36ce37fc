"""A table on the command line whose game shows it in no way of its own: what lies there and in its pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dealer.games import game_called
from dealer.night import Night
from events.records import Recorded
from reports.words.formatting import money
from web.game_screens import GameScreens, Terminal
from web.terminal_text import clipped, title

_NAME = 18


def terminal_of(game: str, screens: Mapping[str, GameScreens]) -> Terminal:
    """How a game's table is shown: in its own way, or in the plain one."""
    own = screens[game].terminal if game in screens else None
    return own or Terminal(data_of=partial(_data_of, game), lines_of=partial(_lines_of, game))


def _data_of(name: str, night: Night, facts: Sequence[Recorded]) -> dict[str, Any]:
    game, table = game_called(name), night.tables[name]
    stakes = {player: game.stakes(table, player) for player in night.seats}
    return {
        "dealt": game.dealt(table),
        "is_on": game.is_on(table),
        "pot": game.pot(table),
        "stakes": {player: cents for player, cents in stakes.items() if cents},
    }


def _lines_of(name: str, table: dict[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    standing = "a round is on" if table["is_on"] else f"{table['dealt'] or 'nothing'} dealt"
    yield title(f"{game_called(name).title}: {standing}")
    for player, cents in table["stakes"].items():
        yield f"{clipped(names[player], _NAME):<{_NAME}}{money(cents):>12}"
    yield f"{'in the pot':<{_NAME}}{money(table['pot']):>12}" if table["pot"] else "The pot is empty."
