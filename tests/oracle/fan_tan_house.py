"""The house rules of a Fan-Tan table: presets, defaults and the values a setting may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.refusal import Refusal

PRESETS: dict[str, dict[str, Any]] = {
    "encyclopedia": {},
    "antes": {
        "ante": 1,
        "ante_extra": 2,
        "pass_pays": 0,
        "several_openers": True,
        "wrong_pass": 3,
        "wrong_pass_opener": 5,
        "dead_hand": 1,
    },
    "five_or_nine": {"opener": "5_or_9"},
}

CHIPS = ("ante", "ante_extra", "pass_pays", "card_pays", "wrong_pass", "wrong_pass_opener", "dead_hand")
FLAGS = ("several_openers", "several_cards", "deal_moves", "voluntary_pass")
WORDS = {
    "opener": ("7", "5_or_9"),
    "first": ("dealer_left", "7d", "7h"),
    "extra_from": ("long", "short"),
    "opener_chips": ("each", "shared"),
    "counted": ("cards", "pips"),
}


@dataclass(frozen=True)
class FanTanHouse:
    """Every Fan-Tan setting of a night; the defaults are the encyclopedia's game."""

    chip: int = 25
    ante: int = 0
    ante_extra: int = 0
    pass_pays: int = 1
    several_openers: bool = False
    several_cards: bool = False
    deal_moves: bool = False
    opener: str = "7"
    card_pays: int = 1
    wrong_pass: int = 0
    wrong_pass_opener: int = 0
    dead_hand: int = 0
    first: str = "dealer_left"
    extra_from: str = "long"
    voluntary_pass: bool = False
    free_passes: int | None = None
    opener_chips: str = "each"
    counted: str = "cards"
    marker: int = 50000
    marker_limit: int | None = None


def check_setting(name: str, value: Any) -> None:
    """Refuse a setting that no Fan-Tan house has, or a value it cannot have."""
    whole = type(value) is int
    if name in CHIPS:
        good = whole and 0 <= value <= 1000
    elif name in FLAGS:
        good = isinstance(value, bool)
    elif name in WORDS:
        good = isinstance(value, str) and value in WORDS[name]
    elif name in ("chip", "marker"):
        good = whole and value >= 1
    elif name == "marker_limit":
        good = value is None or (whole and value >= 1)
    elif name == "free_passes":
        good = value is None or (whole and value >= 0)
    else:
        raise Refusal("bad_input", f"no Fan-Tan house has a setting {name}")
    if not good:
        raise Refusal("bad_input", f"{value!r} is no value for {name}")


def read_house(text: Any) -> FanTanHouse:
    """The settings behind a preset's name or an object of settings."""
    differing: dict[str, Any] = {}
    preset = text
    if isinstance(text, dict):
        differing = {name: value for name, value in text.items() if name != "preset"}
        preset = text.get("preset", "encyclopedia")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refusal("bad_input", "no such preset for Fan-Tan")
    for name, value in differing.items():
        check_setting(name, value)
    house = FanTanHouse(**{**PRESETS[preset], **differing})
    if house.opener == "5_or_9" and house.first != "dealer_left":
        raise Refusal("bad_input", "no seven opens where fives and nines do")
    return house
