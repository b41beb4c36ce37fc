"""Rulebooks: their parts, citations in sentences, and the books on the night's money (4.1 to 4.8) and matches (10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from markupsafe import Markup
from msgspec import field

from dealer.commands.refusal import marked
from dealer.night.night import Night
from events.common import matches, play
from events.common.event import Event
from events.frozen import Frozen
from reports.words.game_words import clauses, under
from reports.words.language import gettext as _

_CITED = re.compile(
    r"\b(?:rule|Regel|règle|regla) (?P<rule>\d+(?:\.\d+)?)(?:,? (?:case|Fall|cas|caso) (?P<case>\d+))?"
    r"|\b(?:laws?|Grunds(?:atz|ätze)|lois?|ley(?:es)?) (?P<laws>\d+(?:(?:, \d+)* (?:and|und|et|y) \d+)?)",
    re.IGNORECASE,
)
"""A citation in any of the languages: old sentences stay English."""
_NUMBER = re.compile(r"\d+")


class Guide(Frozen):
    """How a game is played, for somebody who has never seen it: its aim, its steps in order, and its terms.

    ``play`` says how the cards are played on the table: what is high, what is led and what must be followed. All are
    texts to be translated; a term is a word and its meaning. ``picture`` draws what lies on the table, as SVG.
    """

    aim: str
    steps: tuple[str, ...]
    play: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    picture: Callable[[], Markup] | None = None


class Citation(Frozen, kw_only=False):
    """A citation: a rule by its number, optionally one of its cases, or a law by its number."""

    rule: str = ""
    case: int | None = None
    law: int | None = None

    @property
    def anchor(self) -> str:
        """The anchor on its page: ``rule-1.4``, ``rule-1.4-case-4``, ``law-8``."""
        if self.law:
            return f"law-{self.law}"
        return f"rule-{self.rule}-case-{self.case}" if self.case else f"rule-{self.rule}"


class Table(Frozen):
    """A table with headings; each row is as long as ``heads``."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Drawing(Frozen, kw_only=False):
    """Preformatted lines, with a description in words."""

    lines: str
    shows: str


class Law(Frozen):
    """One of the ten laws: its short text, as rulings cite it, and its meaning here."""

    number: int
    title: str
    means: str


Block = str | Table | Drawing
"""A paragraph, a table or a drawing."""


Reasons: TypeAlias = dict[type[Event], str | Callable[[Any, Night], str]]
"""Reasons in words by type of event: a text, or a function that makes it."""


LEFT_OVER = (
    "Chips that nobody has won at the close of the night are divided evenly among the seated players, odd chips from "
    "the last dealer’s left. Antes of an unfinished hand go back first (rule 4.6)."
)
"""What every rulebook of a game with a pot says of a pot that nobody has won."""


class Rule(Frozen):
    """One numbered rule.

    ``cases`` are numbered from 1, ``laws`` have their own numbers. ``sources`` names the sources of the rule, ``ours``
    what no source says.

    ``why`` has the reasons that stories cite for the events that follow from it; "" cites nothing. ``without_bank``
    says on the sheet of house rules where the chips go if the game has no bank.
    """

    number: str
    title: str
    says: tuple[Block, ...]
    cases: tuple[str, ...] = ()
    after: tuple[Block, ...] = ()
    laws: tuple[Law, ...] = ()
    sources: tuple[str, ...] = ()
    ours: str = ""
    why: Reasons = field(default_factory=dict)
    without_bank: str = ""

    @property
    def citations(self) -> Iterator[Citation]:
        """Everything in it that can be cited."""
        yield Citation(self.number)
        yield from (Citation(self.number, case) for case in range(1, len(self.cases) + 1))
        yield from (Citation(law=law.number) for law in self.laws)

    def reason(self, event: Event, now: Night) -> str:
        """The reason in words for an event that follows from it; "" for any other event."""
        why = next((self.why[kind] for kind in type(event).__mro__ if kind in self.why), "")
        return why(event, now) if callable(why) else why and _(why)


