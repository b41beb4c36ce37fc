"""The book as a journal of ledger: everything declared before it is used, a balance asserted at every posting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.book.book import Book
from ledger.export.journal import TAGS, Account, Journal, journals
from ledger.export.plain_text import harmless, heading_lines, transaction_lines


def lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The lines of the journal of these nights, without their ends; ``ledger --strict --pedantic`` takes it."""
    yield "; casekeeper, for ledger: ledger -f THIS --strict --pedantic balance"
    yield ""
    # No format: with one, ledger rounds to it and lets half a cent pass where an account comes to nothing.
    yield f"commodity {commodity}"
    yield from (f"tag {name}" for name in TAGS)
    for journal in journals(book, nights):
        yield from _night(journal, commodity)


def _night(journal: Journal, commodity: str) -> Iterator[str]:
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"account {account.name}"
        yield f"    note {_note(account)}"
    yield from transaction_lines(journal, commodity)


def _note(account: Account) -> str:
    """What it holds, its name in our book, which has its owner in it, and what that player is called."""
    known = "".join(f"; {name} {harmless(value)}" for name, value in account.tags if name != "owner")
    return account.holds + known
