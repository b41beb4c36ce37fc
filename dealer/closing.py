"""Closing the night: stakes back, markers and loans redeemed, profits shared, everybody cashed in (rulebook 4)."""

from __future__ import annotations

from fractions import Fraction

from dealer.money import cashed, redeemed, repaid
from dealer.night import Night
from dealer.refusal import Refusal
from events import money
from events.fact import Fact
from events.night import NightClosed
from ledger import accounts
from ledger.accounts import checks, move
from ledger.ledger import Ledger
from ledger.statement import player_line


class _Cage:
    """Collects the facts of the closing and keeps the ledger up to date with them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        """One more fact."""
        self.facts.append(fact)
        self.ledger = self.ledger.post(fact.moves)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.ledger.balance(checks(player))


def close_night(night: Night) -> tuple[Fact, ...]:
    """All facts of the closing, in order.

    Stakes still lying are returned (law 9). Each player's checks first redeem his open markers, then his loans; a
    lender's agreed share of the borrower's profit follows; what is left is cashed in. Open disputes stop the closing.
    """
    if night.open_disputes:
        raise Refusal("wrong_phase", f"Dispute {night.open_disputes[0]} waits for a ruling.")
    cage = _Cage(night.ledger)
    for fact in night.game.closing(night.state):
        cage.add(fact)
    _redeem_and_repay(night, cage)
    _share_profits(night, cage)
    _redeem_and_repay(night, cage)
    for player in night.seats:
        if cage.held(player):
            cage.add(cashed(player, cage.held(player)))
    for player in night.seats:
        owed = player_line(cage.ledger, player).markers_open_cents
        if owed:
            cage.add(money.MarkerCarriedOver(player=player, amount_cents=owed))
    cage.add(NightClosed())
    return tuple(cage.facts)


def _redeem_and_repay(night: Night, cage: _Cage) -> None:
    """Markers, then loans in the order lent, again and again until nothing moves: repaid checks redeem markers too."""
    moved = True
    while moved:
        before = len(cage.facts)
        for player in night.seats:
            due = min(cage.held(player), player_line(cage.ledger, player).markers_open_cents)
            if due:
                cage.add(redeemed(player, due, "checks"))
        for loan in night.loans:
            owed = cage.ledger.balance(accounts.stakes_owed(loan.lender, loan.borrower))
            due = min(cage.held(loan.borrower), owed)
            if due:
                cage.add(repaid(loan.lender, loan.borrower, due))
        moved = len(cage.facts) > before


def _share_profits(night: Night, cage: _Cage) -> None:
    """Each lender's share of his borrower's night, rounded down to a smallest check, as far as his checks go."""
    profits = {player: _profit(cage.ledger, player) for player in night.seats}
    for loan in night.loans:
        profit = max(0, profits[loan.borrower])
        share = _rounded_down(profit * loan.profit_share, night.check_cents)
        amount = min(share, cage.held(loan.borrower))
        if amount:
            cage.add(
                money.ProfitShared(
                    lender=loan.lender,
                    borrower=loan.borrower,
                    profit_cents=profit,
                    amount_cents=amount,
                    moves=(move(checks(loan.borrower), checks(loan.lender), amount),),
                )
            )


def _profit(ledger: Ledger, player: str) -> int:
    return player_line(ledger, player).net_cents


def _rounded_down(amount: Fraction, check_cents: int) -> int:
    return int(amount // check_cents) * check_cents
