"""Forty-Five and Auction Forty-Five: their rules (13.1 to 13.3, 14.1 to 14.4), words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.forty_five import AUCTION_GAME, GAME, AuctionHouse, ScoreAuction
from events.common.play import BidHeld
from reports.house_rules import GOAL, Preset, Setting
from reports.rounds.tricks import FIVE_IS_HIGHEST, ROBBING
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, score_papers
from reports.score_pad.play import WHY_BID, WHY_DEALT, WHY_SCORED, WHY_WON
from reports.score_pad.words import score_words, tricks_text
from reports.words.formatting import name_of
from reports.words.game_words import CommandWords, Say
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
            why=WHY_DEALT,
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
            why=WHY_SCORED,
        ),
        Rule(
            number="13.3",
            title="Winning",
            says=(
                "The first to reach the goal wins: 45 points, in some regions 25. If several players alone "
                "reach it in one hand, the player who got there first wins, as entered with the result.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            ours="that the first of several wins.",
            why=WHY_WON,
        ),
    ),
)


SETTINGS = {
    marked("The match"): (
        GOAL.under("13.3"),
        Setting(
            "scoring",
            marked("with two sides, score"),
            "13.2",
            choices={
                "odd_trick": (
                    marked("5 for the odd trick, 10 for all"),
                    marked("With two sides the side with more tricks scores 5, or 10 for all five."),
                ),
                "difference": (
                    marked("the difference"),
                    marked("With two sides the side with more tricks scores 5 for each trick that it is ahead."),
                ),
            },
        ),
    )
}

PRESETS = {
    "forty_five": Preset(marked("forty-five"), marked("the odd trick five, all five tricks ten")),
    "difference": Preset(marked("by the difference"), marked("five a trick less the other side’s")),
    "twenty_five": Preset(marked("twenty-five"), marked("a shorter game")),
}

GUIDE = Guide(
    aim=marked("Take tricks for five points each, and be the first with forty-five."),
    steps=(
        marked("Each player gets five cards. One suit is trumps."),
        marked("The highest trumps are the five, the jack, the ace of hearts and the ace."),
        marked("Each trick scores five points for the side that takes it."),
        marked("The first side to reach the goal wins the match, usually with forty-five points."),
        marked("Only the settlement of the match moves checks: the others pay the winner what they are behind."),
    ),
    play=(*ROBBING, *FIVE_IS_HIGHEST),
    terms=((marked("goal"), marked("The score that wins the match.")),),
)

PAPERS = score_papers(
    GAME,
    score_words(GAME),
    guide=GUIDE,
    rulebook=FORTY_FIVE_RULES,
    settings=SETTINGS,
    presets=PRESETS,
    sheet=SheetForm(sides=5, about=marked("Twenty-four hands of up to five sides, with the running score.")),
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
            why=WHY_DEALT,
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
            ours="what closes the bidding at once, and that a hand without a bid is dead.",
            why=WHY_BID | {BidHeld: marked("the dealer may take the hand at the bid that stands")},
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
            why=WHY_SCORED,
        ),
        Rule(
            number="14.4",
            title="Winning",
            says=(
                "The first to reach the goal wins, 120 points in most houses; if both do in one hand, the "
                "bidding side.",
            ),
            sources=(_AUCTION_ENCYCLOPEDIA, _AUCTION_SHEET),
            ours="which side wins of both.",
            why=WHY_WON,
        ),
    ),
)


def _must_bid(house: AuctionHouse) -> str:
    return _(
        "A side with %(points)s points must bid or hold at least %(least)s.",
        points=number(house.must_bid_at),
        least=number(house.must_bid),
    )


AUCTION_SETTINGS = {
    marked("The bidding"): (
        Setting("must_bid_at", marked("a side must bid high from"), "14.2", says=_must_bid),
        Setting("must_bid", marked("and then bids at least"), "14.2", within="must_bid_at"),
        Setting(
            "all_pass",
            marked("a hand that nobody bids"),
            "14.2",
            choices={
                "dead": (marked("is dead"), marked("If nobody bids, the hand is dead.")),
                "dealer_bids": (
                    marked("is the dealer’s, who must bid"),
                    marked("If all others pass, the dealer must bid."),
                ),
            },
        ),
    ),
    marked("The match"): (
        Setting(
            "thirty_pays",
            marked("thirty made scores"),
            "14.3",
            says=marked("Thirty bid and made scores %(points)s; lost it costs 30."),
        ),
        GOAL.under("14.4"),
    ),
}


def _score_text(say: Say, command: ScoreAuction) -> str:
    return say(
        "The hand is scored: %(tricks)s; %(name)s had the highest trump.",
        tricks=tricks_text(say, command.tricks),
        name=name_of(say.now, command.high_trump),
    )


WORDS = score_words(
    AUCTION_GAME,
    commands={ScoreAuction.do: CommandWords(marked("Score the hand"), _score_text)},
    arguments={"high_trump": marked("Who had the highest trump")},
)

AUCTION_GUIDE = Guide(
    aim=marked("Two sides bid for the right to name trumps. The first side with 120 points wins."),
    steps=(
        marked("Each hand has 30 points: five for each of five tricks, and five for the highest trump."),
        marked("Bid in turn how many points your side will make. The dealer may hold the last bid."),
        marked("The highest bidder names trumps."),
        marked("If the bidding side makes its bid, it scores what it made. If not, it loses its bid."),
        marked("The other side scores what it made in any case."),
        marked("The first side to reach the goal wins the match, usually with 120 points."),
    ),
    play=(
        marked(
            "Once trumps are named each player lays away any cards, and the dealer deals the hands full again, to five "
            "cards. The player on the left of the highest bidder leads."
        ),
        *FIVE_IS_HIGHEST,
    ),
    terms=((marked("hold"), marked("The dealer takes over the last bid without bidding more.")),),
)

AUCTION_PAPERS = score_papers(
    AUCTION_GAME,
    WORDS,
    guide=AUCTION_GUIDE,
    rulebook=AUCTION_FORTY_FIVE_RULES,
    settings=AUCTION_SETTINGS,
    form={marked("The bidding"): ("all_pass", "must_bid_at", "must_bid")},
    presets={"auction_forty_five": Preset(marked("usual"), marked("bids to thirty, and the dealer may hold"))},
    sheet=SheetForm(
        sides=2, about=marked("Twenty-four hands of two sides: the bid, the bidder, and the running score.")
    ),
)
