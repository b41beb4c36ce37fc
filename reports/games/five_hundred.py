"""Five Hundred: its rules (12.1 to 12.5), words, papers and the table of bids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from dealer.commands.refusal import marked
from dealer.games.five_hundred import GAME, NO_TRUMP, NULLO_VALUE, NUMBERS, FiveHundredHouse, value_of
from reports.house_rules import GOAL, Preset, Setting
from reports.rounds.tricks import ACE_HIGH, FOLLOW_OR_ANY, HIGHEST_WINS, WITH_BOWERS
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.score_pad.papers import SheetForm, SmallTable, score_papers
from reports.score_pad.play import WHY_BID, WHY_DEALT, WHY_PARTNERS, WHY_SCORED, WHY_WON
from reports.score_pad.words import score_words
from reports.words.formatting import SYMBOLS, labelled
from reports.words.language import gettext as _
from reports.words.language import ngettext

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
        "Five Hundred: the highest bidder names trumps and has to take the tricks they bid. The first side "
        "to reach five hundred points wins."
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
                "The deal goes to the left, also after a dead hand.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
            why=WHY_DEALT,
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
                "If all pass, the hand is dead, or it is played at no trump without a bidder and every "
                "trick scores 10 for the side that takes it.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE, f"{_USUAL}: the original table"),
            ours="that the encyclopedia’s own table, lost in the copy known here, was the guide’s.",
            why=WHY_BID,
        ),
        Rule(
            number="12.3",
            title="Partners of five",
            says=(
                "With five players the bidder names a partner for the hand, or a card whose holder is the "
                "partner. The partner is entered by name before the hand is scored. A house may allow two "
                "partners from a certain bid. The bidder may play alone, and always does at nullo.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="that the bidder may play alone, and at nullo does.",
            why=WHY_PARTNERS,
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
                "With five players the bidder and their partners each score the whole value, or half of it "
                "in some houses.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
            ours="that nothing is scored against a nullo that is made: the guide does not say so.",
            why=WHY_SCORED,
        ),
        Rule(
            number="12.5",
            title="Winning, and the set-back",
            says=(
                "The first to reach the goal wins. If several reach it in one hand, that is the bidder, "
                "else a partner in the order named, else the player who got there first, as entered with "
                "the result.",
                "In some houses a lost bid ends the match if it leaves a player of the bidder’s side below "
                "the set-back and nobody has reached the goal. The highest score then wins; of equals the "
                "first from the bidder’s left.",
            ),
            sources=(_ENCYCLOPEDIA, _GUIDE),
            ours="who wins of equals after a set-back.",
            why=WHY_WON,
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
    nullo = _("nullo %(points)s, all ten tricks at least %(slam)s", points=NULLO_VALUE, slam=house.slam)
    return SmallTable(
        title=labelled(_(title), nullo),
        heads=heads,
        rows=tuple(
            (str(number), *(str(value_of(f"{number}{strain}", house)) for strain in strains)) for number in NUMBERS
        ),
    )


def _suits(order: Iterable[str]) -> str:
    return " ".join(SYMBOLS[suit] for suit in order)


def _ranked(house: FiveHundredHouse) -> str:
    return _(
        "From the lowest, the suits are %(suits)s, then no trump. Six tricks are worth 40 in the "
        "lowest and 20 more in each next one.",
        suits=_suits(house.suits),
    )


def _nullo_failed(house: FiveHundredHouse) -> str:
    if not house.nullo:
        return ""
    if house.nullo_failed == "bidder_tricks":
        return _("A lost nullo scores 10 for every other side for each trick that the bidder took.")
    return _("A lost nullo scores 10 for every other side for each of its own tricks.")


def _two_partners(house: FiveHundredHouse) -> str:
    if not house.two_partners_at:
        return _("With five players the bidder names at most one partner.")
    return ngettext(
        "With five players the bidder may name two partners for a bid of %(num)s trick or more.",
        "With five players the bidder may name two partners for a bid of %(num)s tricks or more.",
        house.two_partners_at,
    )


SETTINGS = {
    marked("The bidding"): (
        Setting(
            "bidding",
            marked("bidding"),
            "12.2",
            choices={
                "auction": (
                    marked("until all others pass"),
                    marked("A player who passed may bid again. The bidding ends when all others pass in a row."),
                ),
                "one_bid": (
                    marked("one bid each"),
                    marked("Everybody bids or passes once, and the highest bid stands."),
                ),
            },
        ),
        Setting(
            "bid_table",
            marked("bid table"),
            "12.2",
            choices={
                "avondale": (
                    marked("100 more for each trick"),
                    marked("Each trick bid over six is worth 100 more than six in the same suit."),
                ),
                "original": (
                    marked("six tricks, and times that"),
                    marked(
                        "A bid of seven tricks is worth twice as much as six, eight three times, nine four times, ten "
                        "five times."
                    ),
                ),
            },
        ),
        Setting(
            "suits",
            marked("suits, from the lowest"),
            "12.2",
            says=_ranked,
            choices={"".join(order): (_suits(order), "") for order in permutations("scdh")},
        ),
        Setting(
            "nullo",
            marked("nullo"),
            "12.2",
            says=marked("Nullo, to take no trick at no trump, may be bid and is worth 250."),
            off=marked("Nullo may not be bid."),
        ),
        Setting(
            "all_pass",
            marked("a hand that nobody bids"),
            "12.2",
            choices={
                "dead": (marked("is dead"), marked("If nobody bids, the hand is dead.")),
                "no_trump": (
                    marked("is played at no trump"),
                    marked(
                        "If nobody bids, the hand is played at no trump, and every trick scores 10 for the side that "
                        "takes it."
                    ),
                ),
            },
        ),
    ),
    marked("The hand"): (
        Setting(
            "slam",
            marked("all tricks score at least"),
            "12.4",
            says=marked("A bid made with all ten tricks scores at least %(points)s."),
            off=marked("A bid made with all ten tricks scores no more than its value."),
        ),
        Setting(
            "nullo_failed",
            marked("a lost nullo scores for the others"),
            "12.4",
            says=_nullo_failed,
            choices={
                "bidder_tricks": (marked("10 for each trick of the bidder"), ""),
                "own_tricks": (marked("10 for each trick of their own"), ""),
            },
        ),
        Setting("two_partners_at", marked("two partners from this many tricks"), "12.3", says=_two_partners),
        Setting(
            "shared_bid",
            marked("a partner of five scores"),
            "12.4",
            choices={
                "whole": (
                    marked("the whole bid"),
                    marked("With five players the bidder and their partner each score the whole bid."),
                ),
                "half": (
                    marked("half of the bid"),
                    marked("With five players the bidder and their partner each score half of the bid."),
                ),
            },
        ),
    ),
    marked("The match"): (
        GOAL.under("12.5"),
        Setting(
            "set_back",
            marked("set-back, points below zero"),
            "12.5",
            says=marked(
                "A lost bid ends the match if it leaves a player of the bidder’s side below −%(points)s; the "
                "highest score wins."
            ),
            off=marked("A lost bid never ends the match."),
        ),
    ),
}

PRESETS = {
    "auction": Preset(marked("auction"), marked("bidding goes round until nobody goes higher")),
    "one_bid": Preset(marked("one bid each"), marked("no set-back")),
}

GUIDE = Guide(
    aim=marked("Bid how many tricks your side will take, and be the first side with five hundred points."),
    steps=(
        marked("Each player has ten cards. Three more lie apart as the widow."),
        marked(
            "Bid in turn how many of the ten tricks your side will take, and with which trumps or none. Each bid "
            "must be higher."
        ),
        marked("The highest bidder takes up the widow, and lays three cards away."),
        marked(
            "If the bidder’s side takes the tricks it bid, it scores the value of the bid. If not, it loses as much."
        ),
        marked("The other side scores ten points for each trick it takes."),
        marked("The first side to reach five hundred wins the match. Only then do checks move."),
    ),
    play=(
        marked("The bidder leads to the first trick."),
        WITH_BOWERS,
        ACE_HIGH,
        marked("With six players the thirteens, twelves and elevens rank below the court cards and above the ten."),
        FOLLOW_OR_ANY,
        HIGHEST_WINS,
        marked(
            "At no trump there are no bowers. A player who leads the joker names the suit that the others must follow. "
            "Otherwise only a player who cannot follow may play it. It takes the trick."
        ),
    ),
    terms=(
        (marked("widow"), marked("The three cards that the bidder takes up.")),
        (marked("no trump"), marked("No suit beats the others.")),
        (marked("nullo"), marked("A bid to take no trick at all.")),
    ),
)

PAPERS = score_papers(
    GAME,
    score_words(GAME),
    guide=GUIDE,
    rulebook=FIVE_HUNDRED_RULES,
    settings=SETTINGS,
    form={
        marked("The bidding"): ("bidding", "all_pass", "bid_table", "suits", "nullo"),
        marked("The score"): ("nullo_failed", "slam", "set_back"),
        marked("Five players"): ("two_partners_at", "shared_bid"),
    },
    presets=PRESETS,
    sheet=SheetForm(
        sides=5, about=marked("Twenty-four hands of up to five sides, and what every bid is worth."), tables=bid_tables
    ),
)
