"""Double entry: debits equal credits after every posting, and what would break the books is stopped."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.facts.fact import Move
from ledger.accounts import CHART, move, moved, reversed_moves
from ledger.ledger import Ledger, LedgerBroken

FREE = [name for name, family in CHART.items() if not family.never_crosses]
"""Families whose balance may stand on either side: any move between these is sound."""

AMOUNTS = st.integers(1, 10**12)
OWNERS = st.sampled_from(["red", "blue", "white"])


@st.composite
def free_moves(draw: st.DrawFn) -> Move:
    """A move that nothing speaks against."""
    debit, credit = draw(st.permutations(FREE))[:2]
    return move(debit, credit, draw(AMOUNTS))


@st.composite
def any_moves(draw: st.DrawFn) -> Move:
    """A move between any two accounts of the chart, which may be refused."""
    debit, credit = (f"{draw(st.sampled_from(sorted(CHART)))}:{draw(OWNERS)}" for _ in range(2))
    return move(debit, credit, draw(AMOUNTS))


def assert_balanced(ledger: Ledger) -> None:
    """Debits equal credits, reckoned from the accounts alone and from the running totals."""
    assert sum(ledger.balances.values()) == 0
    assert ledger.debits_cents == ledger.credits_cents
    for name in CHART:
        accounts = [account for account in ledger.balances if account.partition(":")[0] == name]
        assert ledger.family(name) == sum(ledger.balance(account) for account in accounts)
        if CHART[name].never_crosses:
            assert all(ledger.balance(account) >= 0 for account in accounts)


@given(st.lists(st.lists(any_moves() | free_moves(), max_size=4), max_size=12))
def test_debits_equal_credits_after_every_posting(postings: list[list[Move]]) -> None:
    """Of random postings the sound ones are taken, the others leave the ledger as it was."""
    ledger, by_hand = Ledger(), dict[str, int]()
    for moves in postings:
        before = (dict(ledger.balances), dict(ledger.families), ledger.debits_cents)
        tried = dict(by_hand)
        for one in moves:
            tried[one.debit] = tried.get(one.debit, 0) + one.amount_cents
            tried[one.credit] = tried.get(one.credit, 0) - one.amount_cents
        crosses = any(
            CHART[name.partition(":")[0]].never_crosses
            and (cents < 0 if CHART[name.partition(":")[0]].grows_by_debit else cents > 0)
            for name, cents in tried.items()
        )
        try:
            after = ledger.post(moves)
        except LedgerBroken:
            assert crosses
        else:
            assert not crosses
            ledger, by_hand, before = after, tried, (dict(after.balances), dict(after.families), after.debits_cents)
        assert (ledger.balances, ledger.families, ledger.debits_cents) == before
        assert ledger.balances == by_hand
        assert_balanced(ledger)


@given(st.lists(free_moves(), max_size=6), st.lists(free_moves(), max_size=6))
def test_taking_moves_back_restores_every_balance(first: list[Move], second: list[Move]) -> None:
    before = Ledger().post(first)
    after = before.post(second).post(reversed_moves(tuple(second)))
    assert {name: cents for name, cents in after.balances.items() if cents} == {
        name: cents for name, cents in before.balances.items() if cents
    }
    assert after.debits_cents == before.debits_cents + 2 * sum(one.amount_cents for one in second)
    assert_balanced(after)


def test_moves_are_taken_back_last_first() -> None:
    """What was spent last comes back first, so that no account has to cross on the way."""
    moves = (move("cash.bought:red", "checks:red", 500), move("checks:red", "tokes", 25))
    assert reversed_moves(moves) == (move("tokes", "checks:red", 25), move("checks:red", "cash.bought:red", 500))


@given(st.lists(free_moves(), max_size=6))
def test_moves_taken_back_twice_are_the_moves(moves: list[Move]) -> None:
    assert reversed_moves(reversed_moves(tuple(moves))) == tuple(moves)


@given(st.lists(free_moves(), max_size=8))
def test_posting_together_is_posting_one_by_one(moves: list[Move]) -> None:
    one_by_one = Ledger()
    for one in moves:
        one_by_one = one_by_one.post([one])
    assert Ledger().post(moves) == one_by_one


@given(free_moves(), free_moves())
def test_a_ledger_is_not_changed_by_posting_on_it(first: Move, second: Move) -> None:
    ledger = Ledger().post([first])
    before = (dict(ledger.balances), dict(ledger.families), ledger.debits_cents, ledger.credits_cents)
    ledger.post([second])
    assert (ledger.balances, ledger.families, ledger.debits_cents, ledger.credits_cents) == before


@pytest.mark.parametrize("amount", [0, -1, -(10**9)])
def test_a_move_of_nothing_or_less_is_refused(amount: int) -> None:
    with pytest.raises(LedgerBroken, match=f"a move of {amount} cents"):
        Ledger().post([move("play", "sleepers", 5), move("play", "sleepers", amount)])


@pytest.mark.parametrize("account", ["petty_cash", "cash", "Checks:red", "", ":red", "cash.bough:red"])
@pytest.mark.parametrize("side", ["debit", "credit"])
def test_an_account_that_the_chart_has_not_is_refused(account: str, side: str) -> None:
    sides: dict[str, Any] = {"debit": "play", "credit": "play", side: account}
    with pytest.raises(LedgerBroken, match=f"the chart has no account {account}"):
        Ledger().post([Move(amount_cents=5, **sides)])


@pytest.mark.parametrize("name", sorted(CHART))
def test_an_account_stands_on_its_side(name: str) -> None:
    """It grows on its own side and may not cross to the other, but for the bank's winnings, which may be losses."""
    family = CHART[name]
    other = "play" if name != "play" else "sleepers"
    grow = move(f"{name}:red", other, 100) if family.grows_by_debit else move(other, f"{name}:red", 100)
    (shrink,) = reversed_moves((grow,))
    grown = Ledger().post([grow])
    assert grown.balance(f"{name}:red") == grown.family(name) == 100
    assert grown.post([shrink]).balance(f"{name}:red") == 0
    if family.never_crosses:
        with pytest.raises(LedgerBroken, match=rf"{name}:red would stand at -100 cents"):
            Ledger().post([shrink])
        with pytest.raises(LedgerBroken, match=rf"{name}:red would stand at -1 cents"):
            grown.post([move(shrink.debit, shrink.credit, 101)])
    else:
        assert Ledger().post([shrink]).balance(f"{name}:red") == -100


