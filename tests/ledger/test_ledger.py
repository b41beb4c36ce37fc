"""Double entry: debits equal credits after every posting; the chart; statements of players and the bank."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.common.event import Move
from ledger import accounts
from ledger.accounts import (
    AFTER_HOCK,
    CHART,
    PLAY,
    SLEEPERS,
    TOKES,
    AccountClass,
    family_of,
    move,
    moved,
    reversed_moves,
)
from ledger.ledger import Ledger, LedgerBroken
from ledger.statement import (
    BankLine,
    PlayerLine,
    backers_cuts,
    bank_line,
    box_cents,
    checks_out_cents,
    in_sight_cents,
    player_line,
)

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
        for entry in moves:
            tried[entry.debit] = tried.get(entry.debit, 0) + entry.amount_cents
            tried[entry.credit] = tried.get(entry.credit, 0) - entry.amount_cents
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
    assert after.debits_cents == before.debits_cents + 2 * sum(entry.amount_cents for entry in second)
    assert_balanced(after)


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
    """Only what stands after all of an event's moves counts."""
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
    program = "from events.common.event import Move; from ledger.ledger import Ledger; Ledger().post([{}])"
    for wrong in (move("petty_cash", "play", 5), move("tokes", "play", -5), move("checks:red", "play", 5)):
        command = [sys.executable, "-O", "-c", program.format(wrong)]
        done = run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
        assert "LedgerBroken" in done.stderr


def test_owners_come_in_the_order_in_which_their_accounts_were_opened() -> None:
    ledger = Ledger().post([move("cash.bought:red", "checks:red", 5), move("cash.bought:blue", "checks:blue", 5)])
    assert ledger.owners("checks") == ["red", "blue"]
    assert ledger.owners("layout") == []


CLASSES = {
    AccountClass.ASSET: "cash.roll cash.bought cash.markers cash.pledges cash.carried cash.fills markers.issued "
    "pledges drop_box deposits.drawn cage carried",
    AccountClass.LIABILITY: "paid.checks paid.cuts paid.credits paid.drops markers.redeemed checks layout pot tokes "
    "carried.paid deposits markers.moved",
    AccountClass.EQUITY: "roll stakes.owed bystanders.owed transfers transfers.deposits transfers.carried",
    AccountClass.INCOME: "play sleepers after_hock dealers_cut written_off",
    AccountClass.MEMORANDUM: "stakes.lent bystanders.lent",
}


PLAYERS = ("red", "blue", "white")


def kinds_of_move(player: str, other: str, cents: int) -> dict[str, tuple[Move, ...]]:
    """All that happens to money at a table, by name, as the accounts it moves between."""
    hand, lying = accounts.checks(player), accounts.layout(player)
    return {
        "buys": (move(accounts.cash("bought", player), hand, cents),),
        "marker": (move(accounts.markers_issued(player), hand, cents),),
        "pays a marker in cash": (move(accounts.cash("markers", player), accounts.markers_redeemed(player), cents),),
        "pays a marker in checks": (move(hand, accounts.markers_redeemed(player), cents),),
        "pledges": (move(accounts.pledges(player), hand, cents),),
        "has goods back for cash": (move(accounts.cash("pledges", player), accounts.pledges(player), cents),),
        "has goods back for checks": (move(hand, accounts.pledges(player), cents),),
        "cashes": (move(hand, accounts.paid_out(player), cents),),
        "bets": (move(hand, lying, cents),),
        "loses": (move(lying, PLAY, cents),),
        "wins": (move(PLAY, hand, cents),),
        "sleeps": (move(lying, SLEEPERS, cents),),
        "is swept": (move(lying, AFTER_HOCK, cents),),
        "tips": (move(hand, TOKES, cents),),
        "is paid by another": (move(accounts.checks(other), hand, cents),),
        "lends": (
            move(hand, accounts.checks(other), cents),
            move(accounts.stakes_lent(player, other), accounts.stakes_owed(player, other), cents),
        ),
        "raises the roll": (move(accounts.cash("roll", "house"), accounts.roll("house"), cents),),
        "draws a deposit": (move(accounts.deposits_drawn(player), hand, cents),),
        "pays old markers in cash": (move(accounts.cash("carried", player), accounts.carried_paid(player), cents),),
        "pays old markers in checks": (move(hand, accounts.carried_paid(player), cents),),
        "cuts": (move(accounts.DEALERS_CUT, accounts.dealers_cut("M. Earp"), cents),),
        "fills": (move("cash.fills", accounts.TRANSFERS, cents),),
        "credits": (move(accounts.TRANSFERS, "paid.credits", cents),),
        "drops": (move(accounts.DROP_BOX, "paid.drops", cents),),
    }


