"""Statements of a player and of the bank from the ledger: the lines of a settlement (rulebook 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from events.common.event import Move
from events.frozen import Frozen
from ledger import accounts
from ledger.accounts import ACCOUNTS_KNOWN, AFTER_HOCK, BANK, DEALERS_CUT, PLAY, SLEEPERS, TOKES, family_of, gains
from ledger.ledger import Ledger


class PlayerLine(Frozen, gc=False):
    """A player's account, in cents.

    ``staked_cents`` is on the layout; ``cashed_cents`` is the cash paid for checks, without checks that redeemed
    markers. ``drawn_cents`` are checks from their deposit, and ``carried_paid_cents`` what they paid on markers of
    earlier nights, which does not change their net. Loans between players appear only in the net.
    """

    checks_cents: int
    staked_cents: int
    bought_cents: int
    markers_issued_cents: int
    markers_redeemed_cents: int
    markers_paid_in_cash_cents: int
    pledges_open_cents: int
    pledges_paid_in_cash_cents: int
    cashed_cents: int
    drawn_cents: int
    carried_paid_cents: int
    carried_paid_in_cash_cents: int

    @property
    def markers_open_cents(self) -> int:
        """What they owe on markers."""
        return self.markers_issued_cents - self.markers_redeemed_cents

    @property
    def carried_paid_in_checks_cents(self) -> int:
        """What they paid in checks on markers of earlier nights."""
        return self.carried_paid_cents - self.carried_paid_in_cash_cents

    @property
    def net_cents(self) -> int:
        """What they take away less what they brought."""
        away = self.checks_cents + self.staked_cents + self.cashed_cents + self.carried_paid_in_checks_cents
        brought = self.bought_cents + self.drawn_cents + self.markers_paid_in_cash_cents
        brought += self.pledges_paid_in_cash_cents
        return away - brought - self.markers_open_cents - self.pledges_open_cents


class BankLine(Frozen, gc=False):
    """The bank's account, in cents: the roll, and what each way brought."""

    roll_cents: int
    play_cents: int
    sleepers_cents: int
    after_hock_cents: int
    tokes_cents: int
    dealers_cut_cents: int = 0

    @property
    def in_sight_cents(self) -> int:
        """What the bank can pay with (law 8): roll, play, sleepers and the hock's sweep, less the dealers' cut."""
        return self.roll_cents + self.result_cents - self.dealers_cut_cents

    @property
    def result_cents(self) -> int:
        """What the bank won or lost, without tips, before the dealers' cut."""
        return self.play_cents + self.sleepers_cents + self.after_hock_cents


def player_line(ledger: Ledger, player: str) -> PlayerLine:
    """A player's account from the ledger."""
    cents = ledger.balances.get
    return PlayerLine(**{name: cents(account, 0) * growth for name, account, growth in _fields_of(player)})


def accounts_of(player: str) -> tuple[str, ...]:
    """The accounts in a player's line, and so in their net."""
    return tuple(account for _, account, _ in _fields_of(player))


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _fields_of(player: str) -> tuple[tuple[str, str, int], ...]:
    """The account of each field of a player's line, and the sign by which it grows."""
    accounts_by_field = {
        "checks_cents": accounts.checks(player),
        "staked_cents": accounts.layout(player),
        "bought_cents": accounts.cash("bought", player),
        "markers_issued_cents": accounts.markers_issued(player),
        "markers_redeemed_cents": accounts.markers_redeemed(player),
        "markers_paid_in_cash_cents": accounts.cash("markers", player),
        "pledges_open_cents": accounts.pledges(player),
        "pledges_paid_in_cash_cents": accounts.cash("pledges", player),
        "cashed_cents": accounts.paid_out(player),
        "drawn_cents": accounts.deposits_drawn(player),
        "carried_paid_cents": accounts.carried_paid(player),
        "carried_paid_in_cash_cents": accounts.cash("carried", player),
    }
    return tuple((name, account, accounts.growth_of(account)) for name, account in accounts_by_field.items())


