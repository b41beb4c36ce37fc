"""Hasenpfeffer: its rules (15.1 to 15.4), words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.hasenpfeffer import GAME, HasenpfefferHouse, ShowJoker
from events.games.hasenpfeffer import JokerShown
from reports.rulebook import Rule, Rulebook
from reports.score_pad.papers import SheetForm, goal_rule, score_papers, score_rules
from reports.score_pad.play import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.game_words import CommandWords, EventWords, Say, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import ngettext

_SHEET = "a rule sheet of Spoil Five and the games that came of it"

HASENPFEFFER_RULES = Rulebook(
    name="hasenpfeffer",
    number="15",
    title="Hasenpfeffer",
    about=("Hasenpfeffer: each player bids once for six tricks. If all pass, the holder of the joker has bid."),
    rules=(
        Rule(
            number="15.1",
            title="Players and cards",
            says=(
                "Two sides of two. 25 cards with the joker: six each, and one that lies face down. The deal goes to "
                "the left.",
            ),
            sources=(_SHEET,),
        ),
        Rule(
            number="15.2",
            title="Bidding",
            says=(
                "Bids are one to six tricks, one from each player (rule 10.2), from the dealer’s left.",
                "If all pass, the holder of the joker shows it and has bid what the house says. If the "
                "joker is the card face down, the hand is dead and the same player deals again.",
            ),
            sources=(_SHEET,),
            settings={"forced_bid": None},
        ),
        Rule(
            number="15.3",
            title="What a hand scores",
            says=(
                "The bidding side scores a point a trick if it has as many as it bid, else it loses its bid. The other "
                "side scores a point a trick in either case.",
            ),
            sources=(_SHEET,),
        ),
        Rule(
            number="15.4",
            title="Winning",
            says=(
                "The first to reach the goal wins, ten points in most houses; if both do in one hand, the "
                "bidding side.",
            ),
            sources=(_SHEET,),
            settings={"goal": None},
        ),
    ),
)


SETTINGS = SettingWords(
    names={"forced_bid": marked("the joker has bid, in tricks")},
    presets={GAME.name: marked("usual")},
)


def hasenpfeffer_rules(house: HasenpfefferHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The match"): {
            "forced_bid": ngettext(
                "If all pass, the holder of the joker has bid %(num)s trick.",
                "If all pass, the holder of the joker has bid %(num)s tricks.",
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
        reasons={JokerShown: ("15.2", marked("all passed, so the holder of the joker has bid"))},
    )


def _joker_asked(say: Say, command: ShowJoker) -> str:
    return say("Nobody holds the joker.") if command.player is None else say("%(name)s shows the joker.")


WORDS = score_words(
    GAME,
    SETTINGS,
    events={JokerShown: EventWords(marked("%(name)s shows the joker: the bid is %(bid)s."))},
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
