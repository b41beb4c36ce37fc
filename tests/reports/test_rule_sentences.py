"""House rules as sentences: every setting that has an effect changes a sentence, that one, and it is marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dealer.games import GAMES, game_called
from events.facts.night import Setting
from reports.sheets.rules_sheet import rule_groups
from reports.words.house_rules import Rule

SCORED: dict[str, tuple[Any, ...]] = {
    "point": (25,),
    "game_stake": (500,),
    "pays": ("all",),
    "marker": (10_000,),
    "marker_limit": (200_000,),
}
"""What every game has alike that is played for points."""

OTHERWISE: dict[str, dict[str, tuple[Any, ...]]] = {
    "faro": {
        "check": (50,),
        "minimum": (500,),
        "limit": (20_000,),
        "case_limit": (2_500,),
        "running_limit": (80_000,),
        "paroli_times": (1, 3),
        "both_ways": ("split",),
        "split_takes": ("all",),
        "high_card_equal": ("standoff",),
        "combination_pays": ("proportional",),
        "call_pays": (5,),
        "cat_pays": (3,),
        "call_quote": ("for_one",),
        "last_turn_counts": (False,),
        "after_hock": ("returned",),
        "lift_before_hock": (False,),
        "sleepers": ("returned", "dealer"),
        "hockelty": (True,),
        "turns": (26,),
        "locked_until_action": (True,),
        "copper": (False,),
        "king_is_odd": (True,),
        "kinds": (["single", "high_card"],),
        "marker": (10_000,),
        "marker_limit": (200_000,),
        "check_colours": ("value",),
    },
    "fan_tan": {
        "chip": (50,),
        "ante": (3,),
        "ante_extra": (1, 3),
        "pass_pays": (0, 2),
        "several_openers": (True,),
        "several_cards": (True,),
        "deal_moves": (True,),
        "opener": ("5_or_9",),
        "card_pays": (0, 2),
        "wrong_pass": (0, 2),
        "wrong_pass_opener": (0, 1),
        "dead_hand": (0, 2),
        "first": ("7d", "7h"),
        "extra_from": ("short",),
        "voluntary_pass": (True,),
        "free_passes": (1, 2),
        "opener_chips": ("shared",),
        "counted": ("pips",),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
    "farmer": {
        "chip": (50,),
        "ante": (0, 2),
        "farmer_plays": (False,),
        "nearest_pays": (0, 2),
        "over_pays": (0, 2),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
    "five_in_one": {
        "chip": (50,),
        "cold_hand_pays": (0, 2),
        "hit_pays": (0, 2),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
    "spoil_five": {
        "chip": (50,),
        "ante": (0, 2),
        "all_five": (0, 2),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
    "frog": {
        "chip": (50,),
        "frog": (0, 2),
        "chico": (0, 3),
        "grand": (0, 4),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
    "five_hundred": {
        **SCORED,
        "goal": (1_000,),
        "bidding": ("one_bid",),
        "bid_table": ("original",),
        "suits": ("cshd",),
        "nullo": (False,),
        "nullo_failed": ("own_tricks",),
        "slam": (0, 300),
        "set_back": (1_000, None),
        "all_pass": ("no_trump",),
        "two_partners_at": (1, 8),
        "shared_bid": ("half",),
    },
    "forty_five": {**SCORED, "goal": (25,), "scoring": ("difference",)},
    "auction_forty_five": {
        **SCORED,
        "goal": (100,),
        "must_bid_at": (90,),
        "must_bid": (25,),
        "thirty_pays": (30,),
        "all_pass": ("dealer_bids",),
    },
    "hasenpfeffer": {**SCORED, "goal": (11,), "forced_bid": (1, 4)},
    "big_three": {**SCORED, "goal": (30,), "times": (1, 3), "bidder_loses": (True,)},
    "four_deal_bridge": {
        **SCORED,
        "vulnerable": ("other",),
        "penalties": ("old",),
        "insult_redoubled": (0, 50),
        "honours": (True,),
    },
    "pharo": {
        "check": (50,),
        "minimum": (500,),
        "limit": (20_000,),
        "figures": (False,),
        "oppose": (False,),
        "hockley": (False,),
        "late_cards": (0, 1, 10),
        "drawn": ("bet",),
        "highest": (1, 4, 6),
        "carry": ("chain", "none"),
        "marker": (10_000,),
        "marker_limit": (200_000,),
    },
}
"""Another value, or several, for every setting."""

WHERE_IT_MATTERS: dict[str, dict[str, Any]] = {
    "paroli_times": {"running_limit": 80_000},
    "extra_from": {"ante_extra": 2},
    "free_passes": {"voluntary_pass": True},
    "opener_chips": {"wrong_pass_opener": 5},
    "wrong_pass_opener": {"wrong_pass_opener": 5},
    "wrong_pass": {"wrong_pass": 3},
    "dead_hand": {"dead_hand": 1},
}
"""What else a house must have for a setting to have an effect."""


def cases() -> Iterator[tuple[str, str, Any]]:
    for game, settings in OTHERWISE.items():
        for setting, values in settings.items():
            for value in values:
                yield game, setting, value


def recorded(game: str, **rules: Any) -> dict[str, Setting]:
    """The usual house of a game with some rules of its own."""
    return game_called(game).read_house({"preset": next(iter(GAMES[game].presets)), **rules})


def rules_of(game: str, house: dict[str, Setting]) -> list[Rule]:
    return [rule for group in rule_groups(game, house) for rule in group.rules]


@pytest.mark.parametrize("game", OTHERWISE)
def test_every_setting_is_tried(game: str) -> None:
    assert OTHERWISE[game].keys() == recorded(game).keys() - {"preset"}


@pytest.mark.parametrize(("game", "setting", "value"), [*cases()], ids=str)
def test_a_changed_setting_is_said_in_a_sentence_and_marked(game: str, setting: str, value: Any) -> None:
    before = recorded(game, **WHERE_IT_MATTERS.get(setting, {}))
    after = {**before, setting: value}
    said = {rule.text for rule in rules_of(game, after)}
    assert said != {rule.text for rule in rules_of(game, before)}
    usual = recorded(game)
    alone = rules_of(game, {**usual, setting: value})
    # One rule is marked, with what the preset says in its place; none where the setting has no effect by itself.
    marked = [rule.usual for rule in alone if rule.usual]
    assert len(marked) == (alone != rules_of(game, usual))
    assert set(marked) <= {rule.text for rule in rules_of(game, usual)} - {rule.text for rule in alone}


@pytest.mark.parametrize(
    ("game", "preset"), [(game.name, preset) for game in GAMES.values() for preset in game.presets]
)
def test_a_house_as_its_preset_has_it_marks_nothing_and_says_whole_sentences(game: str, preset: str) -> None:
    rules = rules_of(game, game_called(game).read_house(preset))
    assert not [rule for rule in rules if rule.usual]
    assert len({rule.text for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.text[0].isupper()
        assert rule.text.endswith(".")
        assert not {"_", "%", "None"} & {*rule.text, *rule.text.split()}


def test_a_limit_that_follows_from_another_is_not_marked_as_changed() -> None:
    rules = rules_of("faro", recorded("faro", limit=20_000))
    assert [rule.text for rule in rules if "case card" in rule.text] == [
        "A single bet on a case card, the last of its rank in the box, is held to $100.00 instead."
    ]
    assert [rule.usual for rule in rules if rule.usual] == [
        "A bet or call is $0.25 at the least and $100.00 at the most; "
        "checks are paid in full, bank bills to that limit."
    ]
