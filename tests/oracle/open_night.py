"""The opening of a night: its games and their houses."""

from __future__ import annotations

from typing import Any

from . import fan_tan_house, house
from .refusal import Command, Refusal, need_integer, need_keys, need_texts
from .state import Night

PRESETS = {"faro": house.PRESETS, "fan_tan": fan_tan_house.PRESETS}
DEFAULTS = {"faro": "american", "fan_tan": "encyclopedia"}


def open_night(command: Command) -> Night:
    """A fresh night under its house rules."""
    need_keys(command, ("table", "date", "game", "house", "roll", "dealer"), ("backers",))
    need_texts(command, "table", "date", "dealer")
    games = read_games(command["game"])
    texts = read_house_texts(command["game"], games, command["house"])
    faro_house = house.read_house(texts.get("faro", "american"))
    fan_tan = fan_tan_house.read_house(texts["fan_tan"]) if "fan_tan" in games else None
    night = Night(games, faro_house, fan_tan, need_integer(command["roll"], "roll"))
    if fan_tan is not None and "faro" in games and (fan_tan.chip % night.check or faro_house.check % night.check):
        raise Refusal("bad_input", "the checks of the games do not go together")
    if night.roll < 0 or night.roll % night.check:
        raise Refusal("not_a_multiple", "the roll is counted in checks")
    return night


def read_games(game: Any) -> tuple[str, ...]:
    """The games of a night: one by its name, or a list."""
    games = game if isinstance(game, list) else [game]
    if not games or not all(isinstance(one, str) and one in PRESETS for one in games):
        raise Refusal("bad_input", "this oracle knows Faro and Fan-Tan")
    if len(set(games)) != len(games):
        raise Refusal("bad_input", "a game is named twice")
    return tuple(games)


def read_house_texts(game: Any, games: tuple[str, ...], text: Any) -> dict[str, Any]:
    """What the opening says of each game's house; a game left out has its default."""
    if len(games) == 1:
        keyed = isinstance(game, list) and isinstance(text, dict) and list(text) == list(games)
        return text if keyed else {games[0]: text}
    if isinstance(text, str):
        of_the_preset = [game for game in games if text in PRESETS[game]]
        if not of_the_preset:
            raise Refusal("bad_input", "no such preset")
        text = {of_the_preset[0]: text}
    if not isinstance(text, dict) or not set(text) <= set(games):
        raise Refusal("bad_input", "a house for each game")
    return {game: text.get(game, DEFAULTS[game]) for game in games}
