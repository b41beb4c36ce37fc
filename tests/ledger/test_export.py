"""Every format of export: the same bytes each time, names that peers take, rows and hashes that read back."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice, pairwise
from string import ascii_letters, digits
from typing import Any
from urllib.parse import unquote

import pytest
from beancount.core import account as beancount_account
from hypothesis import example, given
from hypothesis import strategies as st

from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, EVENT_COLUMNS
from events.records import BookError
from ledger import accounts
from ledger.accounts import CHART, AccountClass
from ledger.export import COLUMNS, FORMATS, Commodities, Commodity, _harmless
from ledger.journal import OF_TWO, account_name, balances, component, journal_of, journals, owners_of, to_depth
from ledger.ledger import LedgerBroken
from tests.ledger.export import peers
from tests.ledger.export.nights import (
    HOSTILE,
    balances_of,
    book_of,
    everything,
    exported,
    whole,
)
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.oracle.random_games import random_night_of
from tests.oracle.random_nights import random_night
from tests.support.stored import SEEDS

EUROS = Commodities(usual=Commodity(code="EUR"))
JOURNALS = ("hledger", "ledger", "beancount")


def test_the_same_book_gives_the_same_bytes() -> None:
    with book_of(everything(), random_night(5, most_lines=100)) as book:
        assert list(FORMATS) == ["hledger", "ledger", "beancount", "csv", "jsonl"]
        for to in FORMATS:
            assert exported(book, to) == exported(book, to)
            one_by_one = "".join(
                f"{line}{FORMATS[to].line_end}" for line in FORMATS[to].lines(book, whole(book), Commodities())
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
            assert len(list(islice(FORMATS[to].lines(book, nights(), Commodities()), 40))) == 40


def test_every_night_stands_by_itself_in_a_file_of_many() -> None:
    """The same seats on the same day: accounts of one night are none of another's, and files can be put together."""
    with book_of(everything(), everything()) as book:
        first, other = (frozenset(name for name in balances_of(book) if night in name) for night in book.nights())
        assert len(first) == len(other) > 20
        assert not first & other
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
        service, night = NightService(book), book.nights()[0]
        service.execute({"do": "tip", "player": "red", "amount": 100}, HOSTILE, night=night)
        assert exported(book, "csv").startswith(before["csv"])
        assert exported(book, "hledger").startswith(before["hledger"])


def test_another_commodity_is_declared_and_used_throughout() -> None:
    with book_of(everything(), sender=Sender(who="a", device="b")) as book:
        for to in (*JOURNALS, "csv"):
            text = b"".join(FORMATS[to].pieces(book, book.nights(), EUROS)).decode()
            assert "EUR" in text
            assert text == exported(book, to).replace("USD", "EUR")
        for commodity in ("usd", "US", "DOLLAR", "$", "U D", "ÜSD", ""):
            with pytest.raises(ValueError, match="three capital letters"):
                FORMATS["hledger"].pieces(book, book.nights(), Commodities(usual=Commodity(code=commodity)))


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


