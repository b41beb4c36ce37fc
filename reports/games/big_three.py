"""Big Three: its rules (16.1 to 16.4), words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.big_three import GAME, BigThreeHouse, Open, ScoreBigThree
from events.common.matches import MatchHandBegun
from reports.house_rules import GOAL, Preset, Setting
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, score_papers
from reports.score_pad.play import WHY_BID, WHY_PARTNERS, WHY_SCORED, WHY_WON
from reports.score_pad.words import score_words
from reports.words.formatting import name_of
from reports.words.game_words import CommandWords, EventWords, Say
from reports.words.language import ngettext

_GUIDE = "a guide to card games, chapter Big Three"

BIG_THREE_RULES = Rulebook(
    name="big-three",
    number="16",
    title="Big Three",
    about=(
        "Big Three: players get rid of their cards, and the highest bidder plays to be out first. With "
        "four players the bidder has a partner, named only by a card."
    ),
    rules=(
        Rule(
            number="16.1",
            title="Players, cards and the opener",
            says=(
                "Three players with 16 cards each and four for the bidder, or four with 13 each. Everybody scores for "
                "themselves.",
                "There is no rule about who deals. The holder of the four of hearts, or of the lowest "
                "heart in play, opens the hand.",
            ),
            sources=(_GUIDE,),
            why={MatchHandBegun: marked("the opener holds the four of hearts, or the lowest heart in play")},
        ),
        Rule(
            number="16.2",
            title="Bidding, and the bidder’s partner",
            says=(
                "Bids are one, two and three. The bidding is open (rule 10.2), begins with the opener and "
                "goes to the right. Three ends it at once. If nobody bids, the hand is dead.",
                "With four players the bidder names a card that they do not hold. Its holder is their "
                "partner, and is entered when the card is shown, at the latest before the hand is scored.",
            ),
            sources=(_GUIDE,),
            ours=(
                "the direction, and that a hand without a bid is dead. The guide ends the bidding after "
                "two passes, which with three players are all others; with four it takes three."
            ),
            why=WHY_BID | WHY_PARTNERS,
        ),
        Rule(
            number="16.3",
            title="What a hand scores",
            says=(
                "A hand is worth its bid times a number, two in most houses. It is over when somebody has no cards.",
                Table(
                    heads=("players", "first out is the bidder’s side", "first out is somebody else"),
                    rows=(
                        ("three", "the bidder scores it", "the bidder loses it"),
                        (
                            "four",
                            "the bidder and the partner each score it",
                            "the other two each score it; the bidder’s side loses it in some houses",
                        ),
                    ),
                ),
            ),
            sources=(_GUIDE,),
            ours="the choice whether a side of four that fails loses.",
            why=WHY_SCORED,
        ),
        Rule(
            number="16.4",
            title="Winning",
            says=(
                "The first to reach the goal wins, twenty points in most houses. If several reach it in "
                "one hand, the highest wins; if equal, the bidder, then in the order of the bidding.",
            ),
            sources=(_GUIDE,),
            ours="who wins of several.",
            why=WHY_WON,
        ),
    ),
)


def _times(house: BigThreeHouse) -> str:
    return ngettext(
        "A hand is worth the points that were bid.",
        "A hand is worth %(num)s times the points that were bid.",
        house.times,
    )


SETTINGS = {
    marked("The match"): (
        Setting("times", marked("a hand is worth the bid times"), "16.3", says=_times),
        Setting(
            "bidder_loses",
            marked("with four players the bidder’s side loses"),
            "16.3",
            says=marked("With four players the bidder’s side loses what the hand is worth if it is not out first."),
            off=marked("With four players the bidder’s side loses nothing if it is not out first."),
        ),
        GOAL.under("16.4"),
    )
}


def _open_text(say: Say, command: Open) -> str:
    return say("%(name)s opens a hand.", name=name_of(say.now, command.opener))


def _out_text(say: Say, command: ScoreBigThree) -> str:
    return say("%(name)s is out of cards first.", name=name_of(say.now, command.out))


WORDS = score_words(
    GAME,
    events={
        MatchHandBegun: EventWords(
            marked("%(name)s opens hand %(hand)s."), receipt=marked("Hand %(hand)s begun · %(name)s opens")
        )
    },
    commands={
        Open.do: CommandWords(marked("Open a hand"), _open_text, waits=marked("open a hand")),
        ScoreBigThree.do: CommandWords(marked("Score the hand"), _out_text),
    },
    arguments={"out": marked("First out of cards")},
)

GUIDE = Guide(
    aim=marked("Get rid of your cards. The highest bidder plays to be out first."),
    steps=(
        marked("With three players each has 16 cards and the bidder takes four more. With four players each has 13."),
        marked("Bid one, two or three. The highest bid plays."),
        marked(
            "With four players the bidder names a card. Whoever holds it is the bidder’s partner, and shows it "
            "only when it is played."
        ),
        marked("The hand is over when somebody has no cards left."),
        marked(
            "If the bidder’s side is out first, it scores the value of the bid. If not, the house rules say who "
            "loses or scores."
        ),
        marked("The first player to reach the goal wins the match, usually with twenty points."),
    ),
    play=(
        marked("Cards rank from the king down to the two. The ace is the lowest, and suits mean nothing."),
        marked(
            "The opener of the bidding lays first: a single card, two, three or four cards of a rank, or a run of "
            "three or more ranks, of one, two, three or four cards each. No ace, two or three may be in a run."
        ),
        marked(
            "The others follow anticlockwise with as many cards of the same kind, but higher. You may pass and come in "
            "again later."
        ),
        marked(
            "Once all others have passed one after the other, the cards are turned down. Whoever laid last lays cards "
            "of any kind."
        ),
    ),
    terms=(
        (marked("opener"), marked("The player with the four of hearts, or with the lowest heart in play. They begin.")),
    ),
)

PAPERS = score_papers(
    GAME,
    WORDS,
    guide=GUIDE,
    rulebook=BIG_THREE_RULES,
    settings=SETTINGS,
    presets={"big_three": Preset(marked("usual"), marked("everybody alone, twice the bid for who is out first"))},
    sheet=SheetForm(
        sides=4,
        about=marked("Twenty-four hands of up to four players, with the running score."),
        begins=marked("Opener"),
    ),
)