class Rulebook(Frozen):
    """The rules of one game, or of the night's money: a page with this ``name``, and rules under this ``number``.

    ``without_bank`` says of a game that it has no bank.
    """

    name: str
    number: str
    title: str
    about: str
    rules: tuple[Rule, ...]
    without_bank: str = ""

    @property
    def citations(self) -> Iterator[Citation]:
        """Everything in it that can be cited, and the book itself."""
        yield Citation(self.number)
        for rule in self.rules:
            yield from rule.citations


def citations_in(sentence: str) -> Iterator[tuple[int, int, Citation]]:
    """The citations in a sentence of any language, in order: beginning and end of the words, and the citation.

    >>> [citation.anchor for _, _, citation in citations_in("Rule 1.4 case 4, laws 1 and 8: a split")]
    ['rule-1.4-case-4', 'law-1', 'law-8']
    """
    for match in _CITED.finditer(sentence):
        if match["rule"]:
            case = int(match["case"]) if match["case"] else None
            yield match.start(), match.end(), Citation(match["rule"], case)
            continue
        # "law" belongs to the first number: the links are "law 8", "laws 1" and "8".
        start = match.start()
        for number in _NUMBER.finditer(sentence, match.start("laws"), match.end("laws")):
            yield (
                start if number.start() == match.start("laws") else number.start(),
                number.end(),
                Citation(law=int(number[0])),
            )


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
                "All money is in whole cents, and checks move in whole smallest checks. Checks out of the "
                "rack are the bank’s debt: checks with players, on the layout and in the pot add up to the "
                "checks issued. Nobody can stake checks that they do not have.",
                "A colour of checks means a player (six colours for six players) or a value, as the house says.",
            ),
            sources=(f"{_DISSERTATION}: Terms", _APPENDIX),
        ),
        Rule(
            number="4.2",
            title="The roll and its backers",
            says=(
                "The roll is the money behind the bank. One or more backers put it up and share the bank’s "
                "result as agreed when the night opened; the house has what is left of the whole. It may be raised at "
                "any time; the bank that was broken (law 8) takes bets again once it is.",
            ),
            sources=(f"{_DISSERTATION}: Terms",),
            ours="dividing to the cent, the odd cents to the largest remainders.",
        ),
        Rule(
            number="4.3",
            title="Markers",
            says=(
                "Checks are bought for cash or on a marker, which is credit. A marker is redeemed in cash "
                "or in checks, the oldest one first, or stays open under its player’s name. A house may "
                "limit a player’s open markers.",
            ),
            sources=(_APPENDIX,),
            ours="the bound, and that the oldest is paid first.",
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
                "Somebody who does not play may lend cash by name. It buys the borrower checks, and is paid back in "
                "cash for them. What is left at the close is owed to that name.",
            ),
            sources=(f"{_DISSERTATION}: Terms",),
        ),
        Rule(
            number="4.6",
            title="Leaving, and the close of the night",
            says=(
                "At the close stakes on the layout go back (law 9) and a pot that nobody has won is "
                "divided among the seats. Then each player’s checks redeem their markers, pay back what "
                "was lent to them, and the rest is cashed. A marker that is not covered stays open in the "
                "player’s name. A player who leaves earlier is settled in the same way.",
                "The results of all players, of the bank and of the separate lines (rule 4.7) add up to zero.",
            ),
            sources=(_APPENDIX,),
            ours="that stakes on the layout are returned.",
        ),
        Rule(
            number="4.7",
            title="What stands apart",
            says=(
                "Tips for the dealer, sleepers and what the hock left have lines of their own, and are never mixed "
                "into the results of players or play.",
            ),
            ours="all of it.",
        ),
        Rule(
            number="4.8",
            title="Disputes and rulings",
            says=(
                "A player may dispute a bet or a turn. The ruling says that it stands or is corrected, "
                "gives a reason and, if there is one, the law (rule 1.9), and moves checks between players "
                "and the bank. It changes nothing recorded. A night cannot be closed while a dispute is "
                "open.",
            ),
            ours="all of it; the laws are those of rule 1.9.",
        ),
        Rule(
            number="4.9",
            title="Seats",
            says=(
                "Players sit clockwise in the order of their seats, and play, deal and sides go by it. A "
                "newcomer sits last, or where they are placed; a player who comes back gets the old seat, "
                "or another. Seats move between rounds, and the next round goes by the new order.",
                "A player may sit out: from the next hand on they are left out of hands that take in everybody, pay no "
                "ante and do not deal. The pot that is left at the close is divided among all who sit, "
                "also those who sit out.",
            ),
            ours="that seats move, and that players sit out.",
        ),
    ),
)


