"""The rules of Five Hundred, for three to six players, numbered 12.1 to 12.5."""

from __future__ import annotations

from dealer.games.five_hundred import NO_TRUMP, NUMBERS, FiveHundredHouse, value_of
from reports.rulebook import Rule, Rulebook, Table
from reports.words.cards import SYMBOLS

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Five Hundred"
_GUIDE = "a guide to card games, chapter Five Hundred"
_USUAL = "usual in card books"


def _bid_table(name: str) -> Table:
    """What every bid is worth by one of the two tables."""
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