def test_the_houses_days_stand_between_the_nights_and_open_each_account_once() -> None:
    """What a night moves has its date, and what the cage moves has its own; dates never go back."""
    book, now = Book.open(), ["2026-11-20T20:00:00.000Z"]
    service = NightService(book, lambda: now[0])
    service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada"}, HOSTILE)
    service.execute_for_house({"do": "change_player", "card": "ada", "name": "Ada Lamb"}, HOSTILE)
    service.execute_for_house({"do": "deposit", "card": "ada", "amount": 10_000}, HOSTILE)
    now[0] = "2026-11-22T01:00:00.000Z"
    for day, draws in (("2026-11-21", (2_500, 2_000)), ("2026-11-22", (1_500,))):
        opening = {"do": "open_night", "table": "T", "date": day, "game": "faro", "roll": 500, "dealer": "D"}
        night = service.execute(opening, HOSTILE).night
        service.execute({"do": "seat_player", "player": "red", "card": "ada"}, HOSTILE, night=night)
        for amount in draws:
            service.execute({"do": "draw_deposit", "player": "red", "amount": amount}, HOSTILE, night=night)
            service.execute_for_house({"do": "withdraw", "card": "ada", "amount": 1_000}, HOSTILE)
    with book:
        titles = [journal.title for journal in journals(book, whole(book))]
        opened = [account.name for journal in journals(book, whole(book)) for account in journal.accounts]
        names = {account.called for journal in journals(book, ["house"]) for account in journal.accounts}
        rows = [(row["date"], int(row["fact"])) for row in rows_of(book) if row["night"] == "house"]
        ours, files = balances_of(book), [exported(book, to) for to in JOURNALS]
    assert titles == [
        *("the house on 2026-11-20", "night 2026-11-21-1 of faro", "the house on 2026-11-21"),
        *("night 2026-11-22-1 of faro", "the house on 2026-11-22"),
    ]
    assert rows == sorted(rows)
    assert sorted(opened) == sorted(ours)
    assert names == {(), ("Ada Lamb",)}
    assert ours["Liabilities:Deposits:House:Ada"] == 2_500 + 2_000 + 1_500 + 3 * 1_000 - 10_000
    assert ours["Assets:Cage:House"] == 10_000 - 3 * 1_000
    checks = (peers.check_hledger, peers.check_ledger, peers.check_beancount)
    assert [check(text) for check, text in zip(checks, files, strict=True)] == ["", "", ""]
    readings = (peers.hledger_balances, peers.ledger_balances, peers.beancount_balances)
    assert [read(text) for read, text in zip(readings, files, strict=True)] == [ours] * 3