_CARD_BOOKS = "what card books usually have"

MATCH_RULES = Rulebook(
    name="matches",
    number="10",
    title="Bidding, matches and their price",
    about=(
        "What all games played for points share: bidding, matches and their price. Only the settlement of "
        "a match moves checks."
    ),
    without_bank=marked("%(game)s has no bank: the players play for points, and the house percentage is 0."),
    rules=(
        Rule(
            number="10.1",
            title="Sides, hands and the deal",
            says=(
                "A match is played between sides, hand by hand. Partners must sit so that the sides "
                "alternate around the table. Anybody may deal first in a match. Then the deal goes to the "
                "left among its players, unless a game has its own rule.",
                "A match may go on all night. Other games may be dealt between two of its hands.",
            ),
            sources=(_CARD_BOOKS,),
            ours="that a match waits while another game is dealt.",
        ),
        Rule(
            number="10.2",
            title="Bidding",
            says=(
                "Players speak in turn, and each bid is higher than the one before. There are three kinds of bidding:",
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
                "Before anybody has bid or passed, the outcome of the bidding may be entered in place of its calls.",
            ),
            sources=(_CARD_BOOKS,),
            ours="that the outcome alone may be entered.",
            why={play.ContractNamed: marked("the outcome of the bidding was entered in place of its calls")},
        ),
        Rule(
            number="10.3",
            title="The end of a match",
            says=(
                "A match is on until a side has won it, as each game says when. Then it is settled. Until "
                "then the night cannot be closed and no player of the match can leave.",
                "A drawn match pays nothing. Neither does a match that is abandoned or has no winner at "
                "the close of the night.",
            ),
            ours="all of it.",
            why={
                matches.MatchDrawn: marked("a drawn match pays nothing"),
                matches.MatchAbandoned: marked("a match that is broken off pays nothing"),
            },
            without_bank=marked(
                "A match that is drawn, abandoned or unfinished at the close of the night costs nothing."
            ),
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
                "A settlement counts by each player’s total. If somebody does not have the checks they "
                "lose, nothing is paid until they buy checks or take a marker.",
            ),
            ours="all of it: no source plays these games for money.",
            why={matches.MatchSettled: marked("the side behind pays the difference in points at the price of a point")},
            without_bank=marked("Players pay each other when a match is settled. Until then no money moves."),
        ),
        Rule(
            number="10.5",
            title="Foul hands",
            says=(
                "A foul hand is broken off. It scores nothing and does not count as a hand of the match. "
                "Its number is not used again, and if players deal in turn the same player deals again.",
            ),
            ours="all of it.",
            why={matches.MatchHandVoided: marked("a foul hand scores nothing")},
        ),
    ),
)


SHARED_BOOKS = (MATCH_RULES, NIGHT_RULES)
"""The books that do not belong to a game."""

BOOKS: dict[str, Rulebook] = {}
"""The rulebook of every game by its name; filled by :func:`reports.game_papers.register`."""


def reason_for(game: str, event: Event, now: Night) -> str:
    """The rules that an event follows from, each with its reason in words; "" if none is cited."""
    books = (BOOKS[game], *SHARED_BOOKS) if game in BOOKS else SHARED_BOOKS
    reasons = [(rule.number, rule.reason(event, now)) for book in books for rule in book.rules]
    cited = [under(number, why) for number, why in reasons if why]
    return clauses(*cited) if cited else ""
