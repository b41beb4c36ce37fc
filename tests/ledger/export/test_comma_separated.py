"""The CSV: a row a posting that reads back exactly, adds up, and holds nothing that a spreadsheet would carry out."""

from __future__ import annotations

import csv
import io
from collections import Counter
from decimal import Decimal

import pytest

from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from ledger.export.formats import COLUMNS
from tests.ledger.export.nights import book_of, everything, exported

FORMULA = Sender(who="=HYPERLINK(A1)", device='@SUM(1;2) "x",\r\ny')


def rows_of(book: Book) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(exported(book, "csv"), newline=""), strict=True)
    rows = list(reader)
    assert tuple(reader.fieldnames or ()) == COLUMNS
    return rows


def test_every_posting_is_a_row_with_the_accounts_balance_after_it() -> None:
    with book_of(everything()) as book:
        night = book.nights()[0]
        moving = [fact for fact in book.facts(night) if fact.fact.moves]
        rows = rows_of(book)
        ledger = Assistant(book).night(night).ledger
    running: Counter[str] = Counter()
    for row in rows:
        assert (row["debit"] == "") != (row["credit"] == "")
        running[row["account"]] += int(Decimal(row["debit"] or "0") * 100) - int(Decimal(row["credit"] or "0") * 100)
        assert int(Decimal(row["balance"]) * 100) == running[row["account"]]
    assert {account: cents for account, cents in running.items() if cents} == {
        account: cents for account, cents in ledger.balances.items() if cents
    }
    assert sum(running.values()) == 0
    expected = [
        (fact.version, number, fact.kind, fact.at, fact.command, fact.hash)
        for fact in moving
        for number in range(1, 2 * len(fact.fact.moves) + 1)
    ]
    columns = ("kind", "time", "command", "hash")
    assert [(int(row["fact"]), int(row["posting"]), *(row[name] for name in columns)) for row in rows] == expected


def test_lines_end_as_rfc_4180_has_them_and_every_row_has_every_column() -> None:
    with book_of(everything(), sender=Sender(who="a", device="b")) as book:
        text = exported(book, "csv")
    assert text.endswith("\r\n")
    lines = text.split("\r\n")[:-1]
    assert not any("\n" in line or "\r" in line for line in lines)
    assert {len(next(csv.reader([line], strict=True))) for line in lines} == {len(COLUMNS)}


@pytest.mark.parametrize("words", [FORMULA.who, FORMULA.device, "+1", "-1", "\tx", "\rx", "\nx", "'=1", "'"])
def test_words_that_begin_like_a_formula_get_an_apostrophe_that_can_be_taken_off_again(words: str) -> None:
    night = everything()[:1]
    with book_of(night, sender=Sender(who=words, device=words)) as book:
        row = rows_of(book)[0]
    assert row["who"] == row["device"] == f"'{words}"


def test_other_words_stand_as_they_are() -> None:
    with book_of(everything()[:1], sender=Sender(who="Ada, 'x'", device='say "=1"')) as book:
        row = rows_of(book)[0]
    assert (row["who"], row["device"]) == ("Ada, 'x'", 'say "=1"')