def test_a_mistyped_date_moves_only_what_has_it_and_the_cage_goes_by_the_clock_of_the_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A night of 2062 does not take later deposits along, and one after midnight is not of the next day in UTC."""
    monkeypatch.setenv("TZ", "America/Denver")
    time.tzset()
    try:
        book, now = Book.open(), ["2026-11-21T20:00:00.000Z"]
        service = NightService(book, lambda: now[0])
        service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada"}, HOSTILE)
        service.execute_for_house({"do": "deposit", "card": "ada", "amount": 10_000}, HOSTILE)
        for day in ("2062-11-21", "2026-11-21"):
            opening = {"do": "open_night", "table": "T", "date": day, "game": "faro", "roll": 500, "dealer": "D"}
            night = service.execute(opening, HOSTILE).night
            service.execute({"do": "seat_player", "player": "red", "card": "ada"}, HOSTILE, night=night)
            service.execute({"do": "draw_deposit", "player": "red", "amount": 1_000}, HOSTILE, night=night)
            now[0] = "2026-11-22T06:59:00.000Z"
            service.execute_for_house({"do": "withdraw", "card": "ada", "amount": 500}, HOSTILE)
        now[0] = "2026-11-22T07:01:00.000Z"
        service.execute_for_house({"do": "withdraw", "card": "ada", "amount": 2_500}, HOSTILE)
        with book:
            rows = [(row["date"], row["credit"]) for row in rows_of(book) if row["account"] == "deposits:ada"]
            left = [row["balance"] for row in rows_of(book) if row["account"] == "deposits:ada"]
            ours, files = balances_of(book), [exported(book, to) for to in JOURNALS]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert [date for date, _ in rows] == [*4 * ["2026-11-21"], "2026-11-22", "2062-11-21"]
    assert left == ["-100.00", "-95.00", "-85.00", "-80.00", "-55.00", "-45.00"]
    checks = (peers.check_hledger, peers.check_ledger, peers.check_beancount)
    assert [check(text) for check, text in zip(checks, files, strict=True)] == ["", "", ""]
    readings = (peers.hledger_balances, peers.ledger_balances, peers.beancount_balances)
    assert [read(text) for read, text in zip(readings, files, strict=True)] == [ours] * 3


def called(book: Book) -> set[str]:
    night = book.nights()[0]
    return {name for account in journal_of(night, book.events(night)).accounts for name in account.called}


NIGHT = "2026-11-21-1"
ROOTS = {
    AccountClass.ASSET: {"Assets"},
    # What is contra to an asset is the bank's liability in our chart and stands below the asset in theirs.
    AccountClass.LIABILITY: {"Liabilities", "Assets"},
    AccountClass.EQUITY: {"Equity"},
    AccountClass.INCOME: {"Income", "Expenses"},
    AccountClass.MEMORANDUM: {"Equity"},
}
SHARED = {
    "Equity:Transfers:Deposits": {"deposits.drawn", "transfers.deposits"},
    "Equity:Transfers:Carried": {"carried.paid", "transfers.carried"},
}
"""The places where a family of the nights and one of the house meet, and add up to nothing."""
owners = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")), min_size=1, max_size=6)


def test_every_family_has_a_place_below_a_root_of_its_class_and_shares_it_only_where_night_and_house_meet() -> None:
    places = {name: family.place for name, family in CHART.items()}
    by_place = {place: {name for name in places if places[name] == place} for place in places.values()}
    assert {place: names for place, names in by_place.items() if len(names) > 1} == SHARED
    for name, place in places.items():
        assert place in SHARED or place.partition(":")[0] in ROOTS[CHART[name].of]
    contra = {name for name, place in places.items() if place.startswith("Assets") and not CHART[name].grows_by_debit}
    assert contra == {f"paid.{name}" for name in ("checks", "cuts", "credits", "drops")} | {
        *("markers.redeemed", "markers.moved"),
    }


def test_names_say_the_night_and_the_owner() -> None:
    assert account_name(NIGHT, accounts.checks("red")) == "Liabilities:Checks:2026-11-21-1:Red"
    assert account_name(NIGHT, accounts.PLAY) == "Income:Play:2026-11-21-1"
    assert account_name(NIGHT, accounts.stakes_lent("red", "7 up")) == "Equity:Stakes:Lent:2026-11-21-1:Red:7--up"
    assert account_name(NIGHT, accounts.roll("M. Angel/x")) == "Equity:Roll:2026-11-21-1:M-2E---Angel-2F-x-"
    assert account_name("house", accounts.CAGE) == "Assets:Cage:House"
    assert account_name("house", accounts.deposits("ada l.")) == "Liabilities:Deposits:House:Ada--l-2E-"
    assert account_name("house", accounts.carried("House")) == "Assets:Markers:Carried:House:House-"
    assert owners_of(accounts.roll("a/b:c")) == ("a/b:c",)
    assert owners_of(accounts.stakes_owed("a", "b")) == ("a", "b")
    assert owners_of(accounts.bystander_owed("a", "b/c:d")) == ("a", "b/c:d")
    assert set(CHART) > OF_TWO


def test_an_account_that_the_chart_has_not_is_a_damaged_book() -> None:
    for stream, whose in ((NIGHT, "Night 2026-11-21-1 has"), ("house", "The house has")):
        with pytest.raises(BookError, match=f"{whose} moves on purse:red, which is not in the chart") as trouble:
            account_name(stream, "purse:red")
        assert trouble.value.code == "book_damaged"


@given(owners, owners)
@example("red", "Red")
@example("ı", "i")
@example("ß", "0ß")
@example("★", "0★")
@example("a b", "a-b")
@example("a  b", "a\u0301 b")
def test_different_owners_have_different_names_that_beancount_takes(first: str, other: str) -> None:
    assert (component(first) == component(other)) == (first == other)
    assert beancount_account.is_valid(f"Liabilities:Checks:{NIGHT}:{component(first)}")


def test_every_peer_takes_the_names_of_the_strangest_seats_and_backers() -> None:
    """Every printable character of ASCII that the contract allows in a key, alone and within one, and some beyond."""
    strange = [*map(chr, range(33, 127)), *"éßıǅ王★ـ\u0301٣𝐀", "🂡"]
    keys = [key for character in strange if character not in ":/" for key in (character, f"a{character}b")]
    keys = list(dict.fromkeys([*keys, "a b", "a  b", "," * 64, "1" * 64, "🂡" * 64]))
    long = "🂡" * 500
    opening = {"do": "open_night", "table": long, "date": "2026-11-21", "game": "faro", "roll": 100, "dealer": long}
    backers = [{"name": long, "share": 0.5}, {"name": " : / ; ", "share": 0.5}]
    seats = [{"do": "seat_player", "player": key, "name": key + long[:400]} for key in keys]
    buys = [{"do": "buy_checks", "player": key, "amount": 25 * at} for at, key in enumerate(keys, start=1)]
    with book_of([{**opening, "backers": backers}, *seats, *buys]) as book:
        bought = {account_name(NIGHT, accounts.cash("bought", key)): 25 * at for at, key in enumerate(keys, start=1)}
        assert len(bought) == len(keys)
        assert peers.check_hledger(exported(book, "hledger")) == ""
        readings = {
            "hledger": peers.hledger_balances(exported(book, "hledger")),
            "ledger": peers.ledger_balances(exported(book, "ledger")),
            "beancount": peers.beancount_balances(exported(book, "beancount")),
        }
    for program, totals in readings.items():
        assert {name: cents for name, cents in totals.items() if name in bought} == bought, program
        assert sum(totals.values()) == 0
        assert len(totals) == 2 * len(keys) + 4


@pytest.fixture(scope="module")
def two_nights() -> Book:
    return book_of(everything(), everything())


def test_balances_are_our_ledgers_and_another_programs(two_nights: Book) -> None:
    result = balances(two_nights, two_nights.nights())
    assert result == balances_of(two_nights) == peers.ledger_balances(exported(two_nights, "ledger"))


def test_balances_cover_only_the_requested_nights(two_nights: Book) -> None:
    first, second = two_nights.nights()
    left, other = balances(two_nights, [first]), balances(two_nights, [second])
    assert not left.keys() & other.keys()
    assert left | other == balances(two_nights, [first, second])


def test_to_a_depth_debits_and_credits_are_equal_and_nothing_is_lost(two_nights: Book) -> None:
    result = balances(two_nights, two_nights.nights())
    assert sum(result.values()) == 0
    for depth in range(1, 6):
        added = to_depth(result, depth)
        assert sum(added.values()) == 0
        assert all(name.count(":") < depth for name in added)
        for name, cents in added.items():
            under = [value for key, value in result.items() if key == name or key.startswith(f"{name}:")]
            assert cents == sum(under)
    assert to_depth(result, 9) == result


def test_a_night_whose_ledger_does_not_hold_has_no_balances(two_nights: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger is asserted after every event: an account that crossed its side meanwhile is found."""
    night = two_nights.nights()[0]
    backwards = two_nights.events(night)[::-1]
    monkeypatch.setattr(Book, "events", lambda *_: backwards)
    with pytest.raises(LedgerBroken):
        balances(two_nights, [night])


