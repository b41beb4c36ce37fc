"""The rules of Hasenpfeffer, numbered 15.1 to 15.4."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook

_SHEET = "a rule sheet of Spoil Five and the games that came of it"

HASENPFEFFER_RULES = Rulebook(
    name="hasenpfeffer",
    number="15",
    title="Hasenpfeffer",
    about=(
        "Hasenpfeffer: each player bids once for six tricks, and nobody gets away without a bid: where all pass, the "
        "joker has bid."
    ),
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
                "Where all pass, whoever holds the joker shows it and has bid what the house says. If it is the card "
                "that lies face down the hand is dead, and the same player deals again.",
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
            says=("Who comes to the goal wins, ten points in most houses; of both in one hand the bidding side.",),
            sources=(_SHEET,),
            settings={"goal": None},
        ),
    ),
)
