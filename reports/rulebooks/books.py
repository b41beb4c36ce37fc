"""All books of rules, and where in them a citation stands."""

from __future__ import annotations

from events.frozen import Frozen
from reports.game_papers import all_papers, papers_of
from reports.rulebook import Citation, Rulebook
from reports.rulebooks.matches import MATCH_RULES
from reports.rulebooks.night import NIGHT_RULES

_SHARED = (MATCH_RULES, NIGHT_RULES)
"""The books that are no game's own."""


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
        """What a form sends for it: a law's number, or the words with which a reason cites a rule."""
        return str(self.citation.law or f"Rule {self.citation.rule} ({self.title})")

    @property
    def text(self) -> str:
        """It with its number: ``Law 1: bets are taken or paid as they lie``, ``Rule 3.3: Antes and passes``."""
        kind, number = ("Law", self.citation.law) if self.citation.law else ("Rule", self.citation.rule)
        return f"{kind} {number}: {self.title}"


def citable_in(game: str) -> tuple[Citable, ...]:
    """What a ruling on a game may cite: its laws where it has any, else the rules of its own book."""
    book = papers_of(game).rulebook
    rules = book.rules if book else ()
    laws = tuple(Citable(Citation(law=law.number), law.said) for rule in rules for law in rule.laws)
    return laws or tuple(Citable(Citation(rule=rule.number), rule.title) for rule in rules)


def book_called(name: str) -> Rulebook:
    """The book of a name; :class:`LookupError` where there is none."""
    for book in rulebooks():
        if book.name == name:
            return book
    raise LookupError(f"there are no rules called {name}")


def book_citing(citation: Citation) -> Rulebook | None:
    """The book in which a citation stands; ``None`` where it stands in none."""
    return next((book for book in rulebooks() if citation in book.citations), None)


def rule_deciding(game: str, setting: str) -> Citation | None:
    """The rule of a game, or of a book that games share, that a house rule decides; ``None`` where none does."""
    own = papers_of(game).rulebook
    books = (own, *_SHARED) if own else _SHARED
    return next(filter(None, (book.deciding(setting) for book in books)), None)
