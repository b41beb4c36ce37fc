"""Names of accounts: five roots, injective whatever the owners are called, and such as every peer takes."""

from __future__ import annotations

import pytest
from beancount.core import account as beancount_account
from hypothesis import example, given
from hypothesis import strategies as st

from events.records import BookError
from ledger import accounts
from ledger.accounts import CHART, AccountClass
from ledger.export.journal import OF_TWO, PLACES, account_name, component, owners_of
from tests.ledger.export import peers
from tests.ledger.export.nights import book_of, exported

NIGHT = "2026-11-21-1"
ROOTS = {
    AccountClass.ASSET: {"Assets"},
    # What is contra to an asset is the bank's liability in our chart and stands below the asset in theirs.
    AccountClass.LIABILITY: {"Liabilities", "Assets"},
    AccountClass.EQUITY: {"Equity"},
    AccountClass.INCOME: {"Income"},
    AccountClass.MEMORANDUM: {"Equity"},
}
owners = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")), min_size=1, max_size=6)


def test_every_family_has_a_place_of_its_own_below_a_root_of_its_class() -> None:
    assert list(PLACES) == list(CHART)
    assert len(set(PLACES.values())) == len(PLACES)
    for name, place in PLACES.items():
        assert place.partition(":")[0] in ROOTS[CHART[name].of]
    contra = {name for name, place in PLACES.items() if place.startswith("Assets") and not CHART[name].grows_by_debit}
    assert contra == {"paid.checks", "markers.redeemed"}


def test_names_say_the_night_and_the_owner() -> None:
    assert account_name(NIGHT, accounts.checks("red")) == "Liabilities:Checks:2026-11-21-1:Red"
    assert account_name(NIGHT, accounts.PLAY) == "Income:Play:2026-11-21-1"
    assert account_name(NIGHT, accounts.stakes_lent("red", "7 up")) == "Equity:Stakes:Lent:2026-11-21-1:Red:7--up"
    assert account_name(NIGHT, accounts.roll("M. Angel/x")) == "Equity:Roll:2026-11-21-1:M-2E---Angel-2F-x-"
    assert owners_of(accounts.roll("a/b:c")) == ("a/b:c",)
    assert owners_of(accounts.stakes_owed("a", "b")) == ("a", "b")
    assert set(CHART) > OF_TWO


def test_an_account_that_the_chart_has_not_is_a_damaged_book() -> None:
    with pytest.raises(BookError, match="an account that the chart has not") as trouble:
        account_name(NIGHT, "purse:red")
    assert trouble.value.code == "book_damaged"


@given(owners, owners)
@example("red", "Red")
@example("ı", "i")
@example("ß", "0ß")
@example("★", "0★")
@example("a b", "a-b")
@example("a  b", "a\u0301 b")
def test_different_owners_have_different_names_that_beancount_takes(one: str, other: str) -> None:
    assert (component(one) == component(other)) == (one == other)
    assert beancount_account.is_valid(f"Liabilities:Checks:{NIGHT}:{component(one)}")


def test_every_peer_takes_the_names_of_the_strangest_seats_and_backers() -> None:
    """Every printable character of ASCII that the contract allows in a key, alone and within one, and some beyond."""
    strange = [*map(chr, range(33, 127)), *"éßıǅ王★ـ\u0301٣𝐀", "🂡"]
    keys = [key for one in strange if one not in ":/" for key in (one, f"a{one}b")]
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
    for program, balances in readings.items():
        assert {name: cents for name, cents in balances.items() if name in bought} == bought, program
        assert sum(balances.values()) == 0
        assert len(balances) == 2 * len(keys) + 4
