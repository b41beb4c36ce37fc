"""What the house rules of Pharo are called."""

from __future__ import annotations

from dealer.commands.phrases import marked
from reports.games.pharo.words.chains import PAROLIS
from reports.words.game_words import SettingWords

SETTINGS = SettingWords(
    names={
        "minimum": marked("smallest stake"),
        "limit": marked("limit"),
        "figures": marked("figures"),
        "oppose": marked("opposed stakes"),
        "hockley": marked("hockley"),
        "late_cards": marked("late from so many cards left"),
        "drawn": marked("l’une pour l’autre draws"),
        "highest": marked("most folds on a card"),
        "carry": marked("carried into the next deal"),
    },
    unset={"minimum": marked("a smallest check")},
    choices={
        "drawn": {"punter": marked("all that they touch"), "bet": marked("a figure alone")},
        "carry": {"soixante": PAROLIS[-1], "chain": marked("any chain"), "none": marked("nothing")},
    },
    presets={"hoyle": marked("Hoyle"), "salon": marked("salon")},
)
