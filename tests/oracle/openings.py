"""Openings of nights of every game, alone and together, under houses that exist and houses that do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.basics import KNOWN, PRESETS, Command

GAMES: tuple[Any, ...] = (
    "fan_tan",
    ["fan_tan"],
    ["faro"],
    ["fan_tan", "faro"],
    ["faro", "fan_tan"],
    ["fan_tan", "fan_tan"],
    ["faro", "snap"],
    ["faro", 7],
    [["faro"]],
    [],
    "snap",
    "",
    None,
    {"faro": 1},
)
HOUSES: tuple[Any, ...] = (
    "antes",
    {},
    "american",
    "nobody's",
    {"preset": "antes"},
    {"fan_tan": "antes"},
    {"fan_tan": {"preset": "american"}},
    {"fan_tan": None},
    {"faro": "american"},
    {"faro": {"check": 100}, "fan_tan": {"chip": 25}},
    {"faro": {"check": 25}, "fan_tan": {"chip": 100}},
    {"faro": {"check": 100}, "fan_tan": {"chip": 30}},
    {"faro": {"check": 30}},
    {"snap": "antes"},
    None,
    7,
    [],
)
SETTINGS: dict[str, tuple[Any, ...]] = {
    "chip": (1, 0, -1, "25", 1.0, True, None),
    "ante": (0, 1000, 1001, -1, "1", None, True),
    "ante_extra": (1000, 1001),
    "pass_pays": (1000, 1001),
    "card_pays": (0, 1001),
    "wrong_pass": (1000, 1001),
    "wrong_pass_opener": (1000, -1),
    "dead_hand": (1000, 1001),
    "opener": ("7", "5_or_9", "5", 7, None),
    "several_openers": (True, 1, "yes"),
    "several_cards": (True, 1, None),
    "deal_moves": (True, "left", 0),
    "first": ("dealer_left", "7d", "7h", "7s", None),
    "extra_from": ("long", "short", "none"),
    "voluntary_pass": (True, 0),
    "free_passes": (None, 1, -1, "1", True),
    "opener_chips": ("each", "shared", None),
    "counted": ("cards", "pips", 1),
    "marker": (1, 50000, 0, "1"),
    "marker_limit": (None, 100, 0, "1"),
    "preset": ("antes", "american", None),
    "check": (25,),
    "jokers": (True,),
}
ROLLS: tuple[Any, ...] = (0, 25, -25, 10, None, "0", True, 1.5)


def opening(game: Any, house: Any, roll: Any = 0) -> Command:
    """An `open_night`."""
    return {
        "do": "open_night",
        "table": "Pot 1",
        "date": "2026-11-21",
        "game": game,
        "house": house,
        "roll": roll,
        "dealer": "M. Deal",
    }


def openings() -> Iterator[Command]:
    """Every opening, the good and the bad."""
    for game in GAMES:
        for house in HOUSES:
            yield opening(game, house)
    for name, values in SETTINGS.items():
        for value in values:
            yield opening("fan_tan", {name: value})
            yield opening(["faro", "fan_tan"], {"fan_tan": {name: value}})
    for opener in ("7", "5_or_9"):
        for first in ("7d", "dealer_left"):
            yield opening("fan_tan", {"preset": "five_or_nine", "opener": opener, "first": first})
            yield opening("fan_tan", {"preset": "five_or_nine", "first": first})
    for roll in ROLLS:
        yield opening("fan_tan", "antes", roll)
        yield opening(["faro", "fan_tan"], {"fan_tan": {"chip": 5}}, roll)


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
NEWER_HOUSES: tuple[Any, ...] = (
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
NEWER_GAMES: tuple[Any, ...] = (
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
    for game in NEWER_GAMES:
        for house in NEWER_HOUSES:
            yield opening(game, house)
    for game, settings in KNOWN.items():
        if game == "faro":
            continue  # which limits go with its check the rules leave open
        for name in (*settings, "jokers"):
            for value in VALUES:
                yield opening(game, {name: value})
        for preset in PRESETS[game]:
            yield opening([game, "faro"], preset)
            yield opening([game], {game: preset})
        for roll in (0, 25, 10, -25, "0", 1.5, True):
            yield opening(game, {next(iter(settings)): 5}, roll)
