"""The events of the games, a module for each game."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import cast

from events.common import matches
from events.common.event import Event
from events.common.play import OfGame
from events.games import fan_tan, farmer, faro, five_in_one, four_deal_bridge, frog, hasenpfeffer, pharo, spoil_five

GAMES: dict[str, ModuleType] = {
    "faro": faro,
    "fan_tan": fan_tan,
    "pharo": pharo,
    "farmer": farmer,
    "spoil_five": spoil_five,
    "five_in_one": five_in_one,
    "frog": frog,
    "five_hundred": matches,
    "forty_five": matches,
    "auction_forty_five": matches,
    "hasenpfeffer": hasenpfeffer,
    "big_three": matches,
    "four_deal_bridge": four_deal_bridge,
}
"""The module of every game's events, by the game's name."""


def game_of(event: Event) -> str:
    """The game of an event; "" for an event of the house."""
    game = game_whose(type(event))
    return game if game is not None else cast(OfGame, event).of_game


def game_whose(kind: type[Event]) -> str | None:
    """The game of an event type, "" for the house; ``None`` if each event names its game."""
    return _game_whose(kind, len(GAMES))


@cache
def _game_whose(kind: type[Event], games: int) -> str | None:
    """The same, computed again when there are more ``games``."""
    if issubclass(kind, OfGame):
        return None
    return next((name for name, game in GAMES.items() if game.__name__ == kind.__module__), "")
