"""Random house rules for Fan-Tan, and for nights of several games."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle import house
from tests.oracle.fan_tan_house import PRESETS
from tests.oracle.random_house import one_in, random_house


def random_fan_tan_settings(random: Random, preset: str) -> dict[str, Any]:
    """Some settings that differ from the preset."""
    settings: dict[str, Any] = {}
    settings_by_lot: tuple[tuple[str, tuple[Any, ...], int], ...] = (
        ("chip", (1, 5, 10, 50, 75, 100, 500), 2),
        ("ante", (0, 1, 2, 3), 3),
        ("ante_extra", (0, 1, 2, 5), 3),
        ("extra_from", ("long", "short", "short"), 3),
        ("pass_pays", (0, 1, 2, 5), 3),
        ("card_pays", (0, 1, 2, 3), 4),
        ("counted", ("cards", "pips", "pips"), 3),
        ("wrong_pass", (0, 1, 2, 3, 3, 10), 2),
        ("wrong_pass_opener", (0, 1, 2, 5, 7), 2),
        ("opener_chips", ("each", "shared", "shared"), 2),
        ("dead_hand", (0, 1, 2, 4), 3),
        ("several_openers", (True, True, False), 2),
        ("several_cards", (True, True, False), 3),
        ("deal_moves", (True, True, False), 3),
        ("opener", ("7", "5_or_9"), 4),
        ("voluntary_pass", (True, True, False), 5),
        ("free_passes", (None, 0, 1, 2, 3), 4),
        ("marker", (1000, 20000), 8),
    )
    settings |= {name: random.choice(values) for name, values, times in settings_by_lot if one_in(random, times)}
    opener = settings.get("opener", "5_or_9" if preset == "five_or_nine" else "7")
    if opener == "7" and one_in(random, 4):
        settings["first"] = random.choice(["dealer_left", "7d", "7d", "7h"])
    if settings.get("voluntary_pass") and one_in(random, 2):
        settings["free_passes"] = random.randint(1, 3)
    if one_in(random, 5):
        chips = random.choice([300, 700, 1500])
        settings["marker_limit"] = random.choice([None, chips * settings.get("chip", 25)])
    return settings


def random_fan_tan_house(random: Random) -> dict[str, Any] | str:
    """A preset's name, or an object of settings."""
    preset = random.choice(list(PRESETS))
    if one_in(random, 4):
        return preset
    settings = {"preset": preset, **random_fan_tan_settings(random, preset)}
    if preset == "encyclopedia" and one_in(random, 4):
        del settings["preset"]
    return settings


def random_house_of_both(random: Random) -> dict[str, Any] | str:
    """A house for each game, or for one of them, or one preset's name; their checks go together."""
    if one_in(random, 6):
        return random.choice([*PRESETS, "american", "late_bank", "early_bank"])
    houses: dict[str, Any] = {"faro": random_house(random), "fan_tan": random_fan_tan_house(random)}
    checks = []
    for game, name in (("faro", "check"), ("fan_tan", "chip")):
        if one_in(random, 6):
            del houses[game]
        settings = houses.get(game)
        if isinstance(settings, dict) and name in settings:
            checks.append(settings[name])
        elif settings == "home_night" or (isinstance(settings, dict) and settings.get("preset") == "home_night"):
            checks.append(house.PRESETS["home_night"]["check"])
        else:
            checks.append(25)
    return random_house_of_both(random) if max(checks) % min(checks) else houses
