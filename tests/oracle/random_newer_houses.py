"""Random house rules for the newer games, and for nights of any games together."""

from __future__ import annotations

from random import Random
from typing import Any

from .random_fan_tan_house import random_fan_tan_settings
from .random_house import one_in, random_settings
from .settings import PRESETS

CHECK_OF = {"faro": "check", "fan_tan": "chip", "pharo": "check"}
BY_LOT: dict[str, tuple[tuple[str, tuple[Any, ...], int], ...]] = {
    "pharo": (
        ("figures", (True, False), 5),
        ("oppose", (True, False), 5),
        ("hockley", (True, False, False), 2),
        ("late_cards", (0, 2, 8, 9, 20, 52, 60), 3),
        ("drawn", ("punter", "bet"), 2),
        ("highest", (1, 2, 3, 5, 6, 8), 3),
        ("carry", ("soixante", "chain", "chain", "none"), 2),
    ),
    "farmer": (
        ("ante", (0, 1, 2, 5), 2),
        ("farmer_plays", (True, False, False), 2),
        ("nearest_pays", (0, 1, 2, 7), 2),
        ("over_pays", (0, 1, 2, 5), 2),
    ),
    "spoil_five": (("ante", (0, 1, 2, 5), 2), ("all_five", (0, 1, 2, 30), 2)),
    "five_in_one": (("cold_hand_pays", (0, 1, 2, 5), 2), ("hit_pays", (0, 1, 3, 10), 2)),
}


def random_house_of(random: Random, game: str, check: int) -> dict[str, Any]:
    """Settings of one game's house, with this smallest check."""
    if game == "faro":
        settings = random_settings(random, "american")
        amounts = ("check", "minimum", "limit", "case_limit", "running_limit", "marker_limit")
        settings = {name: value for name, value in settings.items() if name not in amounts}
        settings |= {"running_limit": check * 40} if one_in(random, 2) else {}
        return settings | {"check": check}
    if game == "fan_tan":
        preset = random.choice(["encyclopedia", "antes", "five_or_nine"])
        settings = {"preset": preset, **random_fan_tan_settings(random, preset), "chip": check}
        settings.pop("marker_limit", None)
        return settings
    settings = {name: random.choice(values) for name, values, times in BY_LOT[game] if one_in(random, times)}
    if one_in(random, 2):
        settings["preset"] = random.choice(list(PRESETS[game]))
    if game == "pharo":
        settings |= {"minimum": check * random.choice([1, 2, 4])} if one_in(random, 4) else {}
        settings |= {"limit": check * random.choice([10, 41, 200])} if one_in(random, 4) else {}
    return settings | {CHECK_OF.get(game, "chip"): check}


def random_houses(random: Random, games: tuple[str, ...]) -> Any:
    """The `house` of an opening: a preset's name, or what differs, for each game of several."""
    if one_in(random, 8):
        return random.choice(["usual", *(preset for game in games for preset in PRESETS.get(game, ()))])
    check = random.choice([1, 5, 10, 25, 25, 100])
    houses = {game: random_house_of(random, game, check * random.choice([1, 1, 2, 4])) for game in games}
    return houses[games[0]] if len(games) == 1 else houses
