"""The rules of the night's money, numbered 4.1 to 4.8: the same whatever game is played."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook

_DISSERTATION = "Don Meyer’s dissertation (2012)"
_APPENDIX = f"{_DISSERTATION}: Appendix"

NIGHT_RULES = Rulebook(
    name="night",
    number="4",
    title="The night and its money",
    about=(
        "Checks, markers, pledges, stake money, the bank’s roll, and how a night is settled: the same for every "
        "game. Each movement is an entry in double entry bookkeeping, and debits equal credits after every one."
    ),
    rules=(
        Rule(
            number="4.1",
            title="Checks",
            says=(
                "All money is whole cents, and what moves is a whole number of smallest checks. Checks out of the rack "
                "are what the bank owes: those with players, on the layout and in the pot add up to those issued. "
                "Nobody stakes checks that they do not hold.",
                "A colour of checks means a player, six colours for six players, or else a value, as the house has it.",
            ),
            sources=(f"{_DISSERTATION}: Terms", _APPENDIX),
            settings={"check_colours": None},
        ),
        Rule(
            number="4.2",
            title="The roll and its backers",
            says=(
                "The roll is what stands behind the bank. One or more backers put it up, and divide the bank’s "
                "result by the shares agreed when the night opened. It may be raised at any time; the bank that was "
                "broken (law 8) takes bets again once it is.",
            ),
            sources=(f"{_DISSERTATION}: Terms",),
            ours="Dividing to the cent, the odd cents to the largest remainders.",
        ),
        Rule(
            number="4.3",
            title="Markers",
            says=(
                "Checks are bought for cash or on a marker, which is credit. A marker is redeemed in cash or in "
                "checks, the oldest one first, or stays open under its player’s name. A house may bound what a "
                "player’s open markers come to.",
            ),
            sources=(_APPENDIX,),
            ours="The bound, and that the oldest is paid first.",
            settings={"marker": None, "marker_limit": None},
        ),
        Rule(
            number="4.4",
            title="Pledges",
            says=(
                "Goods may be pledged for checks at a value agreed beforehand. They go back for that value, in cash "
                "or checks.",
            ),
            sources=(f"{_DISSERTATION}: Betting",),
        ),
        Rule(
            number="4.5",
            title="Stake money",
            says=(
                "A player may lend another a stake. It is paid back first, after the borrower’s markers; then the "
                "lender has the part of the borrower’s profit that was agreed, if any was, rounded down to whole "
                "smallest checks.",
            ),
            sources=(f"{_DISSERTATION}: Terms",),
        ),
        Rule(
            number="4.6",
            title="Leaving, and the close of the night",
            says=(
                "At the close stakes still lying go back (law 9) and a pot that nobody has won is divided among the "
                "seats. Then each player’s checks redeem their markers, pay back what was lent to them, and the "
                "rest is cashed. A marker that is not covered stays open by name. Whoever leaves earlier is settled "
                "in the same way.",
                "Results of all players, of the bank and of what stands apart (rule 4.7) sum to nothing.",
            ),
            sources=(_APPENDIX,),
            ours="That stakes still lying are returned.",
        ),
        Rule(
            number="4.7",
            title="What stands apart",
            says=(
                "Tips for the dealer, sleepers and what the hock left have lines of their own, and are never mixed "
                "into the results of players or play.",
            ),
            ours="All of it.",
        ),
        Rule(
            number="4.8",
            title="Disputes and rulings",
            says=(
                "A player may dispute a bet or a turn. The ruling says that it stands or that it is corrected, gives "
                "a reason and, where one speaks, the law (rule 1.9), and moves checks between players and the bank. "
                "Nothing recorded is changed by it. A night does not close while a dispute is open.",
            ),
            ours="All of it; the laws are those of rule 1.9.",
        ),
        Rule(
            number="4.9",
            title="Seats",
            says=(
                "Players sit clockwise in the order of their seats, and play, deal and sides go by it. A newcomer sits "
                "last, or where they are placed; a player who comes back has the old seat, or another. Seats move "
                "between rounds, and the next round goes by the new order.",
                "A player may sit out: from the next hand on they are left out of hands that take in everybody, pay no "
                "ante and do not deal. The pot that is left at the close is divided among all who sit, "
                "also those who sit out.",
            ),
            ours="That seats move, and that players sit out.",
        ),
    ),
)
