"""What every account of some nights comes to, under the names that the other programs get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ledger.export.chart import account_name
from ledger.ledger import Ledger

if TYPE_CHECKING:
    from events.book.book import Book


def balances(book: Book, nights: Iterable[str]) -> dict[str, int]:
    """The balance in cents of every account of these nights, debits above zero, by its name in the other programs.

    The ledger is asserted after every fact (:class:`~ledger.ledger.LedgerBroken`).
    """
    found: dict[str, int] = {}
    for night in nights:
        ledger = Ledger()
        for one in book.facts(night):
            ledger = ledger.post(one.fact.moves)
        found |= {account_name(night, account): cents for account, cents in ledger.balances.items()}
    return found


def to_depth(found: Mapping[str, int], depth: int) -> dict[str, int]:
    """Balances added up under the first ``depth`` parts of their names.

    >>> to_depth({"Assets:Cash:Roll:2026-11-21-1": 500, "Assets:Cash:Bought:2026-11-21-1:Red": -200}, 2)
    {'Assets:Cash': 300}
    """
    added: Counter[str] = Counter()
    for name, cents in found.items():
        added[":".join(name.split(":")[:depth])] += cents
    return dict(added)
