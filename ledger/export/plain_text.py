"""The book as a journal of hledger or of ledger: everything declared, a balance asserted at every posting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ledger.export.journal import ACCOUNT_TAGS, TAGS, Account, Entry, Journal, in_units, journals

if TYPE_CHECKING:
    from events.book.book import Book

_HARMFUL = re.compile(r"(?![\w .\-:/@+&()'!?])[\0-\x9f]|^ | $| (?= )")
"""What would end a tag's value (a comma), begin a comment (``;``), a date (``[``) or a note (``|``) stays out.

As one set with all that is let through, it took 4 ms of every start to compile.
"""

_WIDEST = 72
"""A longer name of an account pushes its own amounts to the right, not those of all others."""


def hledger_lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The lines of hledger's journal of these nights, without their ends.

    ``hledger check --strict ordereddates payees`` takes it where the nights come in the order of their dates.
    """
    yield "; casekeeper, for hledger: hledger -f THIS check --strict"
    yield ""
    yield f"commodity {commodity} 1000.00"
    yield from (f"tag {name}" for name in (*TAGS, *ACCOUNT_TAGS))
    for journal in journals(book, nights):
        yield from _hledger_night(journal, commodity)


def _hledger_night(journal: Journal, commodity: str) -> Iterator[str]:
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"account {account.name}"
        yield f"    ; {account.holds}"
        yield from _tag_lines(account.tags)
    yield from (f"payee {_harmless(people)}" for people in journal.people)
    yield from _transaction_lines(journal, commodity)


def ledger_lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """The lines of ledger's journal of these nights, without their ends; ``ledger --strict --pedantic`` takes it."""
    yield "; casekeeper, for ledger: ledger -f THIS --strict --pedantic balance"
    yield ""
    # No format: with one, ledger rounds to it and lets half a cent pass where an account comes to nothing.
    yield f"commodity {commodity}"
    yield from (f"tag {name}" for name in TAGS)
    for journal in journals(book, nights):
        yield from _ledger_night(journal, commodity)


def _ledger_night(journal: Journal, commodity: str) -> Iterator[str]:
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"account {account.name}"
        yield f"    note {_note(account)}"
    yield from _transaction_lines(journal, commodity)


def _note(account: Account) -> str:
    """What it holds, its name in our book, which has its owner in it, and what that player is called."""
    known = "".join(f"; {name} {_harmless(value)}" for name, value in account.tags if name != "owner")
    return account.holds + known


def _harmless(words: str) -> str:
    """Words as a value of a tag or a part of a description: what means something to a journal is ``%2C``.

    So is the percent sign itself: the words can be had back as those of an address are.
    """
    return _HARMFUL.sub(_encoded, words)


def _encoded(found: re.Match[str]) -> str:
    return "".join(f"%{one:02X}" for one in found[0].encode())


def _tag_lines(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line of comment for each tag, as it stands below what it belongs to."""
    return (f"    ; {name}: {_harmless(value)}" for name, value in tags)


def heading_lines(journal: Journal) -> Iterator[str]:
    """Which night it is, as comments."""
    yield ""
    yield f"; {journal.title}"
    yield f"; table {journal.opened.table}"
    yield f"; dealer {journal.opened.dealer}"


def _transaction_lines(journal: Journal, commodity: str) -> Iterator[str]:
    """The entries as transactions: explicit amounts, and after each the balance that its account then has."""
    width = min(max((len(account.name) for account in journal.accounts), default=0), _WIDEST)
    for entry in journal.entries:
        yield from _transaction(entry, journal.opened.date, commodity, width)


def _transaction(entry: Entry, day: str, commodity: str, width: int) -> Iterator[str]:
    yield ""
    yield f"{day} * ({entry.number}) {_harmless(entry.people)} | {entry.what}"
    yield from _tag_lines(entry.tags)
    for posting in entry.postings:
        amount, balance = in_units(posting.cents), in_units(posting.balance_cents)
        yield f"    {posting.name:<{width}}  {commodity} {amount:>10} = {commodity} {balance}"