def result_gains(moves: Iterable[Move]) -> Iterator[tuple[str, int]]:
    """What moves add to results: a seat key or ``BANK``, and cents, negative for a loss; a side may come repeatedly."""
    for account, cents in gains(moves):
        side, sign = _result_of(account)
        if sign:
            yield side, sign * cents


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _result_of(account: str) -> tuple[str, int]:
    """Whose result an account is part of, and the sign with which a credit counts there: 0 if it is part of none."""
    family, _, player = account.partition(":")
    if family in _RESULT:
        return BANK, 1
    fields = _fields_of(player)
    for name, of_field, growth in fields:
        if of_field == account:
            line = PlayerLine(**{other: int(other == name) for other, _, _ in fields})
            return player, -growth * line.net_cents
    return "", 0


_RESULT = (PLAY, SLEEPERS, AFTER_HOCK)
"""The families of the bank's result."""


def markers_open_cents(ledger: Ledger, player: str) -> int:
    """What a player owes on markers, in cents, without reading the rest of their account."""
    return ledger.balance(accounts.markers_issued(player)) - ledger.balance(accounts.markers_redeemed(player))


def bank_line(ledger: Ledger) -> BankLine:
    """The bank's account from the ledger."""
    return BankLine(
        roll_cents=ledger.family("roll"),
        play_cents=ledger.family(PLAY),
        sleepers_cents=ledger.family(SLEEPERS),
        after_hock_cents=ledger.family(AFTER_HOCK),
        tokes_cents=ledger.family(TOKES),
        dealers_cut_cents=-ledger.family(DEALERS_CUT),
    )


def in_sight_cents(ledger: Ledger) -> int:
    """What the bank can pay with (law 8), in cents, without reading the rest of its account."""
    credits_cents = ledger.families.get
    return -sum([credits_cents(family, 0) for family in _IN_SIGHT])


_IN_SIGHT = ("roll", *_RESULT, DEALERS_CUT)
"""The families that the bank pays with; all of them grow by credits."""


def box_cents(ledger: Ledger) -> int:
    """The cash that should be in the drawer, in cents (rulebook 4; the house's contract, Drawer).

    It is the roll, the cash taken in and fills, less cash paid for checks and cuts, credits and drops; negative if more
    was paid out than came in.
    """
    return sum(map(ledger.family, _CASH_IN)) - sum(map(ledger.family, _CASH_OUT))


def checks_out_cents(ledger: Ledger) -> int:
    """The checks that are not in the bank, in cents: in hands, on the layout, in the pot and in the toke box."""
    return sum(map(ledger.family, ("checks", "layout", "pot", TOKES)))


def boxed_cents(moves: Iterable[Move]) -> int:
    """What moves put into the drawer, in cents; negative if they pay out."""
    return sum(move.amount_cents * (_is_in_drawer(move.debit) - _is_in_drawer(move.credit)) for move in moves)


def _is_in_drawer(account: str) -> bool:
    family = family_of(account).name
    return family in _CASH_IN or family in _CASH_OUT


_CASH_IN = ("cash.roll", "cash.bought", "cash.markers", "cash.pledges", "cash.carried", "cash.fills")
_CASH_OUT = ("paid.checks", "paid.cuts", "paid.credits", "paid.drops")


def backers_cuts(result_cents: int, shares: dict[str, Fraction]) -> dict[str, int]:
    """Divide the bank's result by the backers' shares into whole cents that add up to it exactly.

    Shares are relative to their sum, which need not be 1. Cents left over go to the largest remainders, a cent each; of
    equal remainders the first backer wins.
    """
    whole = sum(shares.values())
    if not whole:
        return {}
    exact = {name: result_cents * share / whole for name, share in shares.items()}
    cuts = {name: value.numerator // value.denominator for name, value in exact.items()}
    left = result_cents - sum(cuts.values())
    order = {name: at for at, name in enumerate(exact)}
    for name in sorted(exact, key=lambda name: (cuts[name] - exact[name], order[name]))[:left]:
        cuts[name] += 1
    return cuts
