"""The rules of Spoil Five, the Irish game of tricks for a pool, numbered 8.1 to 8.5."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_SHEET = "a rule sheet of Spoil Five and the games that came of it"

SPOIL_FIVE_RULES = Rulebook(
    name="spoil-five",
    number="8",
    title="Spoil Five",
    about=(
        "Spoil Five, also Five Cards or Five Fingers: three tricks of five win the pool. The others play so that "
        "nobody has them; then the hand is spoilt, and the pool grows."
    ),
    rules=(
        Rule(
            number="8.1",
            title="Cards and seats",
            says=(
                "52 cards, two to ten players, five cards each. The highest trumps are the five, the jack, the ace of "
                "hearts and the ace. Tricks are played on the table; kept of them is how many each player took.",
                "The deal goes to the left, also to a player who has no cards.",
            ),
            sources=(_SHEET,),
        ),
        Rule(
            number="8.2",
            title="The pool",
            says=(
                "Each player puts the ante into the pool when a hand is begun, also one whose hand is dead or who has "
                "no cards. A pool that was not won lies for the next hand, with new antes on top.",
            ),
            sources=(_SHEET,),
            ours="That the chip after a hand that was not won is put in at the next deal.",
            settings={"chip": None, "ante": None},
        ),
        Rule(
            number="8.3",
            title="The end of a hand",
            says=(
                "A hand ends in one of these ways, and in no other:",
                Table(
                    heads=("tricks", "went on", "what comes of it"),
                    rows=(
                        ("a player has three", "no", "they take the pool, and the hand stops"),
                        ("a player has all five", "yes", "they take the pool, and every other player pays them"),
                        ("a player has four, or three of five played", "yes", "spoilt: they ventured it and failed"),
                        ("nobody has three of five played", "no", "spoilt"),
                    ),
                ),
                "Who has three tricks may go on for all five; the hand is then played to its end.",
            ),
            sources=(_SHEET,),
            ours="That a hand gone on with is played to the fifth trick.",
            settings={"all_five": None},
        ),
        Rule(
            number="8.4",
            title="Dead hands",
            says=(
                "A hand is dead for a revoke, for cards exposed after somebody has two tricks, and for robbing without "
                "the ace; its player has no cards until the pool is won, and goes on putting in antes. A hand with a "
                "wrong number of cards is dead for this hand alone.",
                "A dead hand has two tricks at most. Two live hands must remain.",
            ),
            sources=(_SHEET,),
            ours="That two live hands must remain.",
        ),
        Rule(
            number="8.5",
            title="Foul hands and a pool left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, what killed hands in it "
                "is void, and the same player deals once more; where they have left, the next on their left.",
                "What nobody has won at the close of the night is divided evenly among those who sit, odd chips from "
                "the last dealer’s left; a hand that is then on gives its antes back first (rule 4.6).",
            ),
            ours="All of it.",
        ),
    ),
)