@st.composite
def happenings(draw: st.DrawFn) -> tuple[str, str, str, int]:
    """What happens, to whom, with whom, and how much."""
    player, other = draw(st.permutations(PLAYERS))[:2]
    what = draw(st.sampled_from(sorted(kinds_of_move("red", "blue", 1))))
    return what, player, other, draw(st.integers(1, 400)) * 25


@given(st.lists(happenings(), max_size=60))
def test_nets_and_the_bank_sum_to_zero(night: list[tuple[str, str, str, int]]) -> None:
    """Whatever happens, in whatever order: what one takes away another has brought; checks are conserved.

    The cash in the drawer is what came in less what went out.
    """
    ledger = Ledger()
    for what, player, other, cents in night:
        try:
            ledger = ledger.post(kinds_of_move(player, other, cents)[what])
        except LedgerBroken:
            continue
        lines = [player_line(ledger, entry) for entry in PLAYERS]
        bank = bank_line(ledger)
        assert sum(line.net_cents for line in lines) + bank.result_cents + bank.tokes_cents == 0
        issued = sum(
            line.bought_cents + line.drawn_cents + line.markers_issued_cents + ledger.balance(accounts.pledges(seat))
            for line, seat in zip(lines, PLAYERS, strict=True)
        )
        out = sum(line.checks_cents + line.staked_cents for line in lines)
        back = sum(line.cashed_cents for line in lines) + bank.result_cents + bank.tokes_cents
        by_cash = sum(line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents for line in lines)
        by_cash += sum(line.carried_paid_in_cash_cents for line in lines)
        redeemed = sum(line.markers_redeemed_cents + line.carried_paid_cents for line in lines)
        assert out + back == issued - redeemed + by_cash
        won = bank.play_cents + bank.sleepers_cents + bank.after_hock_cents
        assert bank.in_sight_cents == bank.roll_cents + won - bank.dealers_cut_cents
        cash = [name for name, family in CHART.items() if family.place.startswith("Assets:Cash:")]
        assert box_cents(ledger) == sum(ledger.families.get(name, 0) for name in cash)
        assert checks_out_cents(ledger) == out + bank.tokes_cents
        assert in_sight_cents(ledger) == bank.in_sight_cents


def test_a_players_line() -> None:
    """One of everything, each line by itself and the net by hand."""
    ledger = Ledger()
    for what, cents in (
        ("buys", 50_000),
        ("marker", 30_000),
        ("pledges", 20_000),
        ("bets", 40_000),
        ("loses", 10_000),
        ("wins", 15_000),
        ("sleeps", 2_500),
        ("is swept", 1_500),
        ("tips", 500),
        ("pays a marker in checks", 12_000),
        ("pays a marker in cash", 3_000),
        ("has goods back for cash", 8_000),
        ("cashes", 7_000),
        ("raises the roll", 500_000),
        ("draws a deposit", 6_000),
        ("pays old markers in checks", 1_000),
        ("pays old markers in cash", 2_000),
        ("cuts", 900),
    ):
        ledger = ledger.post(kinds_of_move("red", "blue", cents)[what])
    line = player_line(ledger, "red")
    assert line == PlayerLine(
        checks_cents=50_000 + 30_000 + 20_000 - 40_000 + 15_000 - 500 - 12_000 - 7_000 + 6_000 - 1_000,
        staked_cents=40_000 - 10_000 - 2_500 - 1_500,
        bought_cents=50_000,
        markers_issued_cents=30_000,
        markers_redeemed_cents=15_000,
        markers_paid_in_cash_cents=3_000,
        pledges_open_cents=12_000,
        pledges_paid_in_cash_cents=8_000,
        cashed_cents=7_000,
        drawn_cents=6_000,
        carried_paid_cents=3_000,
        carried_paid_in_cash_cents=2_000,
    )
    assert line.markers_open_cents == 15_000
    assert line.net_cents == 15_000 - 10_000 - 2_500 - 1_500 - 500
    bank = bank_line(ledger)
    assert bank == BankLine(
        roll_cents=500_000,
        play_cents=-5_000,
        sleepers_cents=2_500,
        after_hock_cents=1_500,
        tokes_cents=500,
        dealers_cut_cents=900,
    )
    assert bank.result_cents == -1_000
    assert bank.in_sight_cents == 498_100


