"""Settings of a house, each with its default and what it may be: read alike for every game but Faro and Fan-Tan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .refusal import Refusal

Settings = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """What a setting is where nobody names it, and whether a value is one that it can have."""

    default: Any
    allows: Callable[[Any], bool]


def at_least(least: int, default: int | None) -> Setting:
    """A whole number."""
    return Setting(default, lambda value: type(value) is int and value >= least)


def yes_or_no(default: bool) -> Setting:
    """A flag."""
    return Setting(default, lambda value: isinstance(value, bool))


def one_of(*words: str) -> Setting:
    """One of some words, the first by default."""
    return Setting(words[0], lambda value: isinstance(value, str) and value in words)


PHARO = {
    "check": at_least(1, 25),
    "minimum": Setting(None, lambda value: value is None or (type(value) is int and value >= 1)),  # the check
    "limit": at_least(1, 10000),
    "figures": yes_or_no(True),
    "oppose": yes_or_no(True),
    "hockley": yes_or_no(True),
    "late_cards": at_least(0, 8),
    "drawn": one_of("punter", "bet"),
    "highest": at_least(1, 5),
    "carry": one_of("soixante", "chain", "none"),
}
FARMER = {
    "chip": at_least(1, 25),
    "ante": at_least(0, 1),
    "farmer_plays": yes_or_no(True),
    "nearest_pays": at_least(0, 1),
    "over_pays": at_least(0, 1),
}
SPOIL_FIVE = {"chip": at_least(1, 25), "ante": at_least(0, 1), "all_five": at_least(0, 1)}
FIVE_IN_ONE = {"chip": at_least(1, 25), "cold_hand_pays": at_least(0, 1), "hit_pays": at_least(0, 1)}

KNOWN: dict[str, dict[str, Setting]] = {
    "pharo": PHARO,
    "farmer": FARMER,
    "spoil_five": SPOIL_FIVE,
    "five_in_one": FIVE_IN_ONE,
}
PRESETS: dict[str, dict[str, Settings]] = {
    "pharo": {"hoyle": {}, "salon": {"late_cards": 0, "carry": "none"}},
    "farmer": {"farm": {}, "banker": {"farmer_plays": False}},
    "spoil_five": {"spoil_five": {}},
    "five_in_one": {"five_in_one": {}},
}


def read_settings(game: str, text: Any) -> Settings:
    """Every setting of a game's house, of a preset's name or an object of what differs."""
    presets, known = PRESETS[game], KNOWN[game]
    differing: Settings = {}
    preset = text
    if isinstance(text, dict):
        differing = {name: value for name, value in text.items() if name != "preset"}
        preset = text.get("preset", "usual")
    if preset == "usual":
        preset = next(iter(presets))
    if not isinstance(preset, str) or preset not in presets:
        raise Refusal("bad_input", f"no such preset for {game}")
    for name, value in differing.items():
        if name not in known or not known[name].allows(value):
            raise Refusal("bad_input", f"{name} is no setting of {game}, or cannot be {value!r}")
    settings = {name: setting.default for name, setting in known.items()} | presets[preset] | differing
    if "minimum" in known and settings["minimum"] is None:
        settings["minimum"] = settings["check"]
    return settings
