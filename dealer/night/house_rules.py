"""Parses the house rules with which a night opens, for each of its games."""

from __future__ import annotations

from typing import Any

from dealer.commands.commands import USUAL
from dealer.commands.refusal import Amount, Refusal
from dealer.game.game import Game
from dealer.games import game_called
from dealer.rules_version import CURRENT
from events.common.night import Setting

Houses = dict[str, dict[str, Setting]]
"""The house rules by game name, in the order named."""


def read_houses(names: str | tuple[str, ...], house: object, rules: int = CURRENT) -> Houses:
    """Parse the house rules of an ``open_night`` for each of its games, with the presets of a version of the ``rules``.

    Raises :class:`Refusal` (``bad_input``) for a game that is unknown or named twice, for invalid rules, and for games
    whose smallest checks do not fit together.
    """
    if isinstance(names, str):
        return {names: _read(game_called(names), house, rules)}
    games = [game_called(name) for name in names]
    if not games or len(set(games)) < len(games):
        raise Refusal("bad_input", "Name one or more games for the night, each once.")
    if len(games) == 1 and not (house and _is_by_game(house, games)):
        return {games[0].name: _read(games[0], house, rules)}
    houses = {game.name: _read(game, document, rules) for game, document in _divided(house, games)}
    _check_smallest(tables_of(houses))
    return houses


def tables_of(houses: Houses) -> dict[str, Any]:
    """A new table for each game, under its house rules."""
    return {name: game_called(name).start(settings) for name, settings in houses.items()}


def smallest_check(tables: dict[str, Any]) -> int:
    """The smallest check of a night in cents: the smallest of all its games."""
    least: int = min(table.house.check for table in tables.values())
    return least


def _check_smallest(tables: dict[str, Any]) -> None:
    least = smallest_check(tables)
    for name, table in tables.items():
        if table.house.check % least:
            raise Refusal(
                "bad_input",
                "All games share one set of checks: %(game)s's %(check)s is not a multiple of %(least)s.",
                game=game_called(name).title,
                check=Amount(table.house.check),
                least=Amount(least),
            )


def _read(game: Game, house: object, rules: int) -> dict[str, Setting]:
    usual = next(iter(game.presets))
    if isinstance(house, dict) and house.get("preset") == USUAL:
        return game.read_house({**house, "preset": usual}, rules)
    return game.read_house(usual if house == USUAL else house, rules)


def _is_by_game(house: object, games: list[Game]) -> bool:
    return isinstance(house, dict) and set(house) <= {game.name for game in games}


def _divided(house: object, games: list[Game]) -> list[tuple[Game, object]]:
    """Split a ``house`` into the rules per game: an object by game name, or the preset of a single game."""
    if house == USUAL:
        return [(game, USUAL) for game in games]
    if isinstance(house, str):
        if not any(house in game.presets for game in games):
            raise Refusal("bad_input", "These games have no house called %(name)s.", name=repr(house[:40]))
        return [(game, house if house in game.presets else USUAL) for game in games]
    if not _is_by_game(house, games):
        raise Refusal("bad_input", "With several games the house must be an object with each game's house by its name.")
    assert isinstance(house, dict)
    return [(game, house.get(game.name, USUAL)) for game in games]
