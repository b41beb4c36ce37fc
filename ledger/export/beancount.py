"""The book as a ledger of beancount: no tolerance anywhere, and every account's balance asserted before and after.

beancount's assertions hold at the beginning of a day and all facts of a night have the night's date, so that an
account's balance is pinned at that day's beginning (nothing) and at the next day's. In between every posting has its
amount, and a transaction that does not come to exactly nothing is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from events.records import BookError
from ledger.export.journal import Entry, Journal, in_units, journals
from ledger.export.plain_text import heading_lines

if TYPE_CHECKING:
    from events.book.book import Book


def lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The lines of the ledger of these nights, without their ends; ``bean-check`` takes it.

    The commodity is declared as of the first night named, which is to be the earliest.
    """
    yield "; casekeeper, for beancount: bean-check THIS"
    yield ""
    yield f'option "operating_currency" "{commodity}"'
    # Half a cent would pass by default.
    yield 'option "tolerance_multiplier" "0"'
    declared = False
    for journal in journals(book, nights):
        if not declared:
            yield ""
            yield f"{journal.opened.date} commodity {commodity}"
            declared = True
        yield from _night(journal, commodity)


def _night(journal: Journal, commodity: str) -> Iterator[str]:
    day = journal.opened.date
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"{day} open {account.name} {commodity}"
        yield f"  holds: {_text(account.holds)}"
        yield from _metadata(account.tags)
        yield _balance(day, account.name, 0, commodity)
    for entry in journal.entries:
        yield from _transaction(entry, day, commodity)
    yield ""
    closing = journal.closing_cents
    for account in journal.accounts:
        yield _balance(_day_after(day), account.name, closing[account.name], commodity)


def _transaction(entry: Entry, day: str, commodity: str) -> Iterator[str]:
    yield ""
    yield f"{day} * {_text(entry.people)} {_text(f'{entry.number} {entry.what}')}"
    yield from _metadata(entry.tags)
    for posting in entry.postings:
        yield f"  {posting.name}  {in_units(posting.cents)} {commodity}"


def _balance(day: str, name: str, cents: int, commodity: str) -> str:
    return f"{day} balance {name}  {in_units(cents)} ~ 0.00 {commodity}"


def _metadata(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"  {name}: {_text(value)}" for name, value in tags)


def _text(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _day_after(day: str) -> str:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except OverflowError:
        raise BookError("no_day_after", f"beancount asserts balances on the next day; after {day} is none.") from None
