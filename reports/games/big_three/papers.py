"""Big Three in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.big_three import GAME, BigThreeHouse, Open, ScoreBigThree
from events.facts.matches import MatchHandBegun
from reports.games.big_three.rulebook import BIG_THREE_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import goal_rule, score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords, FactWords, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "times": marked("a hand is worth the bid times"),
        "bidder_loses": marked("of four the bidder’s side loses"),
    },
    presets={GAME.name: marked("usual")},
)


def big_three_rules(house: BigThreeHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The match"): {
            "times": ngettext(
                "A hand is worth the points that were bid.",
                "A hand is worth %(num)s times the points that were bid.",
                house.times,
            ),
            "bidder_loses": _("Of four players a bidder’s side that is not out first loses what the hand is worth.")
            if house.bidder_loses
            else _("Of four players a bidder’s side that is not out first loses nothing."),
            "goal": goal_rule(house.goal),
        },
    }


class BigThreeHandStory(MatchHandStory):
    """The story of a hand of Big Three, with its rules cited."""

    rules = HandRules(
        deal="16.1",
        bidding="16.2",
        partners="16.2",
        score="16.3",
        won="16.4",
        told={MatchHandBegun: ("16.1", marked("the opener holds the four of hearts, or the lowest heart in play"))},
    )


def _open_told(say: Say, it: Open) -> str:
    return say("%(name)s opens a hand.", name=name_of(say.now, it.opener))


def _out_told(say: Say, it: ScoreBigThree) -> str:
    return say("%(name)s is out of cards first.", name=name_of(say.now, it.out))


WORDS = score_words(
    GAME,
    SETTINGS,
    facts={
        MatchHandBegun: FactWords(
            marked("%(name)s opens hand %(hand)s."), receipt="Hand %(hand)s begun · %(name)s opens"
        )
    },
    commands={
        Open.do: CommandWords(marked("Open a hand"), _open_told, waits="open a hand"),
        ScoreBigThree.do: CommandWords(marked("Score the hand"), _out_told),
    },
    arguments={"out": "Who was out of cards first"},
)

PAPERS = score_papers(
    GAME,
    WORDS,
    rulebook=BIG_THREE_RULES,
    house_rules=score_rules(GAME, big_three_rules),
    story=BigThreeHandStory,
    sheet=SheetForm(
        sides=4, about="Twenty-four hands of up to four players, with the running score.", begins=marked("Opener")
    ),
)
