"""Openings of nights of the newer games, alone and together, under houses that exist and houses that do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.openings import opening
from tests.oracle.refusal import Command
from tests.oracle.settings import KNOWN, PRESETS

VALUES: tuple[Any, ...] = (
    0,
    1,
    2,
    25,
    -1,
    1000,
    "1",
    1.0,
    1.5,
    True,
    False,
    None,
    "punter",
    "bet",
    "chain",
    "",
    [],
    {},
)
HOUSES: tuple[Any, ...] = (
    "usual",
    "hoyle",
    "salon",
    "farm",
    "banker",
    "spoil_five",
    "five_in_one",
    "american",
    "stuss",
    "nobody's",
    "",
    {},
    {"preset": "salon"},
    {"preset": "banker"},
    {"preset": "nobody's"},
    {"preset": 7},
    {"pharo": "salon"},
    {"pharo": {"check": 50}, "farmer": {"chip": 25}},
    {"pharo": {"check": 50}, "farmer": {"chip": 20}},
    {"pharo": {"check": 10}, "farmer": {"chip": 25}},
    {"farmer": "hoyle"},
    {"farmer": "usual"},
    {"farmer": {"check": 25}},
    {"pharo": {"chip": 25}},
    7,
    [],
)
GAMES: tuple[Any, ...] = (
    "pharo",
    ["pharo"],
    "farmer",
    "spoil_five",
    "five_in_one",
    ["pharo", "farmer"],
    ["farmer", "pharo", "faro"],
    ["farmer", "fan_tan", "spoil_five", "five_in_one"],
    ["pharo", "pharo"],
    ["pharo", "snap"],
)


def newer_openings() -> Iterator[Command]:
    """Every opening, the good and the bad."""
    for game in GAMES:
        for house in HOUSES:
            yield opening(game, house)
    for game, settings in KNOWN.items():
        for name in (*settings, "jokers"):
            for value in VALUES:
                yield opening(game, {name: value})
        for preset in PRESETS[game]:
            yield opening([game, "faro"], preset)
            yield opening([game], {game: preset})
        for roll in (0, 25, 10, -25, "0", 1.5, True):
            yield opening(game, {next(iter(settings)): 5}, roll)
