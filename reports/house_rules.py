"""House rules in words, and which of them a house has changed from its preset."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.games import game_called
from dealer.phrases import marked
from events.night import NightOpened, Setting
from reports.words.formatting import money
from reports.words.language import gettext as _
from reports.words.language import ngettext, number, pgettext

_NAMES = {
    "check": marked("smallest check"),
    "minimum": marked("smallest stake"),
    "limit": marked("limit"),
    "case_limit": marked("limit on a case card"),
    "running_limit": marked("running limit"),
    "paroli_times": marked("paroli, times"),
    "both_ways": marked("two covered ranks in a turn"),
    "high_card_equal": marked("high card, equal cards"),
    "combination_pays": marked("combinations pay"),
    "call_pays": marked("a call pays"),
    "cat_pays": marked("a cat pays"),
    "call_quote": marked("calls are quoted"),
    "last_turn_counts": marked("bets settle on the last turn"),
    "after_hock": marked("left after the hock"),
    "lift_before_hock": marked("bets lifted before the hock"),
    "sleepers": marked("sleepers"),
    "hockelty": marked("hockelty"),
    "turns": marked("turns in a deal"),
    "locked_until_action": marked("bets locked until they act"),
    "copper": marked("coppers"),
    "king_is_odd": marked("the king is odd"),
    "kinds": marked("bets taken"),
    "marker": marked("marker offered"),
    "marker_limit": marked("markers open, at most"),
    "check_colours": marked("a colour means a"),
    "chip": marked("a chip"),
    "ante": marked("ante"),
    "ante_extra": marked("ante of an odd hand"),
    "pass_pays": marked("a pass costs"),
    "several_openers": marked("several openers in a turn"),
    "opener": marked("a suit is opened by"),
    "card_pays": marked("a card or pip left in hand costs"),
    "wrong_pass": marked("a wrong pass costs"),
    "wrong_pass_opener": marked("a kept opener costs besides"),
    "dead_hand": marked("a dead hand costs each"),
    "first": marked("first to lay"),
    "extra_from": marked("odd hands are the"),
    "voluntary_pass": marked("passing at will"),
    "free_passes": marked("first passes of a hand that are free"),
    "opener_chips": marked("chips for a kept opener go"),
    "counted": marked("what is left in hand counts"),
}
_AMOUNTS = frozenset({"check", "chip", "minimum", "limit", "case_limit", "running_limit", "marker", "marker_limit"})
_CHIPS = frozenset({"ante", "ante_extra", "pass_pays", "card_pays", "wrong_pass", "wrong_pass_opener", "dead_hand"})
_UNSET = {
    "minimum": marked("a smallest check"),
    "case_limit": marked("half the limit"),
    "paroli_times": marked("any"),
    "kinds": marked("all"),
    "marker_limit": marked("any sum"),
    "free_passes": marked("all"),
}
_NONE = marked("none")
_SAID: dict[str, dict[Setting, str]] = {
    "both_ways": {"standoff": marked("standoff"), "split": marked("split")},
    "high_card_equal": {"standoff": marked("standoff"), "split": marked("split")},
    "combination_pays": {"whole": marked("whole"), "proportional": marked("proportional")},
    "call_quote": {"to_one": marked("to one"), "for_one": marked("for one")},
    "after_hock": {"dealer": marked("dealer"), "returned": marked("returned")},
    "sleepers": {"first_claim": marked("first claim"), "dealer": marked("dealer"), "returned": marked("returned")},
    "check_colours": {"player": marked("player"), "value": marked("value")},
    "opener": {"7": marked("the seven"), "5_or_9": marked("the five or the nine")},
    "first": {
        "dealer_left": marked("the dealer’s left"),
        "7d": marked("the holder of the seven of diamonds"),
        "7h": marked("the holder of the seven of hearts"),
    },
    "extra_from": {"long": marked("longer ones"), "short": marked("shorter ones")},
    "opener_chips": {
        "each": marked("to the holders of both cards beside it, each"),
        "shared": marked("to the holders of both cards beside it, shared"),
    },
    "counted": {"cards": marked("by the card"), "pips": marked("by the pip, court cards ten")},
}
"""What a choice is called."""

_PRESETS = {
    "american": marked("american"),
    "early_bank": marked("early bank"),
    "late_bank": marked("late bank"),
    "home_night": marked("home night"),
    "encyclopedia": marked("encyclopedia"),
    "antes": marked("antes"),
    "five_or_nine": marked("five or nine"),
}


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
    usual = usual_house(recorded, game)
    return [
        ChangedRule(name=rule_name(name), here=rule_said(name, recorded[name]), preset=rule_said(name, value))
        for name, value in usual.items()
        if name in recorded and recorded[name] != value
    ]


def usual_house(recorded: dict[str, Setting], game: str) -> dict[str, Setting]:
    """A house as the preset has it that it was made from."""
    return game_called(game).read_house(recorded["preset"])


def preset_name(recorded: dict[str, Setting]) -> str:
    """The preset's name as words."""
    preset = str(recorded["preset"])
    return _(_PRESETS.get(preset, preset))


def rule_name(setting: str) -> str:
    """What a house rule is called."""
    return _(_NAMES[setting]) if setting in _NAMES else setting


def rule_said(name: str, value: Setting) -> str:
    """A house rule's value in words."""
    if value is None:
        return _(_UNSET.get(name, _NONE))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return _number_said(name, value)
    if isinstance(value, list):
        return ", ".join(kind_said(kind) for kind in value)
    return _(_SAID.get(name, {}).get(value, value))


def kind_said(kind: str) -> str:
    """What a kind of bet is called; itself where it is none of those in the rulebook (1.3)."""
    called = {
        "single": pgettext("bet", "single"),
        "split": pgettext("bet", "split"),
        "diagonal": pgettext("bet", "diagonal"),
        "corner": pgettext("bet", "corner"),
        "figure": pgettext("bet", "figure"),
        "pot": pgettext("bet", "pot"),
        "square": pgettext("bet", "square"),
        "row": pgettext("bet", "row"),
        "parity_string": pgettext("bet", "parity string"),
        "string": pgettext("bet", "string"),
        "heeled": pgettext("bet", "heeled"),
        "side": pgettext("bet", "side"),
        "colors": pgettext("bet", "colors"),
        "high_card": pgettext("bet", "high card"),
        "parity": pgettext("bet", "parity"),
    }
    return called.get(kind, kind)


def _number_said(name: str, value: int) -> str:
    if name in _CHIPS:
        return ngettext("%(num)s chip", "%(num)s chips", value) if value else _("nothing")
    return money(value) if name in _AMOUNTS else number(value)
