"""The rules of Forty-Five, Spoil Five played for points, numbered 13.1 to 13.3."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Forty-Five"
_SHEET = "a rule sheet of Spoil Five and the games that came of it"

FORTY_FIVE_RULES = Rulebook(
    name="forty-five",
    number="13",
    title="Forty-Five",
    about=(
        "Forty-Five has the cards and the trumps of Spoil Five and its five tricks (rule 8.1), but no pool: tricks "
        "score points, and nothing is spoilt."
    ),
    rules=(
        Rule(
            number="13.1",
            title="Players and the deal",
            says=(
                "Three, four or five players alone, or two sides of one, two or three. Five cards each, no bidding; "
                "all five tricks are played. The deal goes to the left.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
        ),
        Rule(
            number="13.2",
            title="What a hand scores",
            says=(
                "Of players alone each scores 5 a trick.",
                "Of two sides only the one with more tricks scores. By the odd trick that is 5 for three or four of "
                "them and 10 for all five; by the difference it is 5 for each trick that it is ahead: 5, 15 or 25.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            settings={"scoring": None},
        ),
        Rule(
            number="13.3",
            title="Winning",
            says=(
                "Who comes to the goal wins: 45 points, in some regions 25. Of several players alone who come there in "
                "one hand it is the one who got there first, which the table says with the result.",
            ),
            sources=(_ENCYCLOPEDIA, _SHEET),
            ours="That the first of several wins.",
            settings={"goal": None},
        ),
    ),
)
