"""``casekeeper balances``: every account by its name in the exports, of the nights that are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.book.book import Book
from ledger.export.journal import balances, in_units
from tests.web.command_line.called import NIGHTS, assert_one_sentence, casekeeper


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of two nights."""
    where = tmp_path_factory.mktemp("balances") / "book.db"
    for _ in range(2):
        assert casekeeper("play", NIGHTS / "fan-tan-antes.jsonl", "--keep-going", "--book", where).exit_code == 0
    return where


def shown(path: Path, *arguments: object) -> dict[str, str]:
    ran = casekeeper("balances", "--book", path, *arguments)
    assert ran.exit_code == 0
    lines = [line.split() for line in ran.stdout.splitlines()]
    return {name: amount for amount, name in lines}


def test_every_account_has_a_line_in_the_order_of_their_names(path: Path) -> None:
    with Book.open(path, create=False, read_only=True) as book:
        held = {name: in_units(cents) for name, cents in balances(book, book.nights()).items()}
    told = shown(path)
    assert told == held
    assert list(told) == sorted(told)


def test_nights_are_asked_for_by_name(path: Path) -> None:
    with Book.open(path, create=False, read_only=True) as book:
        first, second = book.nights()
    assert set(shown(path, first)) == {name for name in shown(path) if second not in name}


def test_a_depth_adds_up_under_the_first_parts(path: Path) -> None:
    assert shown(path, "--depth", "1").keys() <= {"Assets", "Liabilities", "Equity", "Income"}


def test_a_night_that_the_book_has_not(path: Path) -> None:
    assert_one_sentence(casekeeper("balances", "1882-01-01-1", "--book", path), "no_such_night")
