"""What holds for every format: the same bytes each time, no line lost between pieces, an open night as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from events.records import BookError
from ledger.export.formats import FORMATS
from ledger.export.journal import journal_of
from tests.ledger.export import peers
from tests.ledger.export.nights import HOSTILE, balances_of, book_of, everything, exported
from tests.oracle.random_nights import random_night

JOURNALS = ("hledger", "ledger", "beancount")


def test_the_same_book_gives_the_same_bytes() -> None:
    with book_of(everything(), random_night(5, most_lines=100)) as book:
        assert list(FORMATS) == ["hledger", "ledger", "beancount", "csv", "jsonl"]
        for to in FORMATS:
            assert exported(book, to) == exported(book, to)
            one_by_one = "".join(
                f"{line}{FORMATS[to].line_end}" for line in FORMATS[to].lines(book, book.nights(), "USD")
            )
            assert exported(book, to) == one_by_one


def test_nights_are_read_only_when_their_turn_comes() -> None:
    """A book of many nights is never held whole: the second night is not read while the first is written."""
    with book_of(everything(), everything()) as book:
        first = book.nights()[0]

        def nights() -> Iterator[str]:
            yield first
            raise AssertionError("read before its turn")

        for to in FORMATS:
            assert len(list(islice(FORMATS[to].lines(book, nights(), "USD"), 40))) == 40


def test_every_night_stands_by_itself_in_a_file_of_many() -> None:
    """The same seats on the same day: accounts of one night are none of another's, and files can be put together."""
    with book_of(everything(), everything()) as book:
        one, other = (frozenset(name for name in balances_of(book) if night in name) for night in book.nights())
        assert len(one) == len(other) > 20
        assert not one & other
        assert peers.hledger_balances(exported(book, "hledger")) == balances_of(book)


@pytest.mark.parametrize("lines", [1, 2, 5, 20])
def test_an_open_night_is_exported_as_it_stands(lines: int) -> None:
    """Also one in which no money has moved yet."""
    night = everything()[:lines]
    night[0] = {**night[0], "roll": 0} if lines == 2 else night[0]
    with book_of(night) as book:
        assert peers.check_hledger(exported(book, "hledger")) == ""
        assert peers.check_ledger(exported(book, "ledger")) == ""
        assert peers.beancount_balances(exported(book, "beancount")) == balances_of(book)
        assert (balances_of(book) == {}) == (lines == 2)


def test_a_night_goes_on_and_its_export_goes_on_from_where_it_was() -> None:
    with book_of(everything()) as book:
        before = {to: exported(book, to) for to in ("csv", "hledger")}
        assistant, night = Assistant(book), book.nights()[0]
        assistant.execute({"do": "tip", "player": "red", "amount": 100}, HOSTILE, night=night)
        assert exported(book, "csv").startswith(before["csv"])
        assert exported(book, "hledger").startswith(before["hledger"])


def test_another_commodity_is_declared_and_used_throughout() -> None:
    with book_of(everything(), sender=Sender(who="a", device="b")) as book:
        for to in (*JOURNALS, "csv"):
            text = b"".join(FORMATS[to].pieces(book, book.nights(), "EUR")).decode()
            assert "EUR" in text
            assert text == exported(book, to).replace("USD", "EUR")
        for commodity in ("usd", "US", "DOLLAR", "$", "U D", "ÜSD", ""):
            with pytest.raises(ValueError, match="three capital letters"):
                FORMATS["hledger"].pieces(book, book.nights(), commodity)


def test_a_player_is_called_by_the_last_seating_that_stands() -> None:
    opening, seat = everything()[0], {"do": "seat_player", "player": "red"}
    buys = {"do": "buy_checks", "player": "red", "amount": 100}
    left = {"do": "leave_table", "player": "red"}
    with book_of([opening, {**seat, "name": "Ada"}, {"do": "void"}, {**seat, "name": "Bea"}, buys]) as book:
        assert called(book) == {"Bea"}
    with book_of([opening, {**seat, "name": "Ada"}, buys, left, {**seat, "name": "Cy"}, {"do": "void"}]) as book:
        assert called(book) == {"Ada"}
    # A backer may have the name of a seat that nobody took in the end.
    backed = {**opening, "roll": 1_000, "backers": [{"name": "red", "share": 1}]}
    with book_of([backed, {**seat, "name": "Ada"}, {"do": "void"}]) as book:
        assert called(book) == set()


def called(book: Book) -> set[str]:
    night = book.nights()[0]
    return {name for account in journal_of(night, book.facts(night)).accounts for name in account.called}


def test_a_night_that_was_never_opened_is_a_damaged_book() -> None:
    with book_of(everything()) as book:
        facts = book.facts(book.nights()[0])
    for some in ([], facts[1:]):
        with pytest.raises(BookError, match="opens no night"):
            journal_of("2026-11-21-1", some)
