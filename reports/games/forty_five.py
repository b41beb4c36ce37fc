"""Forty-Five and Auction Forty-Five: their rules (13.1 to 13.3, 14.1 to 14.4), words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.forty_five import AUCTION_GAME, DEAD, DIFFERENCE, GAME, AuctionHouse, FortyFiveHouse, ScoreAuction
from events.common.play import BidHeld
from reports.rulebook import Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, dead_rule, goal_rule, score_papers, score_rules
from reports.score_pad.play import HandRules, MatchHandStory
from reports.score_pad.words import score_words, tricks_text
from reports.words.formatting import name_of
from reports.words.game_words import CommandWords, Say, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import number

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Forty-Five"
_SHEET = "a rule sheet of Spoil Five and the games that came of it"

FORTY_FIVE_RULES = Rulebook(
    name="forty-five",
    number="13",
    title="Forty-Five",
    about=(
        "Forty-Five has the cards and the trumps of Spoil Five and its five tricks (rule 8.1), but no pool: tricks "
        "score points, and nothing is spoilt."
    ),
    rules=(
        Rule(
            number="13.1",
            title="Players and the deal",
            says=(
                "Three, four or five players alone, or two sides of one, two or three. Five cards each, no bidding; "
                "all five tricks are played. The deal goes to the left.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
        ),
        Rule(
            number="13.2",
            title="What a hand scores",
            says=(
                "Players alone score 5 a trick.",
                "With two sides only the side with more tricks scores. By the odd trick that is 5 for "
                "three or four tricks and 10 for all five; by the difference it is 5 for each trick ahead: "
                "5, 15 or 25.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            settings={"scoring": None},
        ),
        Rule(
            number="13.3",
            title="Winning",
            says=(
                "The first to reach the goal wins: 45 points, in some regions 25. If several players alone "
                "reach it in one hand, the player who got there first wins, as entered with the result.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            ours="That the first of several wins.",
            settings={"goal": None},
        ),
    ),
)


SETTINGS = SettingWords(
    names={"scoring": marked("with two sides, score")},
    choices={
        "scoring": {"odd_trick": marked("5 for the odd trick, 10 for all"), "difference": marked("the difference")}
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
            "scoring": _("With two sides the side with more tricks scores 5 for each trick that it is ahead.")
            if house.scoring == DIFFERENCE
            else _("With two sides the side with more tricks scores 5, or 10 for all five."),
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


_AUCTION_ENCYCLOPEDIA = "an encyclopedia of card games, entry Auction Forty-Five"
_AUCTION_SHEET = "a rule sheet of Spoil Five and the games that came of it"

AUCTION_FORTY_FIVE_RULES = Rulebook(
    name="auction-forty-five",
    number="14",
    title="Auction Forty-Five",
    about=(
        "Auction Forty-Five: two sides bid for the right to name trumps, and the dealer may hold the last bid. A hand "
        "has 30 points, 5 in each trick and 5 in the highest trump."
    ),
    rules=(
        Rule(
            number="14.1",
            title="Players and the deal",
            says=(
                "Two sides of two or three. Five cards each, with the trumps of Spoil Five (rule 8.1). The deal goes "
                "to the left.",
            ),
            sources=(_AUCTION_ENCYCLOPEDIA, _AUCTION_SHEET),
        ),
        Rule(
            number="14.2",
            title="Bidding, and holding",
            says=(
                "Bids are 5, 10, 15, 20, 25 and 30 points, from the dealer’s left; a player who passes is "
                "out. The dealer, who speaks last, may hold: take the hand at the bid that stands. Then "
                "everybody who has not passed is asked again, and if one goes higher the dealer after "
                "them. A higher bid of the dealer’s own, or 30 held, closes the bidding at once; where the "
                "dealer passes, the highest bid stands.",
                "From a score set by the house a side must bid or hold at least the house’s minimum. If "
                "all pass, the hand is dead; in some houses the dealer may not pass.",
            ),
            sources=(_AUCTION_ENCYCLOPEDIA, _AUCTION_SHEET),
            ours="What closes the bidding at once, and that a hand without a bid is dead.",
            settings={"must_bid_at": None, "must_bid": None, "all_pass": None},
        ),
        Rule(
            number="14.3",
            title="What a hand scores",
            says=(
                "Each trick makes 5, and the highest trump in play 5 for the side that has it; it takes a trick in any "
                "case.",
                Table(
                    heads=("the bidding side makes", "it scores", "the other side scores"),
                    rows=(
                        ("its bid or more", "what it makes; for a bid of 30 the house’s price", "what it makes"),
                        ("less than its bid", "loses its bid", "what it makes"),
                    ),
                ),
            ),
            sources=(_AUCTION_ENCYCLOPEDIA, _AUCTION_SHEET),
            settings={"thirty_pays": None},
        ),
        Rule(
            number="14.4",
            title="Winning",
            says=(
                "The first to reach the goal wins, 120 points in most houses; if both do in one hand, the "
                "bidding side.",
            ),
            sources=(_AUCTION_ENCYCLOPEDIA, _AUCTION_SHEET),
            ours="Which side wins of both.",
            settings={"goal": None},
        ),
    ),
)


AUCTION_SETTINGS = SettingWords(
    names={
        "must_bid_at": marked("a side must bid high from"),
        "must_bid": marked("and then bids at least"),
        "thirty_pays": marked("thirty made scores"),
        "all_pass": marked("a hand that nobody bids"),
    },
    choices={"all_pass": {"dead": marked("is dead"), "dealer_bids": marked("is the dealer’s, who must bid")}},
    presets={AUCTION_GAME.name: marked("usual")},
)


def auction_rules(house: AuctionHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The bidding"): {
            "must_bid_at": _(
                "A side with %(points)s points must bid or hold at least %(least)s.",
                points=number(house.must_bid_at),
                least=number(house.must_bid),
            ),
            "all_pass": dead_rule() if house.all_pass == DEAD else _("If all others pass, the dealer must bid."),
        },
        _("The match"): {
            "thirty_pays": _(
                "Thirty bid and made scores %(points)s; lost it costs 30.", points=number(house.thirty_pays)
            ),
            "goal": goal_rule(house.goal),
        },
    }


class AuctionHandStory(MatchHandStory):
    """The story of a hand of Auction Forty-Five, with its rules cited."""

    rules = HandRules(
        deal="14.1",
        bidding="14.2",
        score="14.3",
        won="14.4",
        reasons={BidHeld: ("14.2", marked("the dealer may take the hand at the bid that stands"))},
    )


def _score_text(say: Say, command: ScoreAuction) -> str:
    return say(
        "The hand is scored: %(tricks)s; %(name)s had the highest trump.",
        tricks=tricks_text(say, command.tricks),
        name=name_of(say.now, command.high_trump),
    )


WORDS = score_words(
    AUCTION_GAME,
    AUCTION_SETTINGS,
    commands={ScoreAuction.do: CommandWords(marked("Score the hand"), _score_text)},
    arguments={"high_trump": "Who had the highest trump"},
)

AUCTION_PAPERS = score_papers(
    AUCTION_GAME,
    WORDS,
    rulebook=AUCTION_FORTY_FIVE_RULES,
    house_rules=score_rules(AUCTION_GAME, auction_rules, must_bid="must_bid_at"),
    story=AuctionHandStory,
    sheet=SheetForm(sides=2, about="Twenty-four hands of two sides: the bid, the bidder, and the running score."),
)
