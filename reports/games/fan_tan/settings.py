"""What the house rules of Fan-Tan are called."""

from __future__ import annotations

from dealer.commands.phrases import marked
from reports.words.game_words import SettingWords

SETTINGS = SettingWords(
    names={
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
    },
    chips=frozenset({"ante", "ante_extra", "pass_pays", "card_pays", "wrong_pass", "wrong_pass_opener", "dead_hand"}),
    unset={"free_passes": marked("all")},
    choices={
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
    },
    presets={
        "encyclopedia": marked("encyclopedia"),
        "antes": marked("antes"),
        "five_or_nine": marked("five or nine"),
    },
)
