"""Random house rules for the newer games, and for nights of any games together."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.random_fan_tan_house import random_fan_tan_settings
from tests.oracle.random_house import one_in, random_settings
from tests.oracle.random_score_games import SCORE_GAMES
from tests.oracle.settings import PRESETS

CHECK_OF = {"faro": "check", "fan_tan": "chip", "pharo": "check", **dict.fromkeys(SCORE_GAMES, "point")}
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
    "frog": (("frog", (0, 1, 2), 2), ("chico", (0, 2, 5), 2), ("grand", (0, 1, 3, 4), 2)),
    "five_hundred": (
        ("goal", (10, 100, 250, 300, 500, 520), 1),
        ("bidding", ("auction", "one_bid"), 2),
        ("bid_table", ("avondale", "original"), 2),
        ("suits", ("scdh", "cshd", "hdcs"), 2),
        ("nullo", (True, False), 4),
        ("nullo_failed", ("bidder_tricks", "own_tricks"), 2),
        ("slam", (0, 250, 500, 10), 3),
        ("set_back", (None, 1, 100, 250, 500, 1000), 2),
        ("all_pass", ("dead", "no_trump"), 2),
        ("two_partners_at", (0, 6, 7, 8, 10, 11), 2),
        ("shared_bid", ("whole", "half"), 2),
    ),
    "forty_five": (("goal", (5, 10, 15, 25, 45), 1), ("scoring", ("odd_trick", "difference"), 2)),
    "auction_forty_five": (
        ("goal", (10, 30, 60, 120), 1),
        ("must_bid_at", (0, 10, 30, 100), 2),
        ("must_bid", (0, 5, 10, 20, 25, 30, 35), 2),
        ("thirty_pays", (0, 30, 60, 100), 2),
        ("all_pass", ("dead", "dealer_bids"), 2),
    ),
    "hasenpfeffer": (("goal", (1, 5, 10, 15), 1), ("forced_bid", (1, 2, 3, 4, 6), 2)),
    "big_three": (("goal", (1, 4, 6, 10, 20), 1), ("times", (1, 2, 3), 2), ("bidder_loses", (True, False), 2)),
    "four_deal_bridge": (
        ("vulnerable", ("dealer", "other"), 2),
        ("penalties", ("modern", "old"), 2),
        ("insult_redoubled", (0, 50, 100), 2),
        ("honours", (True, False), 2),
    ),
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
    if game in SCORE_GAMES:
        settings |= {"game_stake": check * random.choice([0, 1, 20, 100])} if one_in(random, 2) else {}
        settings |= {"pays": random.choice(["winner", "all"])} if one_in(random, 2) else {}
    return settings | {CHECK_OF.get(game, "chip"): check}


def random_houses(random: Random, games: tuple[str, ...]) -> Any:
    """The `house` of an opening: a preset's name, or what differs, for each game of several."""
    if one_in(random, 8):
        return random.choice(["usual", *(preset for game in games for preset in PRESETS.get(game, ()))])
    check = random.choice([1, 5, 10, 25, 25, 100])
    houses = {game: random_house_of(random, game, check * random.choice([1, 1, 2, 4])) for game in games}
    return houses[games[0]] if len(games) == 1 else houses
