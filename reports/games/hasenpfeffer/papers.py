"""Hasenpfeffer in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.hasenpfeffer import GAME, HasenpfefferHouse, ShowJoker
from events.games.hasenpfeffer import JokerShown
from reports.games.hasenpfeffer.rulebook import HASENPFEFFER_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import goal_rule, score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords, FactWords, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.say import Say

SETTINGS = SettingWords(
    names={"forced_bid": marked("the joker has bid, in tricks")},
    presets={GAME.name: marked("usual")},
)


def hasenpfeffer_rules(house: HasenpfefferHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The match"): {
            "forced_bid": ngettext(
                "Where all pass, who shows the joker has bid %(num)s trick.",
                "Where all pass, who shows the joker has bid %(num)s tricks.",
                house.forced_bid,
            ),
            "goal": goal_rule(house.goal),
        },
    }


class HasenpfefferHandStory(MatchHandStory):
    """The story of a hand of Hasenpfeffer, with its rules cited."""

    rules = HandRules(
        deal="15.1",
        bidding="15.2",
        score="15.3",
        won="15.4",
        told={JokerShown: ("15.2", marked("all have passed, and who holds the joker has bid"))},
    )


def _joker_asked(say: Say, it: ShowJoker) -> str:
    return say("Nobody holds the joker.") if it.player is None else say("%(name)s shows the joker.")


WORDS = score_words(
    GAME,
    SETTINGS,
    facts={JokerShown: FactWords(marked("%(name)s shows the joker, and has bid %(bid)s."))},
    commands={ShowJoker.do: CommandWords(marked("Show the joker"), _joker_asked, waits="show the joker")},
)

PAPERS = score_papers(
    GAME,
    WORDS,
    rulebook=HASENPFEFFER_RULES,
    house_rules=score_rules(GAME, hasenpfeffer_rules),
    story=HasenpfefferHandStory,
    sheet=SheetForm(sides=2, about="Twenty-four hands of two sides: the bid, the bidder, and the running score."),
)
