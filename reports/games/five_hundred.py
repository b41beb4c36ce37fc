"""Five Hundred: its rules (12.1 to 12.5), words, papers and the table of bids."""

from __future__ import annotations

from itertools import permutations

from dealer.commands.refusal import marked
from dealer.games.five_hundred import AUCTION, DEAD, GAME, NO_TRUMP, NULLO_VALUE, NUMBERS, FiveHundredHouse, value_of
from reports.rulebook import Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, SmallTable, dead_rule, goal_rule, score_papers, score_rules
from reports.score_pad.play import HandRules, MatchHandStory
from reports.score_pad.words import score_words
from reports.words.formatting import SYMBOLS
from reports.words.game_words import SettingWords
from reports.words.house_rules import Sentences
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Five Hundred"
_GUIDE = "a guide to card games, chapter Five Hundred"
_USUAL = "usual in card books"


def _bid_table(name: str) -> Table:
    """The value of every bid in one of the two tables."""
    house = FiveHundredHouse(bid_table=name)
    strains = (*house.suits, NO_TRUMP)
    return Table(
        heads=(f"`{name}`", *(SYMBOLS.get(strain, "no trump") for strain in strains)),
        rows=tuple(
            (f"{tricks} tricks", *(str(value_of(f"{tricks}{strain}", house)) for strain in strains))
            for tricks in NUMBERS
        ),
    )


FIVE_HUNDRED_RULES = Rulebook(
    name="five-hundred",
    number="12",
    title="Five Hundred",
    about=(
        "Five Hundred: who bids highest names trumps and has to take the tricks that they bid. The first side to come "
        "to five hundred points wins."
    ),
    rules=(
        Rule(
            number="12.1",
            title="Players and cards",
            says=(
                "The pack grows with the players, so that each has ten cards and three lie apart as the widow. The "
                "joker is in it.",
                Table(
                    heads=("players", "sides", "pack"),
                    rows=(
                        ("3", "each alone", "33: sevens and higher"),
                        ("4", "two of two", "43: fives and higher, and two fours"),
                        ("5", "each alone, the bidder with a partner for the hand", "53: all cards"),
                        ("6", "two of three, or three of two", "63: with elevens, twelves and two thirteens"),
                    ),
                ),
                "The deal goes to the left, after a dead hand too.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
        ),
        Rule(
            number="12.2",
            title="Bidding and the bid table",
            says=(
                "A bid says how many of the ten tricks its side will take, and at which trumps or at none. The "
                "bidding begins at the dealer’s left; it is open (rule 10.2), or everybody speaks once, as the house "
                "has it.",
                _bid_table("avondale"),
                _bid_table("original"),
                "A house may rank the suits otherwise. Nullo, to take no trick at no trump, is worth 250 where it may "
                "be bid. A bid is higher by its value, of equal values by its tricks, and nullo counts as none.",
                "Where all pass the hand is dead, or it is played at no trump without a bidder, and every trick "
                "scores 10 for whoever takes it.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE, f"{_USUAL}: the original table"),
            ours="That the encyclopedia’s own table, lost in the copy known here, was the guide’s.",
            settings={"bidding": None, "bid_table": None, "suits": None, "nullo": None, "all_pass": None},
        ),
        Rule(
            number="12.3",
            title="Partners of five",
            says=(
                "Of five players the bidder names a partner for the hand, or a card whose holder is that. The book "
                "has the partner by name before the hand is scored. A house may allow two of them from so many tricks "
                "bid. The bidder may play alone, and at nullo does.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="That the bidder may play alone, and at nullo does.",
            settings={"two_partners_at": None},
        ),
        Rule(
            number="12.4",
            title="What a hand scores",
            says=(
                "The tricks of the bidder’s side are taken together, those of a partner of five with them.",
                Table(
                    heads=("the bid is", "the bidder’s side", "every other side"),
                    rows=(
                        ("made", "its value; for all ten tricks the house’s least, if that is more", "10 a trick"),
                        ("lost", "loses its value", "10 a trick"),
                        ("nullo, made", "250", "nothing"),
                        ("nullo, lost", "loses 250", "10 for each trick of the bidder’s, or of its own"),
                    ),
                ),
                "Of five players the bidder and their partners each score the whole value, or half of it in some "
                "houses.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
            ours="That nothing is scored against a nullo that is made: the guide does not say so.",
            settings={"slam": None, "nullo_failed": None, "shared_bid": None},
        ),
        Rule(
            number="12.5",
            title="Winning, and the set-back",
            says=(
                "Who comes to the goal wins. Of several in one hand that is the bidder, else a partner of theirs in "
                "the order named, else whoever got there first, which the table says with the result.",
                "In some houses a bid lost is the end of the match where it leaves one of the bidder’s side below the "
                "set-back and nobody has come to the goal. The highest score then wins, of equals the first from the "
                "bidder’s left.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
            ours="Who wins of equals after a set-back.",
            settings={"goal": None, "set_back": None},
        ),
    ),
)


TABLES = {"avondale": marked("Avondale’s table"), "original": marked("The original table")}


def bid_tables() -> tuple[SmallTable, ...]:
    """The tables that a house may choose from, with the suits in their usual order."""
    return tuple(_worth(title, FiveHundredHouse(bid_table=name)) for name, title in TABLES.items())


def _worth(title: str, house: FiveHundredHouse) -> SmallTable:
    strains = (*house.suits, NO_TRUMP)
    heads = (_("Tricks"), *(SYMBOLS[suit] for suit in house.suits), _("No trump"))
    nullo = _("nullo %(points)s, all ten tricks %(slam)s at the least", points=NULLO_VALUE, slam=house.slam)
    return SmallTable(
        title=f"{_(title)}: {nullo}",
        heads=heads,
        rows=tuple(
            (str(number), *(str(value_of(f"{number}{strain}", house)) for strain in strains)) for number in NUMBERS
        ),
    )


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
