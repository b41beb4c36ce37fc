"""Random house rules: every preset and setting of every game."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.basics import KINDS, PRESETS
from tests.oracle.random_score_games import SCORE_GAMES


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
        preset = random.choice(["american", "american", "american", *PRESETS["faro"]])
    if one_in(random, 4):
        return preset
    settings = {"preset": preset, **random_settings(random, preset)}
    if preset == "american" and one_in(random, 4):
        del settings["preset"]
    return settings


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
    preset = random.choice(list(PRESETS["fan_tan"]))
    if one_in(random, 4):
        return preset
    settings = {"preset": preset, **random_fan_tan_settings(random, preset)}
    if preset == "encyclopedia" and one_in(random, 4):
        del settings["preset"]
    return settings


def random_house_of_both(random: Random) -> dict[str, Any] | str:
    """A house for each game, or for one of them, or one preset's name; their checks go together."""
    if one_in(random, 6):
        return random.choice([*PRESETS["fan_tan"], "american", "late_bank", "early_bank"])
    houses: dict[str, Any] = {"faro": random_house(random), "fan_tan": random_fan_tan_house(random)}
    checks = []
    for game, name in (("faro", "check"), ("fan_tan", "chip")):
        if one_in(random, 6):
            del houses[game]
        settings = houses.get(game)
        if isinstance(settings, dict) and name in settings:
            checks.append(settings[name])
        elif settings == "home_night" or (isinstance(settings, dict) and settings.get("preset") == "home_night"):
            checks.append(PRESETS["faro"]["home_night"]["check"])
        else:
            checks.append(25)
    return random_house_of_both(random) if max(checks) % min(checks) else houses


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
        others = [game for game in games if game not in ("faro", "fan_tan")]
        return random.choice(["usual", *(preset for game in others for preset in PRESETS[game])])
    check = random.choice([1, 5, 10, 25, 25, 100])
    houses = {game: random_house_of(random, game, check * random.choice([1, 1, 2, 4])) for game in games}
    return houses[games[0]] if len(games) == 1 else houses