def test_one_player_may_not_cross_on_anothers_account() -> None:
    """A family that is sound as a whole does not excuse one account of it."""
    ledger = Ledger().post([move("cash.bought:red", "checks:red", 500)])
    with pytest.raises(LedgerBroken, match="checks:blue"):
        ledger.post([move("checks:blue", "tokes", 25)])


def test_what_comes_in_and_goes_out_in_one_posting_need_not_be_there_before() -> None:
    """Only what stands after all of a fact's moves counts."""
    moves = [move("checks:red", "tokes", 25), move("cash.bought:red", "checks:red", 25)]
    assert Ledger().post(moves).balance("tokes") == 25


def test_totals_that_differ_are_stopped() -> None:
    """The assertion itself, on a ledger that somebody made by other means than by posting."""
    forged = Ledger({}, {}, debits_cents=1, credits_cents=0)
    with pytest.raises(LedgerBroken, match="debits 6 and credits 5 differ"):
        forged.post([move("play", "sleepers", 5)])
    forged = Ledger({"play": 1}, {"play": 1})
    with pytest.raises(LedgerBroken, match="differ"):
        forged.post([move("play", "sleepers", 5)])


def test_the_books_are_asserted_in_production_too() -> None:
    """python -O, which takes assert statements out, leaves this in."""
    program = "from events.facts.fact import Move; from ledger.ledger import Ledger; Ledger().post([{}])"
    for wrong in (move("petty_cash", "play", 5), move("tokes", "play", -5), move("checks:red", "play", 5)):
        command = [sys.executable, "-O", "-c", program.format(wrong)]
        done = run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
        assert "LedgerBroken" in done.stderr


def test_no_moves_change_nothing() -> None:
    ledger = Ledger().post([move("play", "sleepers", 5)])
    assert ledger.post([]) is ledger
    assert ledger.post(iter(())) is ledger


def test_an_account_never_posted_stands_at_nothing() -> None:
    assert Ledger().balance("checks:nobody") == 0
    assert Ledger().family("checks") == 0
    with pytest.raises(KeyError):
        Ledger().balance("petty_cash")


def test_owners_come_in_the_order_in_which_their_accounts_were_opened() -> None:
    ledger = Ledger().post([move("cash.bought:red", "checks:red", 5), move("cash.bought:blue", "checks:blue", 5)])
    assert ledger.owners("checks") == ["red", "blue"]
    assert ledger.owners("layout") == []


@given(st.integers(-5, 5))
def test_an_amount_of_nothing_is_no_move(amount: int) -> None:
    assert moved("play", "sleepers", amount) == ((move("play", "sleepers", amount),) if amount else ())
