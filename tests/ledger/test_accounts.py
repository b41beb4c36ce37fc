"""The chart of accounts, seen from the bank."""

from __future__ import annotations

import pytest

from ledger import accounts
from ledger.accounts import CHART, AccountClass, family_of

CLASSES = {
    AccountClass.ASSET: "cash.roll cash.bought cash.markers cash.pledges markers.issued pledges",
    AccountClass.LIABILITY: "paid.checks markers.redeemed checks layout pot tokes",
    AccountClass.EQUITY: "roll stakes.owed",
    AccountClass.INCOME: "play sleepers after_hock",
    AccountClass.MEMORANDUM: "stakes.lent",
}


def test_every_family_has_its_class() -> None:
    """Checks and tokes are owed by the bank; cash, markers and pledges are its own."""
    assert {name: family.of for name, family in CHART.items()} == {
        name: of for of, names in CLASSES.items() for name in names.split()
    }


def test_assets_and_memoranda_grow_by_debits() -> None:
    grows = {family.of for family in CHART.values() if family.grows_by_debit}
    assert grows == {AccountClass.ASSET, AccountClass.MEMORANDUM}


def test_only_the_banks_results_may_stand_on_either_side() -> None:
    assert {name for name, family in CHART.items() if not family.never_crosses} == {"play", "sleepers", "after_hock"}


@pytest.mark.parametrize(
    ("account", "name"),
    [
        (accounts.checks("red"), "checks"),
        (accounts.layout("red"), "layout"),
        (accounts.roll("M. Angel: & Sons"), "roll"),
        (accounts.cash("roll", "house"), "cash.roll"),
        (accounts.cash("bought", "red"), "cash.bought"),
        (accounts.cash("markers", "red"), "cash.markers"),
        (accounts.cash("pledges", "red"), "cash.pledges"),
        (accounts.paid_out("red"), "paid.checks"),
        (accounts.markers_issued("red"), "markers.issued"),
        (accounts.markers_redeemed("red"), "markers.redeemed"),
        (accounts.pledges("red"), "pledges"),
        (accounts.stakes_lent("red", "blue"), "stakes.lent"),
        (accounts.stakes_owed("red", "blue"), "stakes.owed"),
        (accounts.PLAY, "play"),
        (accounts.SLEEPERS, "sleepers"),
        (accounts.AFTER_HOCK, "after_hock"),
        (accounts.TOKES, "tokes"),
    ],
)
def test_every_account_is_of_a_family(account: str, name: str) -> None:
    assert family_of(account) is CHART[name]


def test_lender_and_borrower_are_told_apart() -> None:
    assert accounts.stakes_lent("red", "blue") != accounts.stakes_lent("blue", "red")


def test_an_unknown_family_is_no_family() -> None:
    with pytest.raises(KeyError):
        family_of("petty_cash:red")


def test_what_moves_the_same_has_the_same_moves() -> None:
    first = accounts.moved("checks:red", "layout:red", 500)
    assert first == (accounts.move("checks:red", "layout:red", 500),)
    assert accounts.moved("checks:red", "layout:red", 500) is first
    assert accounts.moved("checks:red", "layout:red", 0) == ()
