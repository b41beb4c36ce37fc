"""All rulebooks: the night's money (4.1 to 4.8), matches (10.1 to 10.5), citations, and Markdown pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from events.frozen import Frozen
from reports.game_papers import all_papers, papers_of
from reports.rulebook import Block, Citation, Drawing, Rule, Rulebook, Table, citations_in
from reports.words.house_rules import is_named, rule_name

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
            settings={"check_colours": None},
        ),
        Rule(
            number="4.2",
            title="The roll and its backers",
            says=(
                "The roll is the money behind the bank. One or more backers put it up and share the bank’s "
                "result as agreed when the night opened. It may be raised at any time; the bank that was "
                "broken (law 8) takes bets again once it is.",
            ),
            sources=(f"{_DISSERTATION}: Terms",),
            ours="Dividing to the cent, the odd cents to the largest remainders.",
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
                "At the close stakes on the layout go back (law 9) and a pot that nobody has won is "
                "divided among the seats. Then each player’s checks redeem their markers, pay back what "
                "was lent to them, and the rest is cashed. A marker that is not covered stays open in the "
                "player’s name. A player who leaves earlier is settled in the same way.",
                "The results of all players, of the bank and of the separate lines (rule 4.7) add up to zero.",
            ),
            sources=(_APPENDIX,),
            ours="That stakes on the layout are returned.",
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
                "A player may dispute a bet or a turn. The ruling says that it stands or is corrected, "
                "gives a reason and, if there is one, the law (rule 1.9), and moves checks between players "
                "and the bank. It changes nothing recorded. A night cannot be closed while a dispute is "
                "open.",
            ),
            ours="All of it; the laws are those of rule 1.9.",
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
            ours="That seats move, and that players sit out.",
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
            ours="That a match waits while another game is dealt.",
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
            ours="That the outcome alone may be entered.",
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
                "A settlement counts by each player’s total. If somebody does not have the checks they "
                "lose, nothing is paid until they buy checks or take a marker.",
            ),
            ours="All of it: no source plays these games for money.",
            settings={"point": None, "game_stake": None, "pays": None},
        ),
        Rule(
            number="10.5",
            title="Foul hands",
            says=(
                "A foul hand is broken off. It scores nothing and does not count as a hand of the match. "
                "Its number is not used again, and if players deal in turn the same player deals again.",
            ),
            ours="All of it.",
        ),
    ),
)


_SHARED = (MATCH_RULES, NIGHT_RULES)
"""The books that do not belong to a game."""


def rulebooks() -> tuple[Rulebook, ...]:
    """The books in the order of their numbers."""
    books = (*(papers.rulebook for papers in all_papers() if papers.rulebook), *_SHARED)
    return tuple(sorted(books, key=lambda book: int(book.number)))


class Citable(Frozen, kw_only=False):
    """A law or a rule that a ruling may cite, with its short text."""

    citation: Citation
    title: str

    @property
    def value(self) -> str:
        """Its value in a form: the number of a law, or the words that cite a rule."""
        return str(self.citation.law or f"Rule {self.citation.rule} ({self.title})")

    @property
    def text(self) -> str:
        """Number and text: ``Law 1: bets are taken or paid as they lie``, ``Rule 3.3: Antes and passes``."""
        kind, number = ("Law", self.citation.law) if self.citation.law else ("Rule", self.citation.rule)
        return f"{kind} {number}: {self.title}"


def citable_in(game: str) -> tuple[Citable, ...]:
    """What a ruling on a game may cite: the game's laws if it has any, else the rules of its book."""
    book = papers_of(game).rulebook
    rules = book.rules if book else ()
    laws = tuple(Citable(Citation(law=law.number), law.title) for rule in rules for law in rule.laws)
    return laws or tuple(Citable(Citation(rule=rule.number), rule.title) for rule in rules)


def book_called(name: str) -> Rulebook:
    """A book by its name; :class:`LookupError` if there is none."""
    for book in rulebooks():
        if book.name == name:
            return book
    raise LookupError(f"there are no rules called {name}")


def book_citing(citation: Citation) -> Rulebook | None:
    """The book that contains a citation; ``None`` if none does."""
    return next((book for book in rulebooks() if citation in book.citations), None)


def rule_deciding(game: str, setting: str) -> Citation | None:
    """The rule of a game or a shared book that a house rule decides; ``None`` if there is none."""
    own = papers_of(game).rulebook
    books = (own, *_SHARED) if own else _SHARED
    return next(filter(None, (book.deciding(setting) for book in books)), None)


