"""The book as a journal of hledger: everything declared, a balance asserted at every posting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.book.book import Book
from ledger.export.journal import ACCOUNT_TAGS, TAGS, Journal, journals
from ledger.export.plain_text import harmless, heading_lines, tag_lines, transaction_lines


def lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The lines of the journal of these nights, without their ends.

    ``hledger check --strict ordereddates payees`` takes it where the nights come in the order of their dates.
    """
    yield "; casekeeper, for hledger: hledger -f THIS check --strict"
    yield ""
    yield f"commodity {commodity} 1000.00"
    yield from (f"tag {name}" for name in (*TAGS, *ACCOUNT_TAGS))
    for journal in journals(book, nights):
        yield from _night(journal, commodity)


def _night(journal: Journal, commodity: str) -> Iterator[str]:
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"account {account.name}"
        yield f"    ; {account.holds}"
        yield from tag_lines(account.tags)
    yield from (f"payee {harmless(people)}" for people in journal.people)
    yield from transaction_lines(journal, commodity)
