"""The rules of Frog, the small game of Solo for three, numbered 11.1 to 11.4."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Frog"
_USUAL = "usual in card books"

FROG_RULES = Rulebook(
    name="frog",
    number="11",
    title="Frog",
    about=(
        "Frog, a small form of Solo: the highest of three bids plays alone against two, for chips by the points in "
        "the cards that the bidder takes."
    ),
    rules=(
        Rule(
            number="11.1",
            title="Cards, seats and the deal",
            says=(
                "36 cards, which have 120 points together. Three players; of four at the table the dealer takes no "
                "cards and has no part in what is paid. Three cards lie apart as the widow. The deal goes to the left.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
        ),
        Rule(
            number="11.2",
            title="The three bids",
            says=(
                "The bidding is closed (rule 10.2) and begins at the dealer’s left. Grand, the highest bid, ends it.",
                Table(
                    heads=("bid", "trumps", "widow"),
                    rows=(
                        ("frog", "hearts", "the bidder takes it up and lays three cards away"),
                        ("chico", "a suit of the bidder’s choice, not hearts", "nobody looks at it"),
                        ("grand", "hearts", "nobody looks at it"),
                    ),
                ),
                "Where everybody passes the hand is dead, and the deal moves on.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="What becomes of a hand that nobody bids.",
        ),
        Rule(
            number="11.3",
            title="What is paid",
            says=(
                "Counted are the points of the bidder’s tricks, with the cards that they laid away. For every point "
                "over sixty each opponent pays the bidder, for every point under it the bidder pays each opponent: by "
                "the house’s price of the bid, usually one chip for frog, two for chico and three for grand. At sixty "
                "nothing is paid.",
                "Who must pay has the chips that they lose by the hand in all, or buys first.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours=(
                "That the bidder wins of each opponent as they lose to each; the source says that of losses alone. It "
                "also puts grand once at three points a chip, which is read as three chips a point."
            ),
            settings={"chip": None, "frog": None, "chico": None, "grand": None},
        ),
        Rule(
            number="11.4",
            title="Foul hands",
            says=(
                "A foul hand is broken off: nothing is paid, its number is not used again, and the same player deals "
                "once more; where they do not play, the next on their left.",
            ),
            ours="All of it.",
        ),
    ),
)
