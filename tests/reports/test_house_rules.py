"""House rules in words: what a house changed from its preset, and nothing else."""

from __future__ import annotations

from dealer.faro.house import read_house
from reports.house_rules import ChangedRule, changed_rules


def test_a_house_as_its_preset_has_it_changed_nothing() -> None:
    for preset in ("american", "early_bank", "late_bank", "home_night"):
        assert changed_rules(read_house(preset).recorded()) == []


def test_a_limit_on_markers_is_said_as_an_amount() -> None:
    recorded = read_house({"marker_limit": 200_000, "copper": False}).recorded()
    assert changed_rules(recorded) == [
        ChangedRule(name="coppers", here="no", preset="yes"),
        ChangedRule(name="markers open, at most", here="$2,000.00", preset="any sum"),
    ]


def test_a_rule_that_a_night_was_opened_without_is_not_said() -> None:
    recorded = read_house("american").recorded()
    del recorded["marker_limit"]
    assert changed_rules(recorded) == []


def test_every_rule_has_words_of_its_own() -> None:
    recorded = read_house("american").recorded()
    for name in recorded.keys() - {"preset"}:
        (rule,) = changed_rules(recorded | {name: "another way"})
        assert "_" not in rule.name
        assert rule.here == "another way"