FORMULA = Sender(who="=HYPERLINK(A1)", device='@SUM(1;2) "x",\r\ny')


def rows_of(book: Book) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(exported(book, "csv"), newline=""), strict=True)
    rows = list(reader)
    assert tuple(reader.fieldnames or ()) == COLUMNS
    return rows


def test_every_posting_is_a_row_with_the_accounts_balance_after_it() -> None:
    with book_of(everything()) as book:
        night = book.nights()[0]
        moving = [event for event in book.events(night) if event.event.moves]
        rows = rows_of(book)
        ledger = NightService(book).night(night).ledger
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
        (event.version, number, event.kind, event.at, event.command, event.hash)
        for event in moving
        for number in range(1, 2 * len(event.event.moves) + 1)
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


FORMULAS = (FORMULA.who, FORMULA.device, "+1", "-1", "\tx", "\rx", "\nx", "'=1", "'")
WRITTEN = {**{words: f"'{words}" for words in FORMULAS}, "Ada, 'x'": "Ada, 'x'", 'say "=1"': 'say "=1"'}


@pytest.mark.parametrize(("words", "written"), WRITTEN.items())
def test_words_that_begin_like_a_formula_and_no_others_get_an_apostrophe(words: str, written: str) -> None:
    with book_of(everything()[:1], sender=Sender(who=words, device=words)) as book:
        row = rows_of(book)[0]
    assert row["who"] == row["device"] == written


