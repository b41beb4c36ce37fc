"""The demonstration nights: of each game that has a demonstration, of all of them in turn, and of other houses."""

from __future__ import annotations

from dealer.game.demonstration import Demonstration
from dealer.games import GAMES


def demonstrations() -> dict[str, Demonstration]:
    """The demonstrations that there are of games in their usual house, by the game's name."""
    return {name: game.demonstration for name, game in GAMES.items() if game.demonstration}


def offered() -> dict[str, tuple[str, Demonstration]]:
    """All demonstrations by name, each with its game: those of the usual houses, then those of others."""
    usual = {game: (game, shown) for game, shown in demonstrations().items()}
    others = ((name, game, shown) for game, one in GAMES.items() for name, shown in one.other_demonstrations.items())
    return usual | {name: (game, shown) for name, game, shown in others}


def demos() -> dict[str, tuple[str, ...]]:
    """The demonstration nights by name, each with what it shows: each game, ``both`` of all of them, other houses.

    Their order gives them their seeds: another house comes last, and leaves the nights before it as they were.
    """
    games = tuple(demonstrations())
    others = (name for game in GAMES.values() for name in game.other_demonstrations)
    return {**{game: (game,) for game in games}, "both": games, **{name: (name,) for name in others}}
