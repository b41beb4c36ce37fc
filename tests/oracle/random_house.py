"""Random house rules: every preset and every setting of a Faro table."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.house import PRESETS
from tests.oracle.layout import KINDS


def one_in(random: Random, times: int) -> bool:
    """True once in so many times."""
    return random.randrange(times) == 0


def random_settings(random: Random, preset: str) -> dict[str, Any]:
    """Some settings that differ from the preset; amounts are whole numbers of smallest checks."""
    settings: dict[str, Any] = {}
    check = 500 if preset == "home_night" else 25
    if one_in(random, 5):
        check = settings["check"] = random.choice([1, 5, 10, 25, 50, 100])
    if one_in(random, 4):
        settings["minimum"] = check * random.choice([1, 2, 4])
    if one_in(random, 3):
        settings["limit"] = check * random.choice([20, 41, 100, 200, 800])
    if one_in(random, 5):
        settings["case_limit"] = check * random.choice([5, 10, 50])
    if one_in(random, 2):
        settings["running_limit"] = check * random.choice([8, 40, 200, 1000])
        if one_in(random, 3):
            settings["paroli_times"] = random.randint(1, 3)
    unusual_settings = (
        ("both_ways", "split", 3),
        ("high_card_equal", "standoff", 3),
        ("split_takes", "half" if preset == "stuss" else "all", 4),
        ("combination_pays", "proportional", 3),
        ("call_quote", "for_one", 3),
        ("last_turn_counts", False, 5),
        ("after_hock", "returned", 3),
        ("lift_before_hock", False, 3),
        ("hockelty", True, 5),
        ("locked_until_action", True, 6),
        ("copper", False, 8),
        ("king_is_odd", True, 3),
    )
    settings |= {name: unusual for name, unusual, times in unusual_settings if one_in(random, times)}
    if one_in(random, 2):
        settings["sleepers"] = random.choice(["first_claim", "returned", "dealer"])
    if one_in(random, 4):
        settings["call_pays"], settings["cat_pays"] = random.randint(2, 6), random.randint(1, 3)
    if one_in(random, 7):
        settings["turns"] = random.choice([25, 26, 26])
    if one_in(random, 4):
        settings["marker_limit"] = check * random.choice([150, 700, 1500, 4000])
    if one_in(random, 8):
        settings["kinds"] = random.sample(KINDS, random.randint(3, len(KINDS)))
    return settings


def random_house(random: Random, preset: str | None = None) -> dict[str, Any] | str:
    """A preset's name, or an object of settings."""
    if preset is None:
        preset = random.choice(["american", "american", "american", *PRESETS])
    if one_in(random, 4):
        return preset
    settings = {"preset": preset, **random_settings(random, preset)}
    if preset == "american" and one_in(random, 4):
        del settings["preset"]
    return settings