STRANGE = '☃ \u2028 é \\ " \u007f \t 🂡'


@pytest.fixture(scope="module")
def book() -> Iterator[Book]:
    strange = {"do": "raise_dispute", "dispute": "d9", "player": "red", "about": 99, "claim": STRANGE}
    others = (random_night_of(game, seeds[0], most_lines=120) for game, seeds in SEEDS.items())
    with book_of([*everything(), strange], random_fan_tan_night(3, most_lines=120), *others) as created:
        yield created


@pytest.fixture(scope="module")
def lines(book: Book) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(book, "jsonl").splitlines() if line]


def digest(values: list[Any]) -> str:
    """As docs/export.md says it, with nothing of ours."""
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_file_has_every_row_of_the_book_in_order(book: Book, lines: list[dict[str, Any]]) -> None:
    expected = []
    for night in whole(book):
        expected += [{"row": "command", **row._asdict()} for row in book.rows(night)[1]]
        expected += [{"row": "fact", **row._asdict()} for row in book.event_rows(night)]
    assert lines == expected
    assert {tuple(line) for line in lines} == {
        ("row", *COMMAND_COLUMNS, "hash"),
        ("row", *EVENT_COLUMNS, "hash"),
    }
    assert any(line["row"] == "command" and line["refused"] for line in lines)


def test_every_hash_can_be_taken_again_from_its_line_and_the_lines_are_chained(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        assert digest(list(line.values())[1:-1]) == line["hash"]
    commands = {line["id"]: line["hash"] for line in lines if line["row"] == "command"}
    for night in {line["night"] for line in lines}:
        for row in ("command", "fact"):
            chain = [line for line in lines if (line["night"], line["row"]) == (night, row)]
            assert chain[0]["prev_hash"] == digest([row + "s", night])
            assert all(later["prev_hash"] == earlier["hash"] for earlier, later in pairwise(chain))
    assert all(commands[line["command"]] == line["command_hash"] for line in lines if line["row"] == "fact")


def test_a_hash_is_another_where_one_column_is(lines: list[dict[str, Any]]) -> None:
    line = next(line for line in lines if line["row"] == "fact")
    for name in EVENT_COLUMNS:
        value = line[name] + (1 if isinstance(line[name], int) else "x")
        assert digest(list({**line, name: value}.values())[1:-1]) != line["hash"]


LET_THROUGH = ascii_letters + digits + "_ .-:/@+&()'!?"


def test_only_harmless_characters_stay_unquoted() -> None:
    others = "".join(map(chr, range(0xA0, sys.maxunicode + 1)))
    assert _harmless(others) == others
    stored = [entry for entry in map(chr, range(0xA0)) if _harmless(f"a{entry}b") == f"a{entry}b"]
    assert stored == sorted(LET_THROUGH)


@pytest.mark.parametrize(
    ("words", "written"),
    [(" a", "%20a"), ("a ", "a%20"), ("a  b", "a%20 b"), ("50%, or [all]; a|b", "50%25%2C or %5Ball%5D%3B a%7Cb")],
)
def test_quoted_characters_can_be_restored(words: str, written: str) -> None:
    assert _harmless(words) == written
    assert unquote(written) == words


def test_a_night_that_was_never_opened_is_a_damaged_book() -> None:
    with book_of(everything()) as book:
        events = book.events(book.nights()[0])
    for some in ([], events[1:]):
        with pytest.raises(BookError, match="does not open a night"):
            journal_of("2026-11-21-1", some)
