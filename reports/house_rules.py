"""House rules in words, and which of them a house has changed from its preset."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.faro.house import read_house
from events.night import Setting
from reports.wording import money

_NAMES = {
    "check": "smallest check",
    "minimum": "smallest stake",
    "limit": "limit",
    "case_limit": "limit on a case card",
    "running_limit": "running limit",
    "paroli_times": "paroli, times",
    "both_ways": "two covered ranks in a turn",
    "high_card_equal": "high card, equal cards",
    "combination_pays": "combinations pay",
    "call_pays": "a call pays",
    "cat_pays": "a cat pays",
    "call_quote": "calls are quoted",
    "last_turn_counts": "bets settle on the last turn",
    "after_hock": "left after the hock",
    "sleepers": "sleepers",
    "hockelty": "hockelty",
    "turns": "turns in a deal",
    "locked_until_action": "bets locked until they act",
    "copper": "coppers",
    "king_is_odd": "the king is odd",
    "kinds": "bets taken",
    "marker": "marker offered",
    "marker_limit": "markers open, at most",
    "check_colours": "a colour means a",
}
_AMOUNTS = frozenset({"check", "minimum", "limit", "case_limit", "running_limit", "marker", "marker_limit"})
_UNSET = {
    "minimum": "a smallest check",
    "case_limit": "half the limit",
    "paroli_times": "any",
    "kinds": "all",
    "marker_limit": "any sum",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRule:
    """A house rule that is not as its preset has it."""

    name: str
    here: str
    preset: str


def changed_rules(recorded: dict[str, Setting]) -> list[ChangedRule]:
    """The rules in which a house, as recorded, differs from its preset; settings the preset has not are left out."""
    usual = read_house(recorded["preset"]).recorded()
    return [
        ChangedRule(name=rule_name(name), here=rule_said(name, recorded[name]), preset=rule_said(name, value))
        for name, value in usual.items()
        if name in recorded and recorded[name] != value
    ]


def preset_name(recorded: dict[str, Setting]) -> str:
    """The preset's name as words."""
    return str(recorded["preset"]).replace("_", " ")


def rule_name(setting: str) -> str:
    """What a house rule is called."""
    return _NAMES.get(setting, setting)


def rule_said(name: str, value: Setting) -> str:
    """A house rule's value in words."""
    if value is None:
        return _UNSET.get(name, "none")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value) if name in _AMOUNTS else str(value)
    words = value if isinstance(value, list) else [value]
    return ", ".join(words).replace("_", " ")
