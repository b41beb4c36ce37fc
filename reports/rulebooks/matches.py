"""The rules that all games share which are played for points, numbered 10.1 to 10.5: bidding, matches, their price."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_CARD_BOOKS = "what card books usually have"

MATCH_RULES = Rulebook(
    name="matches",
    number="10",
    title="Bidding, matches and their price",
    about=(
        "What all games have alike that are played for points: how players bid, how a match is played, and what it "
        "costs. A score is no money: only the settlement of a match moves checks."
    ),
    rules=(
        Rule(
            number="10.1",
            title="Sides, hands and the deal",
            says=(
                "A match is played between sides, hand by hand. Partners sit so that the sides alternate round the "
                "table. The first dealer of a match is anybody; then the deal goes to the left, among those who play "
                "in it, where a game has no rule of its own.",
                "A match goes on as long as the night. Other games may be dealt between two of its hands.",
            ),
            sources=(_CARD_BOOKS,),
            ours="That a match waits while another game is dealt.",
        ),
        Rule(
            number="10.2",
            title="Bidding",
            says=(
                "Players speak in turn, and each bid is higher than the one before. Of bidding there are three kinds:",
                Table(
                    heads=("kind", "who speaks", "it ends"),
                    rows=(
                        ("once", "everybody, one time", "when all have spoken: the highest bid stands"),
                        (
                            "open",
                            "also who has passed, when their turn comes again",
                            "when all others have passed in a row after a bid, or everybody at the start",
                        ),
                        ("closed", "who has not passed", "when one who has bid is left, or nobody"),
                    ),
                ),
                "What the bidding came to may be entered in place of its calls, before anybody has spoken.",
            ),
            sources=(_CARD_BOOKS,),
            ours="That the outcome alone may be entered.",
        ),
        Rule(
            number="10.3",
            title="The end of a match",
            says=(
                "A match is on until a side has won it, as each game says when. Then it is settled; before that the "
                "night is not closed, and nobody of the match leaves.",
                "A drawn match pays nothing. No more does one that is broken off, or that the close of the night finds "
                "without a winner.",
            ),
            ours="All of it.",
        ),
        Rule(
            number="10.4",
            title="The price of a match",
            says=(
                "Points have a price. Each other side pays the winner the points by which it is behind at this price, "
                "and the stake on the game besides, if the house has one. Some houses have every two of the others "
                "settle their difference too, the lower paying the higher.",
                "The amount is a player’s, not a side’s: each member of the paying side pays the member who stands at "
                "the same place in the other. A winner who is not the highest pays nothing, and has the stake on the "
                "game all the same.",
                "A settlement counts by what it brings each player in all. While somebody has not what they lose by "
                "it, nothing is paid: they buy checks or take a marker first.",
            ),
            ours="All of it: no source plays these games for money.",
            settings={"point": None, "game_stake": None, "pays": None},
        ),
        Rule(
            number="10.5",
            title="Foul hands",
            says=(
                "A foul hand is broken off. It scores nothing and is no hand of the match, its number is not used "
                "again, and where players deal in turn the same one deals once more.",
            ),
            ours="All of it.",
        ),
    ),
)
