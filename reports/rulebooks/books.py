"""All books of rules, and where in them a citation stands."""

from __future__ import annotations

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
