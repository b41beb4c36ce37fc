"""What the house rules of Faro are called, and the kinds of bets."""

from __future__ import annotations

from dealer.commands.phrases import marked
from reports.words.game_words import SettingWords
from reports.words.language import pgettext


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


SETTINGS = SettingWords(
    names={
        "minimum": marked("smallest stake"),
        "limit": marked("limit"),
        "case_limit": marked("limit on a case card"),
        "running_limit": marked("running limit"),
        "paroli_times": marked("paroli, times"),
        "both_ways": marked("two covered ranks in a turn"),
        "split_takes": marked("a split takes"),
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
        "check_colours": marked("a colour means a"),
    },
    unset={
        "minimum": marked("a smallest check"),
        "case_limit": marked("half the limit"),
        "paroli_times": marked("any"),
        "kinds": marked("all"),
    },
    choices={
        "both_ways": {"standoff": marked("standoff"), "split": marked("split")},
        "split_takes": {"half": marked("half of the stake"), "all": marked("all of the stake")},
        "high_card_equal": {"standoff": marked("standoff"), "split": marked("split")},
        "combination_pays": {"whole": marked("whole"), "proportional": marked("proportional")},
        "call_quote": {"to_one": marked("to one"), "for_one": marked("for one")},
        "after_hock": {"dealer": marked("dealer"), "returned": marked("returned")},
        "sleepers": {"first_claim": marked("first claim"), "dealer": marked("dealer"), "returned": marked("returned")},
        "check_colours": {"player": marked("player"), "value": marked("value")},
    },
    presets={
        "american": marked("american"),
        "early_bank": marked("early bank"),
        "late_bank": marked("late bank"),
        "home_night": marked("home night"),
        "stuss": marked("stuss"),
    },
    item=kind_said,
)
