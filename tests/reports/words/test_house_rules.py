"""House rules in words: what a house changed from its preset, and nothing else."""

from __future__ import annotations

import pytest

from dealer.games import GAMES, game_called
from events.facts.night import NightOpened, Setting, joined
from reports.words.house_rules import ChangedRule, changed_rules, house_rules, rule_name, rule_said


def recorded_as(game: str, house: object) -> dict[str, Setting]:
    """A house as the fact that opens a night records it."""
    return game_called(game).read_house(house)


@pytest.mark.parametrize(
    ("game", "preset"), [(game.name, preset) for game in GAMES.values() for preset in game.presets]
)
def test_a_house_as_its_preset_has_it_changed_nothing(game: str, preset: str) -> None:
    assert changed_rules(recorded_as(game, preset), game) == []


def test_a_limit_on_markers_is_said_as_an_amount() -> None:
    recorded = recorded_as("faro", {"marker_limit": 200_000, "copper": False})
    assert changed_rules(recorded, "faro") == [
        ChangedRule(name="coppers", here="no", preset="yes"),
        ChangedRule(name="markers open, at most", here="$2,000.00", preset="any sum"),
    ]


def test_a_rule_that_a_night_was_opened_without_is_not_said() -> None:
    recorded = recorded_as("faro", "american")
    del recorded["marker_limit"]
    assert changed_rules(recorded, "faro") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_words_of_its_own(game: str) -> None:
    recorded = recorded_as(game, next(iter(GAMES[game].presets)))
    names = recorded.keys() - {"preset"}
    assert len({rule_name(name, game) for name in names}) == len(names)
    for name in names:
        (rule,) = changed_rules(recorded | {name: "another way"}, game)
        assert "_" not in rule.name
        assert rule.here == "another way"


def test_every_choice_of_fan_tan_reads_as_words() -> None:
    said = {
        (name, value): rule_said(name, value, "fan_tan")
        for name, values in {
            "opener": ("7", "5_or_9"),
            "first": ("dealer_left", "7d", "7h"),
            "extra_from": ("long", "short"),
            "opener_chips": ("each", "shared"),
            "counted": ("cards", "pips"),
        }.items()
        for value in values
    }
    assert len(set(said.values())) == len(said)
    assert not any(character in words for words in said.values() for character in "_0123456789")


def test_what_costs_chips_is_said_in_chips() -> None:
    recorded = recorded_as(
        "fan_tan", {"preset": "antes", "chip": 500, "wrong_pass": 1, "dead_hand": 0, "free_passes": 2}
    )
    assert changed_rules(recorded, "fan_tan") == [
        ChangedRule(name="a chip", here="$5.00", preset="$0.25"),
        ChangedRule(name="a wrong pass costs", here="1 chip", preset="3 chips"),
        ChangedRule(name="a dead hand costs each", here="nothing", preset="1 chip"),
        ChangedRule(name="first passes of a hand that are free", here="2", preset="all"),
    ]


def test_a_night_of_both_games_says_the_rules_of_each() -> None:
    game, house = joined(
        {
            "faro": recorded_as("faro", {"copper": False}),
            "fan_tan": recorded_as("fan_tan", {"preset": "antes", "ante": 2}),
        }
    )
    opened = NightOpened(
        table="T", date="2026-11-21", game=game, house=house, roll_cents=0, backers=(), dealer="D", moves=()
    )
    faro, fan_tan = house_rules(opened)
    assert (faro.preset, [rule.name for rule in faro.changed]) == ("american", ["coppers"])
    assert (fan_tan.preset, [(rule.name, rule.here) for rule in fan_tan.changed]) == ("antes", [("ante", "2 chips")])
    assert fan_tan.game.startswith("Fan-Tan")
