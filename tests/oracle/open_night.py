"""The opening of a night: its games and their houses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle import fan_tan_house, house, settings
from tests.oracle.arguments import without_nulls
from tests.oracle.auction_forty_five_table import AuctionFortyFiveTable
from tests.oracle.big_three_table import BigThreeTable
from tests.oracle.bridge_table import BridgeTable
from tests.oracle.farmer_table import FarmerTable
from tests.oracle.five_hundred_table import FiveHundredTable
from tests.oracle.five_in_one_table import FiveInOneTable
from tests.oracle.forty_five_table import FortyFiveTable
from tests.oracle.frog_table import FrogTable
from tests.oracle.hasenpfeffer_table import HasenpfefferTable
from tests.oracle.pharo_table import PharoTable
from tests.oracle.refusal import Command, Refusal, need_integer, need_keys, need_texts
from tests.oracle.spoil_five_table import SpoilFiveTable
from tests.oracle.state import Night, Table

PRESETS: dict[str, dict[str, Any]] = {"faro": house.PRESETS, "fan_tan": fan_tan_house.PRESETS, **settings.PRESETS}
TABLES: dict[str, Callable[[settings.Settings], Table]] = {
    "pharo": PharoTable,
    "farmer": FarmerTable,
    "spoil_five": SpoilFiveTable,
    "five_in_one": FiveInOneTable,
    "frog": FrogTable,
    "five_hundred": FiveHundredTable,
    "forty_five": FortyFiveTable,
    "auction_forty_five": AuctionFortyFiveTable,
    "hasenpfeffer": HasenpfefferTable,
    "big_three": BigThreeTable,
    "four_deal_bridge": BridgeTable,
}


def open_night(command: Command) -> Night:
    """A fresh night under its house rules."""
    command = without_nulls(command)
    need_keys(command, ("table", "date", "game", "roll", "dealer"), ("house", "backers"))
    need_texts(command, "table", "date", "dealer")
    games = read_games(command["game"])
    texts = read_house_texts(command["game"], games, command.get("house", "usual"))
    faro_house = house.read_house(usual("faro", texts.get("faro", "usual")))
    fan_tan = fan_tan_house.read_house(usual("fan_tan", texts["fan_tan"])) if "fan_tan" in games else None
    night = Night(games, faro_house, fan_tan, need_integer(command["roll"], "roll"), last_game=games[0])
    night.tables = {game: TABLES[game](settings.read_settings(game, texts[game])) for game in games if game in TABLES}
    if any(check % night.check for check in night.checks):
        raise Refusal("bad_input", "the checks of the games do not go together")
    if night.roll < 0 or night.roll % night.check:
        raise Refusal("not_a_multiple", "the roll is counted in checks")
    return night


def usual(game: str, text: Any) -> Any:
    """The first preset of a game, where its usual house is asked for."""
    return next(iter(PRESETS[game])) if text == "usual" else text


def read_games(game: Any) -> tuple[str, ...]:
    """The games of a night: one by its name, or a list."""
    games = game if isinstance(game, list) else [game]
    if not games or not all(isinstance(one, str) and one in PRESETS for one in games):
        raise Refusal("bad_input", "this oracle knows no such game")
    if len(set(games)) != len(games):
        raise Refusal("bad_input", "a game is named twice")
    return tuple(games)


def read_house_texts(game: Any, games: tuple[str, ...], text: Any) -> dict[str, Any]:
    """What the opening says of each game's house; a game left out has its usual one."""
    if len(games) == 1:
        keyed = isinstance(game, list) and isinstance(text, dict) and list(text) == list(games)
        return text if keyed else {games[0]: text}
    if isinstance(text, str) and text != "usual":
        of_the_preset = [game for game in games if text in PRESETS[game]]
        if not of_the_preset:
            raise Refusal("bad_input", "no such preset")
        text = dict.fromkeys(of_the_preset, text)
    if text == "usual":
        text = {}
    if not isinstance(text, dict) or not set(text) <= set(games):
        raise Refusal("bad_input", "a house for each game")
    return {game: text.get(game, "usual") for game in games}
