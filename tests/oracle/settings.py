"""Settings of a house, each with its default and what it may be: read alike for every game but Faro and Fan-Tan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracle.refusal import Refusal

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

FROG = {"chip": at_least(1, 25), "frog": at_least(0, 1), "chico": at_least(0, 2), "grand": at_least(0, 3)}


def of_a_score_game(point: int, **settings: Setting) -> dict[str, Setting]:
    """What every score game has, and what this one has besides."""
    of_all = {"point": at_least(1, point), "game_stake": at_least(0, 0), "pays": one_of("winner", "all")}
    return of_all | settings


FIVE_HUNDRED = of_a_score_game(
    5,
    goal=at_least(1, 500),
    bidding=one_of("auction", "one_bid"),
    bid_table=one_of("avondale", "original"),
    suits=Setting("scdh", lambda value: isinstance(value, str) and sorted(value) == sorted("scdh")),
    nullo=yes_or_no(True),
    nullo_failed=one_of("bidder_tricks", "own_tricks"),
    slam=Setting(250, lambda value: type(value) is int and value >= 0 and value % 10 == 0),
    set_back=Setting(500, lambda value: value is None or (type(value) is int and value >= 1)),
    all_pass=one_of("dead", "no_trump"),
    two_partners_at=at_least(0, 0),
    shared_bid=one_of("whole", "half"),
)
FORTY_FIVE = of_a_score_game(5, goal=at_least(1, 45), scoring=one_of("odd_trick", "difference"))
AUCTION_FORTY_FIVE = of_a_score_game(
    5,
    goal=at_least(1, 120),
    must_bid_at=at_least(0, 100),
    must_bid=at_least(0, 20),
    thirty_pays=at_least(0, 60),
    all_pass=one_of("dead", "dealer_bids"),
)
HASENPFEFFER = of_a_score_game(
    5, goal=at_least(1, 10), forced_bid=Setting(3, lambda value: type(value) is int and 1 <= value <= 6)
)
BIG_THREE = of_a_score_game(5, goal=at_least(1, 20), times=at_least(1, 2), bidder_loses=yes_or_no(False))
FOUR_DEAL_BRIDGE = of_a_score_game(
    1,
    vulnerable=one_of("dealer", "other"),
    penalties=one_of("modern", "old"),
    insult_redoubled=at_least(0, 100),
    honours=yes_or_no(False),
)

KNOWN: dict[str, dict[str, Setting]] = {
    "pharo": PHARO,
    "farmer": FARMER,
    "spoil_five": SPOIL_FIVE,
    "five_in_one": FIVE_IN_ONE,
    "frog": FROG,
    "five_hundred": FIVE_HUNDRED,
    "forty_five": FORTY_FIVE,
    "auction_forty_five": AUCTION_FORTY_FIVE,
    "hasenpfeffer": HASENPFEFFER,
    "big_three": BIG_THREE,
    "four_deal_bridge": FOUR_DEAL_BRIDGE,
}
PRESETS: dict[str, dict[str, Settings]] = {
    "pharo": {"hoyle": {}, "salon": {"late_cards": 0, "carry": "none"}},
    "farmer": {"farm": {}, "banker": {"farmer_plays": False}},
    "spoil_five": {"spoil_five": {}},
    "five_in_one": {"five_in_one": {}},
    "frog": {"frog": {}},
    "five_hundred": {
        "auction": {},
        "one_bid": {"bidding": "one_bid", "nullo_failed": "own_tricks", "set_back": None},
    },
    "forty_five": {"forty_five": {}, "difference": {"scoring": "difference"}, "twenty_five": {"goal": 25}},
    "auction_forty_five": {"auction_forty_five": {}},
    "hasenpfeffer": {"hasenpfeffer": {}},
    "big_three": {"big_three": {}},
    "four_deal_bridge": {"chicago": {}},
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
    if "game_stake" in known and settings["game_stake"] % settings["point"]:
        raise Refusal("bad_input", "the stake of a match is counted in points")
    if "minimum" in known and settings["minimum"] is None:
        settings["minimum"] = settings["check"]
    return settings
