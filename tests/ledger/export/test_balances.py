"""Balances under the names of exports are those of our ledger, and those that another program reckons."""

from __future__ import annotations

import pytest

from events.book.book import Book
from ledger.export.journal import balances, to_depth
from ledger.ledger import LedgerBroken
from tests.ledger.export import peers
from tests.ledger.export.nights import balances_of, book_of, everything, exported


@pytest.fixture(scope="module")
def book() -> Book:
    return book_of(everything(), everything())


def test_balances_are_our_ledgers_and_another_programs(book: Book) -> None:
    found = balances(book, book.nights())
    assert found == balances_of(book) == peers.ledger_balances(exported(book, "ledger"))


def test_of_the_nights_asked_for_alone(book: Book) -> None:
    first, second = book.nights()
    one, other = balances(book, [first]), balances(book, [second])
    assert not one.keys() & other.keys()
    assert one | other == balances(book, [first, second])


def test_to_a_depth_debits_and_credits_are_equal_and_nothing_is_lost(book: Book) -> None:
    found = balances(book, book.nights())
    assert sum(found.values()) == 0
    for depth in range(1, 6):
        added = to_depth(found, depth)
        assert sum(added.values()) == 0
        assert all(name.count(":") < depth for name in added)
        for name, cents in added.items():
            under = [value for key, value in found.items() if key == name or key.startswith(f"{name}:")]
            assert cents == sum(under)
    assert to_depth(found, 9) == found


def test_a_night_whose_ledger_does_not_hold_has_no_balances(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger is asserted after every fact: an account that crossed its side meanwhile is found."""
    night = book.nights()[0]
    backwards = book.facts(night)[::-1]
    monkeypatch.setattr(Book, "facts", lambda *_: backwards)
    with pytest.raises(LedgerBroken):
        balances(book, [night])
