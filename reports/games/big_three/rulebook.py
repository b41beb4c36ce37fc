"""The rules of Big Three, numbered 16.1 to 16.4."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_GUIDE = "a guide to card games, chapter Big Three"

BIG_THREE_RULES = Rulebook(
    name="big-three",
    number="16",
    title="Big Three",
    about=(
        "Big Three: everybody gets rid of their cards, and whoever bids highest plays to be out first. Of four players "
        "the bidder has a partner whom only a card names."
    ),
    rules=(
        Rule(
            number="16.1",
            title="Players, cards and the opener",
            says=(
                "Three players with 16 cards each and four for the bidder, or four with 13 each. Everybody scores for "
                "themselves.",
                "There is no rule of dealing. A hand begins with its opener, who holds the four of hearts, or the "
                "lowest heart in play.",
            ),
            sources=(_GUIDE,),
        ),
        Rule(
            number="16.2",
            title="Bidding, and the bidder’s partner",
            says=(
                "Bids are one, two and three. The bidding is open (rule 10.2), begins with the opener and goes to the "
                "right. Three ends it at once. A hand that nobody bids is dead.",
                "Of four players the bidder names a card that they do not hold. Whoever holds it plays with them, and "
                "is written down when it is shown, at the latest before the hand is scored.",
            ),
            sources=(_GUIDE,),
            ours=(
                "The way round, and that a hand is dead which nobody bids. The guide ends the bidding at two passes, "
                "which of three players are all others; of four it takes three."
            ),
        ),
        Rule(
            number="16.3",
            title="What a hand scores",
            says=(
                "A hand is worth its bid times a number, two in most houses. It is over when somebody has no cards.",
                Table(
                    heads=("players", "first out is the bidder’s side", "first out is somebody else"),
                    rows=(
                        ("three", "the bidder scores it", "the bidder loses it"),
                        (
                            "four",
                            "the bidder and the partner each score it",
                            "the other two each score it; the bidder’s side loses it in some houses",
                        ),
                    ),
                ),
            ),
            sources=(_GUIDE,),
            ours="The choice whether a side of four that fails loses.",
            settings={"times": None, "bidder_loses": None},
        ),
        Rule(
            number="16.4",
            title="Winning",
            says=(
                "Who comes to the goal wins, twenty points in most houses; of several in one hand the highest, of "
                "equals the bidder, then in the order of the bidding.",
            ),
            sources=(_GUIDE,),
            ours="Who wins of several.",
            settings={"goal": None},
        ),
    ),
)
