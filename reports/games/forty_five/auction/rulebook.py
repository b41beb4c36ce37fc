"""The rules of Auction Forty-Five, numbered 14.1 to 14.4."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Auction Forty-Five"
_SHEET = "a rule sheet of Spoil Five and the games that came of it"

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
            sources=(_ENCYCLOPEDIA, _SHEET),
        ),
        Rule(
            number="14.2",
            title="Bidding, and holding",
            says=(
                "Bids are 5, 10, 15, 20, 25 and 30 points, from the dealer’s left; who passes is out. The dealer, who "
                "speaks last, may hold: take the hand at the bid that stands. Then everybody who has not passed is "
                "asked again, and if one goes higher the dealer after them. A higher bid of the dealer’s own, or 30 "
                "held, closes the bidding at once; where the dealer passes, the highest bid stands.",
                "A side that has come so far as the house says bids and holds no less than the house’s least. Where "
                "all pass the hand is dead, or in some houses the dealer may not pass.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            ours="What closes the bidding at once, and that a hand is dead which nobody bids.",
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
            sources=(_ENCYCLOPEDIA, _SHEET),
            settings={"thirty_pays": None},
        ),
        Rule(
            number="14.4",
            title="Winning",
            says=("Who comes to the goal wins, 120 points in most houses; of both in one hand the bidding side.",),
            sources=(_ENCYCLOPEDIA, _SHEET),
            ours="Which side wins of both.",
            settings={"goal": None},
        ),
    ),
)
