"""The rules of Farmer, the game of sixteen with a farm in the middle, numbered 7.1 to 7.5."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Farm or Farmer"
_USUAL = "usual in card books"

FARMER_RULES = Rulebook(
    name="farmer",
    number="7",
    title="Farmer",
    about=(
        "Farmer, also Farm: everybody draws cards towards sixteen. Who counts it wins the farm, the chips in the "
        "middle, and with it the deal; who draws past it pays the farmer."
    ),
    rules=(
        Rule(
            number="7.1",
            title="Cards and seats",
            says=(
                "45 cards: the eights are left out, and of the sixes all but that of hearts. An ace counts one, a "
                "court card ten, any other card its spots. Two to eight players.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            ours="That the one six is that of hearts: the source has lost its suit.",
        ),
        Rule(
            number="7.2",
            title="Antes and the deal",
            says=(
                "Each player puts the ante into the farm. The farmer deals a card to each, and each asks for one more "
                "at least, then for as many as they like. The first farmer is anybody.",
                "In some houses the farmer holds no hand: they put in nothing and are the banker of the others only.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="The choice between a farmer who plays and one who only banks.",
            settings={"chip": None, "ante": None, "farmer_plays": None},
        ),
        Rule(
            number="7.3",
            title="Who wins the farm",
            says=(
                "All hands are shown. Who counts sixteen with the six in their hand wins the farm, else who counts "
                "sixteen with the fewest cards, of equals the first from the farmer’s left. The winner takes the "
                "whole of it and is the next farmer.",
                "A farmer who has left is followed by the next player on their left.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="Who follows a farmer who has left.",
        ),
        Rule(
            number="7.4",
            title="Nobody at sixteen, and hands over it",
            says=(
                "Where nobody counts sixteen the farm stays, the farmer too, and new antes are put in on top. Each "
                "other hand, overdrawn or the farmer’s own, pays the one that comes nearest from below; of equals "
                "that is the first from the farmer’s left, and nobody where all are over.",
                "In either case each hand over sixteen pays the farmer for every point that it is over. Nobody pays "
                "out of what the same hand brings them.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="The first of equals, new antes on a farm that stayed, and that one pays before one receives.",
            settings={"nearest_pays": None, "over_pays": None},
        ),
        Rule(
            number="7.5",
            title="Foul hands and a farm left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, and the farmer deals "
                "once more.",
                "What nobody has won at the close of the night is divided evenly among those who sit, odd chips from "
                "the last dealer’s left; a hand that is then on gives its antes back first (rule 4.6).",
            ),
            ours="All of it.",
        ),
    ),
)
