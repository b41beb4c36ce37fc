"""The rules of four-deal bridge, Chicago, numbered 17.1 to 17.6."""

from __future__ import annotations

from reports.rulebook import Rule, Rulebook, Table

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Four-Deal Bridge"
_USUAL = "contract bridge as usually scored"

FOUR_DEAL_BRIDGE_RULES = Rulebook(
    name="four-deal-bridge",
    number="17",
    title="Four-deal bridge",
    about=(
        "Four-deal bridge, also Chicago: contract bridge in four deals, each with a vulnerability of its own. There is "
        "no bonus for a rubber; the higher total wins."
    ),
    rules=(
        Rule(
            number="17.1",
            title="Sides, calls and the declarer",
            says=(
                "Two sides of two, thirteen tricks. Bids are one to seven tricks over six, at ♣, ♦, ♥, ♠ or no trump, "
                "from the lowest. The bidding is open (rule 10.2) and begins with the dealer. A bid of the other side "
                "may be doubled, and then redoubled by the side that bid it.",
                "Declarer is whoever of the side that bid last was the first to name its suit, or no trump.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
        ),
        Rule(
            number="17.2",
            title="The four deals",
            says=(
                "The deal goes to the left. One that everybody passes is dealt again by the same player, and is none "
                "of the four.",
                Table(
                    heads=("deal", "vulnerable"),
                    rows=(
                        ("first", "nobody"),
                        ("second, third", "the dealer’s side; in some clubs the other one"),
                        ("fourth", "both"),
                    ),
                ),
            ),
            sources=(_ENCYCLOPEDIA,),
            settings={"vulnerable": None},
        ),
        Rule(
            number="17.3",
            title="A contract made",
            says=(
                Table(
                    heads=("scored for", "not vulnerable", "vulnerable"),
                    rows=(
                        ("a trick bid at ♣ or ♦", "20", "20"),
                        ("a trick bid at ♥ or ♠", "30", "30"),
                        ("a trick bid at no trump", "40 the first, then 30", "40 the first, then 30"),
                        ("an overtrick", "its trick’s value, at no trump 30", "its trick’s value, at no trump 30"),
                        ("an overtrick, doubled", "100", "200"),
                        ("an overtrick, redoubled", "200", "400"),
                        ("a doubled contract, for the insult", "50", "50"),
                        ("a redoubled contract, for the insult", "100, of old 50", "100, of old 50"),
                        ("six bid", "500", "750"),
                        ("seven bid", "1000", "1500"),
                    ),
                ),
                "Tricks bid count twice doubled, and four times redoubled.",
            ),
            sources=(_USUAL,),
            settings={"insult_redoubled": None},
        ),
        Rule(
            number="17.4",
            title="Game and part scores",
            says=(
                "The tricks bid and made in one deal are its trick score. One that comes to 100, with what the side "
                "has of earlier deals, is a game: 300, or 500 vulnerable. What falls short of it is carried on to the "
                "next deal; a game wipes out what either side has.",
                "In the fourth deal a trick score that makes no game has 100 besides.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
        ),
        Rule(
            number="17.5",
            title="A contract lost, and honours",
            says=(
                "The other side scores for each trick that declarer is down:",
                Table(
                    heads=("contract", "not vulnerable", "vulnerable"),
                    rows=(
                        ("undoubled", "50", "100"),
                        (
                            "doubled",
                            "100 the first, 200 the second and the third, then 300; of old always 200",
                            "200 the first, then 300",
                        ),
                        ("redoubled", "twice that", "twice that"),
                    ),
                ),
                "Where a house scores honours, one hand that holds four of the five highest trumps has 100 for its "
                "side, and all five, or four aces at no trump, 150.",
            ),
            sources=(_USUAL,),
            settings={"penalties": None, "honours": None},
        ),
        Rule(
            number="17.6",
            title="Winning",
            says=("After the fourth deal the higher total wins. Equal totals are a draw.",),
            sources=(_ENCYCLOPEDIA, _USUAL),
        ),
    ),
)
