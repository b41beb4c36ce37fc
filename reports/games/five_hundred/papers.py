"""Five Hundred in words and on paper."""

from __future__ import annotations

from itertools import permutations

from dealer.commands.phrases import marked
from dealer.games.five_hundred import AUCTION, DEAD, GAME, FiveHundredHouse
from reports.games.five_hundred.bid_tables import bid_tables
from reports.games.five_hundred.rulebook import FIVE_HUNDRED_RULES
from reports.score_pad.papers import score_papers
from reports.score_pad.rules import dead_rule, goal_rule, score_rules
from reports.score_pad.sheet import SheetForm
from reports.score_pad.stories import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.cards import SYMBOLS
from reports.words.game_words import SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

SETTINGS = SettingWords(
    names={
        "bidding": marked("bidding"),
        "bid_table": marked("bid table"),
        "suits": marked("suits, from the lowest"),
        "nullo": marked("nullo"),
        "nullo_failed": marked("a lost nullo brings the others"),
        "slam": marked("all tricks bring, at the least"),
        "set_back": marked("set-back, points below nothing"),
        "all_pass": marked("a hand that nobody bids"),
        "two_partners_at": marked("two partners from so many tricks bid"),
        "shared_bid": marked("a partner of five scores"),
    },
    choices={
        "bidding": {"auction": marked("till all others pass"), "one_bid": marked("one bid each")},
        "bid_table": {"avondale": marked("100 more a trick"), "original": marked("six tricks, and times that")},
        "suits": {"".join(order): " ".join(SYMBOLS[suit] for suit in order) for order in permutations("scdh")},
        "nullo_failed": {
            "bidder_tricks": marked("10 a trick of the bidder’s"),
            "own_tricks": marked("10 a trick of their own"),
        },
        "all_pass": {"dead": marked("is dead"), "no_trump": marked("is played at no trump")},
        "shared_bid": {"whole": marked("the whole bid"), "half": marked("half of the bid")},
    },
    presets={"auction": marked("auction"), "one_bid": marked("one bid each")},
    unset={"set_back": marked("none")},
)


def five_hundred_rules(house: FiveHundredHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {_("The bidding"): _bidding(house), _("The hand"): _hand(house), _("The match"): _match(house)}


def _bidding(house: FiveHundredHouse) -> Sentences:
    return {
        "bidding": _("Who has passed may bid again; the bidding ends when all others pass in a row.")
        if house.bidding == AUCTION
        else _("Everybody speaks once, and the highest bid stands."),
        "bid_table": _("Each trick bid over six is worth 100 more than six of the same suit.")
        if house.bid_table == "avondale"
        else _("Seven tricks bid are worth twice as much as six, eight three times, nine four times, ten five times."),
        "suits": _(
            "From the lowest the suits are %(suits)s, then no trump: six tricks are worth 40, and 20 more at each.",
            suits=" ".join(SYMBOLS[suit] for suit in house.suits),
        ),
        "nullo": _("Nullo, to take no trick at no trump, may be bid and is worth 250.")
        if house.nullo
        else _("Nullo is not bid."),
        "all_pass": dead_rule()
        if house.all_pass == DEAD
        else _("A hand in which nobody bids is played at no trump, at 10 a trick for everybody."),
    }


def _hand(house: FiveHundredHouse) -> Sentences:
    failed = (
        _("A nullo that is lost brings every other side 10 for each trick that the bidder took.")
        if house.nullo_failed == "bidder_tricks"
        else _("A nullo that is lost brings every other side 10 for each trick of its own.")
    )
    return {
        "slam": _(
            "A bid made with all ten tricks scores %(points)s at the least.",
            points=number(house.slam),
        )
        if house.slam
        else _("A bid made with all ten tricks scores no more than its value."),
        **({"nullo_failed": failed} if house.nullo else {}),
        "two_partners_at": ngettext(
            "Of five players the bidder may name two partners from %(num)s trick bid.",
            "Of five players the bidder may name two partners from %(num)s tricks bid.",
            house.two_partners_at,
        )
        if house.two_partners_at
        else _("Of five players the bidder names one partner at the most."),
        "shared_bid": _("Of five players the bidder and their partner each score the whole bid.")
        if house.shared_bid == "whole"
        else _("Of five players the bidder and their partner each score half of the bid."),
    }


def _match(house: FiveHundredHouse) -> Sentences:
    return {
        "goal": goal_rule(house.goal),
        "set_back": _("No bid that is lost ends the match.")
        if house.set_back is None
        else _(
            "A bid that is lost ends the match where it leaves one of the bidder’s side below −%(points)s; "
            "the highest score wins.",
            points=number(house.set_back),
        ),
    }


class FiveHundredHandStory(MatchHandStory):
    """The story of a hand of Five Hundred, with its rules cited."""

    rules = HandRules(deal="12.1", bidding="12.2", partners="12.3", score="12.4", won="12.5")


PAPERS = score_papers(
    GAME,
    score_words(GAME, SETTINGS),
    rulebook=FIVE_HUNDRED_RULES,
    house_rules=score_rules(GAME, five_hundred_rules),
    story=FiveHundredHandStory,
    sheet=SheetForm(
        sides=5, about="Twenty-four hands of up to five sides, and what every bid is worth.", tables=bid_tables
    ),
)
