"""With any one amount of an export changed, hledger, ledger and beancount each refuse it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from events.book.book import Book
from ledger.accounts import CHART
from ledger.export.journal import PLACES
from tests.ledger.export import peers
from tests.ledger.export.nights import balances_of, book_of, everything, exported

AMOUNT = re.compile(r"(?<![~\d])(?<!~ )-?\d+\.\d\d(?= (?:=|~|USD\n))|(?<== USD )-?\d+\.\d\d(?=\n)", re.ASCII)
"""An amount of a posting or an assertion; not beancount's tolerance, which is no amount of the book."""

Check = Callable[[str], str]

CHECKS: dict[str, Check] = {
    "hledger": peers.check_hledger,
    "ledger": peers.check_ledger,
    "beancount": peers.check_beancount,
}


@pytest.fixture(scope="module")
def small() -> Iterator[Book]:
    with book_of(everything()) as book:
        yield book


@pytest.mark.parametrize("to", ["ledger", "beancount"])
def test_a_small_night_with_any_one_amount_changed_is_refused(small: Book, to: str) -> None:
    """Every amount of postings and of assertions, by a cent or by a tenth of one, which beancount would let pass."""
    text = exported(small, to)
    found = list(AMOUNT.finditer(text))
    assert len(found) == amounts_of(small, to)
    for at, one in enumerate(found):
        assert "balance" in CHECKS[to](changed(text, one, at)).lower(), f"{one[0]} at {one.start()}"


def test_hledger_refuses_a_night_with_one_amount_changed(small: Book) -> None:
    """One posting and one assertion of every place in the chart, and some more by lot: each costs a process."""
    text = exported(small, "hledger")
    found = list(AMOUNT.finditer(text))
    assert len(found) == amounts_of(small, "hledger")
    Random("hledger").shuffle(found)
    kinds: Counter[tuple[str, bool]] = Counter()
    chosen: list[re.Match[str]] = []
    for one in found:
        line = text[text.rindex("\n", 0, one.start()) + 1 : one.end()]
        kind = (place_of(line), " = " in line)
        kinds[kind] += 1
        if kinds[kind] == 1 or len(chosen) < 12:
            chosen.append(one)
    assert {place for place, _ in kinds} == {PLACES[one] for one in CHART if one not in ("sleepers", "after_hock")}
    for at, one in enumerate(chosen):
        assert "balance" in peers.check_hledger(changed(text, one, at)).lower(), f"{one[0]} at {one.start()}"


@pytest.mark.parametrize("tail", ["004", "0000001"])
def test_ledger_refuses_less_than_half_a_cent_where_an_account_comes_to_nothing(small: Book, tail: str) -> None:
    """With a format declared for the commodity it would let that pass."""
    text = exported(small, "ledger")
    nothing = list(re.finditer(r"-?\d+\.\d\d(?= = USD 0\.00\n)", text))
    assert nothing
    for one in nothing:
        assert "balance" in peers.check_ledger(text[: one.end()] + tail + text[one.end() :]).lower()


def test_two_changed_amounts_that_balance_are_still_refused(small: Book) -> None:
    """A transaction made over whole balances; the running balances, and beancount's of the next day, do not."""
    for to, check in CHECKS.items():
        text = exported(small, to)
        head, first, rest = re.split(r"(\n2026-11-21 \* [^\n]*\n(?: [^\n]*\n)*)", text, maxsplit=1)
        altered = re.sub(r"2500\.00", "2500.01", first)
        assert altered != first
        assert "balance" in check(head + altered + rest).lower(), to


def test_a_transaction_left_out_is_refused(small: Book) -> None:
    for to, check in CHECKS.items():
        text = exported(small, to)
        parts = re.split(r"(\n2026-11-21 \* [^\n]*\n(?: [^\n]*\n)*)", text)
        gone = parts.pop(len(parts) // 4 * 2 + 1)
        assert "evt-0000" in gone
        assert "balance" in check("".join(parts)).lower(), to


def test_an_amount_in_another_commodity_is_refused(small: Book) -> None:
    for to, check in CHECKS.items():
        text = exported(small, to)
        at = text.rindex("USD")
        assert check(f"{text[:at]}EUR{text[at + 3 :]}"), to


def amounts_of(book: Book, to: str) -> int:
    """How many amounts the export of a book's one night must have."""
    postings = 2 * sum(len(fact.fact.moves) for fact in book.facts(book.nights()[0]))
    return postings + 2 * len(balances_of(book)) if to == "beancount" else 2 * postings


def place_of(line: str) -> str:
    """Where the account of a posting's line stands in the chart."""
    return line.split()[0].partition(":2026-11-21-1")[0]


def changed(text: str, one: re.Match[str], at: int) -> str:
    """The text with one amount a cent or, every other time, a tenth of a cent off."""
    return text[: one.start()] + (one[0] + "1" if at % 2 else _a_cent_more(one[0])) + text[one.end() :]


def _a_cent_more(amount: str) -> str:
    whole, cents = amount.lstrip("-").split(".")
    more = int(whole) * 100 + int(cents) + 1
    return f"{'-' if amount.startswith('-') else ''}{more // 100}.{more % 100:02d}"
