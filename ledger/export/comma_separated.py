"""The book as CSV (RFC 4180): a heading, then a row for every posting, for spreadsheets and data frames."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ledger.export.journal import Entry, Posting, in_units, journals

if TYPE_CHECKING:
    from events.book.book import Book

COLUMNS = (
    "night",
    "date",
    "fact",
    "posting",
    "time",
    "kind",
    "command",
    "who",
    "device",
    "account",
    "debit",
    "credit",
    "balance",
    "commodity",
    "hash",
)
"""``account`` is the book's own name; amounts have two decimals, and a balance above zero is a debit."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The rows as lines, without their ends (which RFC 4180 wants to be CR LF)."""
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for journal in journals(book, nights):
        for entry in journal.entries:
            for number, posting in enumerate(entry.postings, start=1):
                yield writer.writerow(_row(journal.opened.date, entry, number, posting, commodity))


class _Line:
    """A file for the writer of the standard library that hands back what it is given."""

    def write(self, line: str) -> str:
        """The line without its end."""
        return line.removesuffix("\r\n")


def _row(day: str, entry: Entry, number: int, posting: Posting, commodity: str) -> tuple[str | int, ...]:
    fact = entry.recorded
    debit, credit_ = max(posting.cents, 0), max(-posting.cents, 0)
    return (
        fact.stream,
        day,
        fact.version,
        number,
        fact.at,
        fact.kind,
        _no_formula(fact.command),
        _no_formula(fact.who),
        _no_formula(fact.device),
        posting.account,
        in_units(debit) if debit else "",
        in_units(credit_) if credit_ else "",
        in_units(posting.balance_cents),
        commodity,
        fact.hash,
    )


def _no_formula(words: str) -> str:
    """Words that no spreadsheet takes for a formula: what could begin one, or an apostrophe, gets an apostrophe."""
    return f"'{words}" if words.startswith(_FORMULA) else words
