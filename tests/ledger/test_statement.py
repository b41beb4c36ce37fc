"""What the ledger says of a player and of the bank, and how the bank's result is divided among its backers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from events.facts.fact import Move
from ledger import accounts
from ledger.accounts import AFTER_HOCK, PLAY, SLEEPERS, TOKES, move
from ledger.ledger import Ledger, LedgerBroken
from ledger.statement import BankLine, PlayerLine, backers_cuts, bank_line, in_sight_cents, player_line

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
    }


@st.composite
def happenings(draw: st.DrawFn) -> tuple[str, str, str, int]:
    """What happens, to whom, with whom, and how much."""
    player, other = draw(st.permutations(PLAYERS))[:2]
    what = draw(st.sampled_from(sorted(kinds_of_move("red", "blue", 1))))
    return what, player, other, draw(st.integers(1, 400)) * 25


@given(st.lists(happenings(), max_size=60))
def test_nets_and_the_bank_sum_to_zero(night: list[tuple[str, str, str, int]]) -> None:
    """Whatever happens, in whatever order: what one takes away another has brought; checks are conserved."""
    ledger = Ledger()
    for what, player, other, cents in night:
        try:
            ledger = ledger.post(kinds_of_move(player, other, cents)[what])
        except LedgerBroken:
            continue
        lines = [player_line(ledger, one) for one in PLAYERS]
        bank = bank_line(ledger)
        assert sum(one.net_cents for one in lines) + bank.result_cents + bank.tokes_cents == 0
        issued = sum(
            one.bought_cents + one.markers_issued_cents + ledger.balance(accounts.pledges(seat))
            for one, seat in zip(lines, PLAYERS, strict=True)
        )
        out = sum(one.checks_cents + one.staked_cents for one in lines)
        back = sum(one.cashed_cents for one in lines) + bank.result_cents + bank.tokes_cents
        by_cash = sum(one.markers_paid_in_cash_cents + one.pledges_paid_in_cash_cents for one in lines)
        redeemed = sum(one.markers_redeemed_cents for one in lines)
        assert out + back == issued - redeemed + by_cash
        assert bank.in_sight_cents == bank.roll_cents + bank.play_cents + bank.sleepers_cents + bank.after_hock_cents
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
    ):
        ledger = ledger.post(kinds_of_move("red", "blue", cents)[what])
    line = player_line(ledger, "red")
    assert line == PlayerLine(
        checks_cents=50_000 + 30_000 + 20_000 - 40_000 + 15_000 - 500 - 12_000 - 7_000,
        staked_cents=40_000 - 10_000 - 2_500 - 1_500,
        bought_cents=50_000,
        markers_issued_cents=30_000,
        markers_redeemed_cents=15_000,
        markers_paid_in_cash_cents=3_000,
        pledges_open_cents=12_000,
        pledges_paid_in_cash_cents=8_000,
        cashed_cents=7_000,
    )
    assert line.markers_open_cents == 15_000
    assert line.net_cents == 15_000 - 10_000 - 2_500 - 1_500 - 500
    bank = bank_line(ledger)
    assert bank == BankLine(
        roll_cents=500_000, play_cents=-5_000, sleepers_cents=2_500, after_hock_cents=1_500, tokes_cents=500
    )
    assert bank.result_cents == -1_000
    assert bank.in_sight_cents == 499_000


def test_a_stranger_has_a_line_of_nothing() -> None:
    line = player_line(Ledger(), "stranger")
    assert (line.net_cents, line.markers_open_cents, line.checks_cents) == (0, 0, 0)


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


def test_shares_count_against_their_sum() -> None:
    assert backers_cuts(900, {"a": Fraction(1, 2), "b": Fraction(1, 4)}) == {"a": 600, "b": 300}
    assert backers_cuts(7, {"house": Fraction(1)}) == {"house": 7}
    assert backers_cuts(0, {"a": Fraction(1, 3), "b": Fraction(2, 3)}) == {"a": 0, "b": 0}
    assert backers_cuts(100, {"a": Fraction(0)}) == {}
    assert backers_cuts(100, {}) == {}
