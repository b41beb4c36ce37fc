"""Auction Forty-Five in words and on paper."""

from __future__ import annotations

from dealer.commands.phrases import marked
from dealer.games.forty_five.auction import DEAD, GAME, AuctionHouse, ScoreAuction
from events.facts.bidding import BidHeld
from reports.games.forty_five.auction.rulebook import AUCTION_FORTY_FIVE_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import dead_rule, goal_rule, score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import score_words, tricks_said
from reports.words.game_words import CommandWords, SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import number
from reports.words.players import name_of
from reports.words.say import Say

SETTINGS = SettingWords(
    names={
        "must_bid_at": marked("a side must bid high from"),
        "must_bid": marked("and then bids at the least"),
        "thirty_pays": marked("thirty made scores"),
        "all_pass": marked("a hand that nobody bids"),
    },
    choices={"all_pass": {"dead": marked("is dead"), "dealer_bids": marked("is the dealer’s, who must bid")}},
    presets={GAME.name: marked("usual")},
)


def auction_rules(house: AuctionHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The bidding"): {
            "must_bid_at": _(
                "A side that has %(points)s points bids and holds no less than %(least)s.",
                points=number(house.must_bid_at),
                least=number(house.must_bid),
            ),
            "all_pass": dead_rule() if house.all_pass == DEAD else _("Where all others pass the dealer must bid."),
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
        told={BidHeld: ("14.2", marked("the dealer may take the hand at the bid that stands"))},
    )


def _score_told(say: Say, it: ScoreAuction) -> str:
    return say(
        "The hand is scored: %(tricks)s; %(name)s had the highest trump.",
        tricks=tricks_said(say, it.tricks),
        name=name_of(say.now, it.high_trump),
    )


WORDS = score_words(
    GAME,
    SETTINGS,
    commands={ScoreAuction.do: CommandWords(marked("Score the hand"), _score_told)},
    arguments={"high_trump": "Who had the highest trump"},
)

PAPERS = score_papers(
    GAME,
    WORDS,
    rulebook=AUCTION_FORTY_FIVE_RULES,
    house_rules=score_rules(GAME, auction_rules, must_bid="must_bid_at"),
    story=AuctionHandStory,
    sheet=SheetForm(sides=2, about="Twenty-four hands of two sides: the bid, the bidder, and the running score."),
)