MADE = "<!-- Made by tools/rules from the rulebooks of reports: change it there. -->"
ABOUT = (
    "Dossiers, rulings, screens and printed house rules cite rules by these numbers, such as “rule 1.4 "
    "case 4, law 1”. The wording is the program’s own. Each rule names its sources, and what no source "
    "says. The numbers 5 and 6 are unused."
)


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {"README.md": _index_page(), **{f"{book.name}.md": _book_page(book) for book in rulebooks()}}


def _index_page() -> str:
    """The page that lists the books."""
    books = (f"- [Rule {book.number}: {book.title}]({book.name}.md). {book.about}" for book in rulebooks())
    return _page("# The rules", _linked(ABOUT), "\n".join(books))


def _book_page(book: Rulebook) -> str:
    """The page of one book."""
    parts = [f"# {_place(Citation(book.number))}Rule {book.number}: {book.title}", _linked(book.about, book)]
    for rule in book.rules:
        parts += _rule(rule, book)
    return _page(*parts, "[The other rules](README.md)")


def _page(*parts: str) -> str:
    return "\n\n".join((MADE, *parts)) + "\n"


def _rule(rule: Rule, book: Rulebook) -> Iterator[str]:
    yield f"## {_place(Citation(rule.number))}{rule.number} {rule.title}"
    yield from _blocks(rule.says, book)
    if rule.cases:
        yield "\n".join(
            f"{number}. {_place(Citation(rule.number, number))}{_linked(case, book)}"
            for number, case in enumerate(rule.cases, start=1)
        )
    if rule.laws:
        yield "\n".join(
            f"{law.number}. {_place(Citation(law=law.number))}**{capital(law.title)}.** {_linked(law.means, book)}"
            for law in rule.laws
        )
    yield from _blocks(rule.after, book)
    if settings := settings_of(rule, book):
        yield "House rules: " + "; ".join(_setting(*setting) for setting in settings) + "."
    yield from provenance(rule)


def capital(text: str) -> str:
    """A text with a capital first letter.

    >>> capital("a bar holds until “it goes”")
    'A bar holds until “it goes”'
    """
    return text[:1].upper() + text[1:]


def provenance(rule: Rule) -> Iterator[str]:
    """The sources of a rule, and what the program adds to them."""
    if rule.sources:
        yield "Taken from " + "; ".join(rule.sources) + "."
    if rule.ours:
        yield f"Ours: {rule.ours[:1].lower()}{rule.ours[1:]}"


def settings_of(rule: Rule, book: Rulebook) -> tuple[tuple[str, str, int | None], ...]:
    """The house rules that decide part of a rule: name, setting, and the case it decides."""
    game = next((papers.name for papers in all_papers() if papers.rulebook is book), "")
    return tuple((rule_name(name, game), name, case) for name, case in rule.settings.items() if is_named(name, game))


def _setting(label: str, name: str, case: int | None) -> str:
    text = f"{label} (`{name}`)"
    return f"{text}, case {case}" if case else text


def _blocks(blocks: Iterable[Block], book: Rulebook) -> Iterator[str]:
    for block in blocks:
        match block:
            case Table():
                rows = (block.heads, ("---",) * len(block.heads), *block.rows)
                yield "\n".join(f"| {' | '.join(_linked(cell, book) for cell in row)} |" for row in rows)
            case Drawing():
                yield "\n".join(f"    {line}" for line in block.lines.splitlines())
            case str():
                yield _linked(block, book)


def _linked(text: str, here: Rulebook | None = None) -> str:
    """A text with its citations as links."""
    marks = [(start, end, f"[{text[start:end]}]({_address(cited, here)})") for start, end, cited in citations_in(text)]
    cuts = [(0, 0, ""), *marks, (len(text), len(text), "")]
    return "".join(left[2] + text[left[1] : right[0]] for left, right in pairwise(cuts))


def _address(cited: Citation, here: Rulebook | None) -> str:
    book = book_citing(cited)
    if book is None:
        raise AssertionError(f"{cited.anchor} is cited, and stands nowhere")
    return f"#{cited.anchor}" if book is here else f"{book.name}.md#{cited.anchor}"


def _place(cited: Citation) -> str:
    return f'<a id="{cited.anchor}"></a>'
