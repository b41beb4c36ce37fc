"""Forty-Five in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.forty_five.game import DIFFERENCE, GAME, FortyFiveHouse
from reports.games.forty_five.rulebook import FORTY_FIVE_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import goal_rule, score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.game_words import SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _

SETTINGS = SettingWords(
    names={"scoring": marked("of two sides score")},
    choices={
        "scoring": {"odd_trick": marked("5 by the odd trick, 10 for all"), "difference": marked("the difference")}
    },
    presets={
        "forty_five": marked("forty-five"),
        "difference": marked("by the difference"),
        "twenty_five": marked("twenty-five"),
    },
)


def forty_five_rules(house: FortyFiveHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The match"): {
            "goal": goal_rule(house.goal),
            "scoring": _("Of two sides the one with more tricks scores 5 for each trick that it is ahead.")
            if house.scoring == DIFFERENCE
            else _("Of two sides the one with more tricks scores 5, and 10 for all five."),
        },
    }


class FortyFiveHandStory(MatchHandStory):
    """The story of a hand of Forty-Five, with its rules cited."""

    rules = HandRules(deal="13.1", score="13.2", won="13.3")


PAPERS = score_papers(
    GAME,
    score_words(GAME, SETTINGS),
    rulebook=FORTY_FIVE_RULES,
    house_rules=score_rules(GAME, forty_five_rules),
    story=FortyFiveHandStory,
    sheet=SheetForm(sides=5, about="Twenty-four hands of up to five sides, with the running score."),
)
