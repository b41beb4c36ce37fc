"""A book as a whole: its file, and its end held against the heads that are kept outside of it while it is served."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.verification.inspection import Finding
from dealer.verification.night import verify_book
from dealer.verification.outside_head import HeldAgainst, held_against
from events.book.book import Book
from events.book.outside_head import read_head
from events.records import BookError


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeBook:
    """What was found of a book itself, and against each of its heads; ``unread`` says which heads do not read."""

    finding: Finding | None
    held: tuple[HeldAgainst, ...]
    unread: tuple[str, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is wrong with it."""
        return tuple(one for one in (self.finding, *(one.finding for one in self.held)) if one)


def verify_whole(book: Book) -> WholeBook:
    """Check what no night can tell of itself, by the file and by the heads kept outside of it."""
    heads, unread = [], []
    # Before anything of the book: it only grows meanwhile, and is no shorter than they are.
    for path in book.kept_heads:
        try:
            head = read_head(path)
        except BookError as error:
            unread.append(error.why)
        else:
            heads += [(path.name, head)] if head else []
    finding = verify_book(book)
    held = tuple(held_against(book, head, name) for name, head in heads)
    return WholeBook(finding=finding, held=held, unread=tuple(unread))