def test_a_loan_shows_in_the_nets_alone() -> None:
    ledger = Ledger().post(kinds_of_move("red", "blue", 5_000)["buys"])
    ledger = ledger.post(kinds_of_move("red", "blue", 2_000)["lends"])
    red, blue = player_line(ledger, "red"), player_line(ledger, "blue")
    assert (red.net_cents, blue.net_cents) == (-2_000, 2_000)
    assert (blue.bought_cents, blue.markers_issued_cents, blue.checks_cents) == (0, 0, 2_000)


SHARES = st.fractions(min_value=0, max_value=1, max_denominator=1_000)


@given(
    st.integers(-(10**9), 10**9),
    st.dictionaries(st.text(min_size=1, max_size=5), SHARES, min_size=1, max_size=8),
)
def test_backers_cuts_add_up_to_the_result(result: int, shares: dict[str, Fraction]) -> None:
    """To the cent, in gains and losses; each within a cent of their exact part, and of no share nobody gets any."""
    cuts = backers_cuts(result, shares)
    whole = sum(shares.values())
    if not whole:
        assert cuts == {}
        return
    assert list(cuts) == list(shares)
    assert sum(cuts.values()) == result
    for name, share in shares.items():
        assert abs(cuts[name] - result * share / whole) < 1
        if not share:
            assert cuts[name] == 0


@given(st.integers(-(10**6), 10**6), st.lists(SHARES, min_size=2, max_size=6))
def test_a_bigger_share_never_gets_the_smaller_part(result: int, shares: list[Fraction]) -> None:
    """Of a gain; of a loss it bears no less."""
    cuts = backers_cuts(result, {f"b{number}": share for number, share in enumerate(shares)})
    pairs = sorted(zip(shares, cuts.values(), strict=False))
    for (less, smaller), (more, bigger) in pairwise(pairs):
        if less < more:
            assert smaller <= bigger if result >= 0 else smaller >= bigger


def test_cents_that_do_not_divide_go_to_the_largest_remainders_of_equals_to_the_first() -> None:
    third = Fraction(1, 3)
    assert backers_cuts(100, {"a": third, "b": third, "c": third}) == {"a": 34, "b": 33, "c": 33}
    assert backers_cuts(-100, {"a": third, "b": third, "c": third}) == {"a": -33, "b": -33, "c": -34}
    assert backers_cuts(10, {"a": Fraction("0.51"), "b": Fraction("0.49")}) == {"a": 5, "b": 5}
    assert backers_cuts(3, {"a": Fraction("0.1"), "b": Fraction("0.9")}) == {"a": 0, "b": 3}


def test_every_family_has_its_class_and_its_side() -> None:
    """Checks, tokes and deposits are owed; cash, markers and pledges are the bank's or the house's own.

    Only results, the cage (which is counted from nothing) and what cage and tables exchange may cross.
    """
    assert {name: family.of for name, family in CHART.items()} == {
        name: of for of, families in CLASSES.items() for name in families.split()
    }
    grow = {family.of for family in CHART.values() if family.grows_by_debit}
    assert grow == {AccountClass.ASSET, AccountClass.MEMORANDUM}
    results = {"play", "sleepers", "after_hock", "dealers_cut", "written_off"}
    assert set(FREE) == results | {"cage", "transfers", "transfers.deposits", "transfers.carried"}
    with pytest.raises(KeyError):
        family_of("petty_cash:red")


def test_empty_postings_and_unknown_owners_come_to_zero() -> None:
    ledger = Ledger().post([move("play", "sleepers", 5)])
    assert ledger.post([]) is ledger
    assert moved("play", "sleepers", 0) == ()
    assert moved("play", "sleepers", 5) == (move("play", "sleepers", 5),)
    assert (Ledger().balance("checks:nobody"), Ledger().family("checks"), player_line(Ledger(), "red").net_cents) == (
        *(0, 0, 0),
    )
    assert backers_cuts(900, {"a": Fraction(1, 2), "b": Fraction(1, 4)}) == {"a": 600, "b": 300}
    assert backers_cuts(100, {"a": Fraction(0)}) == backers_cuts(100, {}) == {}


def test_moves_are_taken_back_last_first() -> None:
    """What was spent last comes back first, so that no account has to cross on the way."""
    moves = (move("cash.bought:red", "checks:red", 500), move("checks:red", "tokes", 25))
    assert reversed_moves(moves) == (move("tokes", "checks:red", 25), move("checks:red", "cash.bought:red", 500))
    assert reversed_moves(reversed_moves(moves)) == moves
