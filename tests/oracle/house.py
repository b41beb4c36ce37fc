"""The house rules of a Faro table: defaults, presets, and the reading of an `open_night`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.layout import KINDS
from tests.oracle.refusal import Refusal

PRESETS: dict[str, dict[str, Any]] = {
    "american": {},
    "early_bank": {
        "hockelty": True,
        "copper": False,
        "locked_until_action": True,
        "lift_before_hock": False,
        "kinds": ["single", "split", "figure", "pot", "square"],
    },
    "late_bank": {},
    "home_night": {"check": 500},
    "stuss": {
        "split_takes": "all",
        "turns": 26,
        "kinds": ["single"],
        "copper": False,
        "sleepers": "returned",
        "after_hock": "returned",
    },
}

WORDS = {
    "both_ways": ("standoff", "split"),
    "split_takes": ("half", "all"),
    "high_card_equal": ("split", "standoff"),
    "combination_pays": ("whole", "proportional"),
    "call_quote": ("to_one", "for_one"),
    "after_hock": ("dealer", "returned"),
    "sleepers": ("first_claim", "returned", "dealer"),
}
FLAGS = ("last_turn_counts", "lift_before_hock", "hockelty", "locked_until_action", "copper", "king_is_odd")
NUMBERS = (
    "check",
    "minimum",
    "limit",
    "case_limit",
    "running_limit",
    "paroli_times",
    "call_pays",
    "cat_pays",
    "marker_limit",
)


@dataclass(frozen=True)
class House:
    """Every Faro setting of a night."""

    check: int
    minimum: int
    limit: int
    case_limit: int
    running_limit: int | None
    paroli_times: int | None
    both_ways: str
    split_takes: str
    high_card_equal: str
    combination_pays: str
    call_pays: int
    cat_pays: int
    call_quote: str
    last_turn_counts: bool
    after_hock: str
    sleepers: str
    lift_before_hock: bool
    hockelty: bool
    turns: int
    locked_until_action: bool
    copper: bool
    king_is_odd: bool
    kinds: tuple[str, ...]
    marker_limit: int | None


def check_setting(name: str, value: Any) -> None:
    """Refuse a setting that no Faro house has, or a value it cannot have."""
    if name in WORDS:
        good = value in WORDS[name]
    elif name in FLAGS:
        good = isinstance(value, bool)
    elif name in NUMBERS:
        good = type(value) is int and value > 0
    elif name == "turns":
        good = type(value) is int and value in (25, 26)
    elif name == "kinds":
        good = isinstance(value, list) and all(kind in KINDS for kind in value)
    else:
        raise Refusal("bad_input", f"no Faro house has a setting {name}")
    if not good:
        raise Refusal("bad_input", f"{value!r} is no value for {name}")


def read_house(text: Any) -> House:
    """The settings behind a preset's name or an object of settings."""
    differing: dict[str, Any] = {}
    preset = text
    if isinstance(text, dict):
        differing = {name: value for name, value in text.items() if name != "preset"}
        preset = text.get("preset", "american")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refusal("bad_input", "no such preset for Faro")
    for name, value in differing.items():
        check_setting(name, value)
    return with_defaults({**PRESETS[preset], **differing})


def with_defaults(settings: dict[str, Any]) -> House:
    """Fill in what the settings leave out."""
    check = settings.get("check", 25)
    limit = settings.get("limit", 10000)
    return House(
        check=check,
        minimum=settings.get("minimum", check),
        limit=limit,
        case_limit=settings.get("case_limit", limit // 2),
        running_limit=settings.get("running_limit"),
        paroli_times=settings.get("paroli_times"),
        both_ways=settings.get("both_ways", "standoff"),
        split_takes=settings.get("split_takes", "half"),
        high_card_equal=settings.get("high_card_equal", "split"),
        combination_pays=settings.get("combination_pays", "whole"),
        call_pays=settings.get("call_pays", 4),
        cat_pays=settings.get("cat_pays", 2),
        call_quote=settings.get("call_quote", "to_one"),
        last_turn_counts=settings.get("last_turn_counts", True),
        after_hock=settings.get("after_hock", "dealer"),
        sleepers=settings.get("sleepers", "first_claim"),
        lift_before_hock=settings.get("lift_before_hock", True),
        hockelty=settings.get("hockelty", False),
        turns=settings.get("turns", 25),
        locked_until_action=settings.get("locked_until_action", False),
        copper=settings.get("copper", True),
        king_is_odd=settings.get("king_is_odd", False),
        kinds=tuple(settings.get("kinds", KINDS)),
        marker_limit=settings.get("marker_limit"),
    )
