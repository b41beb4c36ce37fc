"""House rules in words, and which of them a house has changed from its preset."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.games import game_called
from dealer.wording import counted
from events.night import NightOpened, Setting
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
    "chip": "a chip",
    "ante": "ante",
    "ante_extra": "ante of an odd hand",
    "pass_pays": "a pass costs",
    "several_openers": "several openers in a turn",
    "opener": "a suit is opened by",
    "card_pays": "a card or pip left in hand costs",
    "wrong_pass": "a wrong pass costs",
    "wrong_pass_opener": "a kept opener costs besides",
    "dead_hand": "a dead hand costs each",
    "first": "first to lay",
    "extra_from": "odd hands are the",
    "voluntary_pass": "passing at will",
    "free_passes": "first passes of a hand that are free",
    "opener_chips": "chips for a kept opener go",
    "counted": "what is left in hand counts",
}
_AMOUNTS = frozenset({"check", "chip", "minimum", "limit", "case_limit", "running_limit", "marker", "marker_limit"})
_CHIPS = frozenset({"ante", "ante_extra", "pass_pays", "card_pays", "wrong_pass", "wrong_pass_opener", "dead_hand"})
_UNSET = {
    "minimum": "a smallest check",
    "case_limit": "half the limit",
    "paroli_times": "any",
    "kinds": "all",
    "marker_limit": "any sum",
    "free_passes": "all",
}
_SAID: dict[str, dict[Setting, str]] = {
    "opener": {"7": "the seven", "5_or_9": "the five or the nine"},
    "first": {
        "dealer_left": "the dealer’s left",
        "7d": "the holder of the seven of diamonds",
        "7h": "the holder of the seven of hearts",
    },
    "extra_from": {"long": "longer ones", "short": "shorter ones"},
    "opener_chips": {
        "each": "to the holders of both cards beside it, each",
        "shared": "to the holders of both cards beside it, shared",
    },
    "counted": {"cards": "by the card", "pips": "by the pip, court cards ten"},
}
"""What a choice is called where its name in the contract does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRule:
    """A house rule that is not as its preset has it."""

    name: str
    here: str
    preset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The house rules of one game of a night: its preset's name, and what differs from that."""

    game: str
    preset: str
    changed: tuple[ChangedRule, ...]


def house_rules(opened: NightOpened) -> tuple[HouseRules, ...]:
    """The house rules of every game of a night, in the order named."""
    return tuple(
        HouseRules(
            game=game_called(game).title, preset=preset_name(recorded), changed=tuple(changed_rules(recorded, game))
        )
        for game, recorded in opened.houses.items()
    )


def changed_rules(recorded: dict[str, Setting], game: str = "faro") -> list[ChangedRule]:
    """The rules in which a game's house, as recorded, differs from its preset.

    Settings that the recorded house has not are left out.
    """
    usual = game_called(game).read_house(recorded["preset"])
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
        return _number_said(name, value)
    if isinstance(value, str) and value in _SAID.get(name, ()):
        return _SAID[name][value]
    words = value if isinstance(value, list) else [value]
    return ", ".join(words).replace("_", " ")


def _number_said(name: str, value: int) -> str:
    if name in _CHIPS:
        return counted(value, "chip") if value else "nothing"
    return money(value) if name in _AMOUNTS else str(value)
