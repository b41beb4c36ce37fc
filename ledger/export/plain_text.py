"""What the journals of hledger and of ledger have in common: transactions, tags and how words are kept harmless."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ledger.export.journal import Entry, Journal, in_units

_HARMFUL = re.compile(r"[^\w .\-:/@+&()'!?\xa0-\U0010ffff]|^ | $| (?= )")
"""What would end a tag's value (a comma), begin a comment (``;``), a date (``[``) or a note (``|``) stays out."""

_WIDEST = 72
"""A longer name of an account pushes its own amounts to the right, not those of all others."""


def harmless(words: str) -> str:
    """Words as a value of a tag or a part of a description: what means something to a journal is ``%2C``.

    So is the percent sign itself: the words can be had back as those of an address are.
    """
    return _HARMFUL.sub(_encoded, words)


def _encoded(found: re.Match[str]) -> str:
    return "".join(f"%{one:02X}" for one in found[0].encode())


def tag_lines(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line of comment for each tag, as it stands below what it belongs to."""
    return (f"    ; {name}: {harmless(value)}" for name, value in tags)


def heading_lines(journal: Journal) -> Iterator[str]:
    """Which night it is, as comments."""
    yield ""
    yield f"; {journal.title}"
    yield f"; table {journal.opened.table}"
    yield f"; dealer {journal.opened.dealer}"


def transaction_lines(journal: Journal, commodity: str) -> Iterator[str]:
    """The entries as transactions: explicit amounts, and after each the balance that its account then has."""
    width = min(max((len(account.name) for account in journal.accounts), default=0), _WIDEST)
    for entry in journal.entries:
        yield from _transaction(entry, journal.opened.date, commodity, width)


def _transaction(entry: Entry, day: str, commodity: str, width: int) -> Iterator[str]:
    yield ""
    yield f"{day} * ({entry.number}) {harmless(entry.people)} | {entry.what}"
    yield from tag_lines(entry.tags)
    for posting in entry.postings:
        amount, balance = in_units(posting.cents), in_units(posting.balance_cents)
        yield f"    {posting.name:<{width}}  {commodity} {amount:>10} = {commodity} {balance}"
