"""Settles up when a player leaves and at the close: markers, loans, profit shares, cash (rulebook 4)."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.commands import commands
from dealer.commands.refusal import Player, Refusal
from dealer.house.state import HouseState
from dealer.night.dealers import cuts
from dealer.night.drawer import CLOSING
from dealer.night.house import name_of
from dealer.night.money import cashed, profit_shared, redeemed, repaid
from dealer.night.night import Loan, Night
from dealer.rules_version import NOBODY_LEAVES_A_STAKE
from events.common import night as money
from events.common.event import Event
from events.common.night import NightClosed, PlayerLeft, PlayerRenamed
from ledger.accounts import checks
from ledger.ledger import Ledger
from ledger.statement import markers_open_cents, player_line


class _Cage:
    """Collects the events of the closing and updates the ledger with each."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.ledger = self.ledger.post(event.moves)

    def held(self, player: str) -> int:
        """A player's checks in hand, in cents."""
        return self.ledger.balance(checks(player))

    def owed(self, player: str) -> int:
        """What a player still owes on markers, in cents."""
        return markers_open_cents(self.ledger, player)

    def redeem(self, player: str) -> None:
        """Redeem a player's markers with their checks, as far as the checks go."""
        due = min(self.held(player), self.owed(player))
        if due:
            self.add(redeemed(player, due, "checks"))

    def repay(self, loan: Loan, lent_later_cents: int) -> bool:
        """Repay a loan with the borrower's checks, as far as they go. What its lender lent later is not due yet.

        Returns whether anything was repaid.
        """
        owed = self.ledger.balance(loan.owed_account)
        due = min(self.held(loan.borrower), loan.amount_cents, max(0, owed - lent_later_cents))
        if due:
            self.add(repaid(loan, due))
        return bool(due)

    def cash(self, player: str) -> None:
        """Sell all of a player's checks back to the bank."""
        if self.held(player):
            self.add(cashed(player, self.held(player)))


def close_night(night: Night, house: HouseState | None = None) -> tuple[Event, ...]:
    """All events of the closing, in order; ``house`` has the names that cards have by now.

    Stakes on the layout are returned (law 9). Each player's checks redeem their open markers, then their loans; then
    lenders get their agreed share of the borrower's profit; the remaining checks are cashed in. Then the dealers get
    their cut. Open disputes prevent closing, and so does a missing closing count where the house requires one.
    """
    check_may_close(night)
    cage = _Cage(night.ledger)
    for game in night.games:
        for event in game.closing(night.tables[game.name], cage.ledger):
            cage.add(event)
    _redeem_and_repay(night, cage)
    _share_profits(night, cage)
    _redeem_and_repay(night, cage)
    for player in night.seats:
        cage.cash(player)
    for player in night.seats:
        if cage.owed(player):
            cage.add(money.MarkerCarriedOver(player=player, amount_cents=cage.owed(player)))
    for event in cuts(night, cage.events, cage.ledger):
        cage.add(event)
    for player, seat in night.seats.items():
        name = name_of(night, player, house)
        if name != seat.name:
            cage.add(PlayerRenamed(player=player, name=name))
    cage.add(NightClosed())
    return tuple(cage.events)


def check_may_close(night: Night) -> None:
    """Refuse (``wrong_phase``) to close with an open dispute, or without a closing count where one is required."""
    if night.open_disputes:
        dispute = night.disputes[night.open_disputes[0]]
        raise Refusal("wrong_phase", "%(player)s's dispute waits for a ruling.", player=Player(dispute.player))
    if night.settings.count_required and not any(count.at == CLOSING for count in night.counts):
        raise Refusal("wrong_phase", "Count the drawer before you close the night.")


def leave_table(night: Night, command: commands.LeaveTable) -> tuple[Event, ...]:
    """Cash out a player who leaves: their checks redeem their markers, then their loans; other debts are carried over.

    If the command says so, their bets are taken down first.
    """
    player = command.player
    cage = _Cage(night.ledger)
    for game in night.games:
        table = night.tables[game.name]
        for event in game.lift(table, cage.ledger, player) if command.take_down else ():
            table = game.after(table, event)
            cage.add(event)
        if game.stakes(table).get(player):
            raise Refusal(
                "wrong_phase" if night.opened.rules >= NOBODY_LEAVES_A_STAKE else "not_allowed_here",
                "%(player)s has stakes on the layout; take them down first.",
                player=Player(player),
            )
        game.check_leave(table, player)
    cage.redeem(player)
    for loan, lent_later_cents in _in_order_lent(night):
        if loan.borrower == player:
            cage.repay(loan, lent_later_cents)
    cage.cash(player)
    cage.add(PlayerLeft(player=player, markers_open_cents=cage.owed(player)))
    return tuple(cage.events)


def _redeem_and_repay(night: Night, cage: _Cage) -> None:
    """Redeem markers before loans, loans in the order lent, and start over whenever a lender got checks back."""
    repaid_one = True
    while repaid_one:
        _redeem_markers(night, cage)
        repaid_one = any(cage.repay(loan, lent_later_cents) for loan, lent_later_cents in _in_order_lent(night))


def _in_order_lent(night: Night) -> Iterator[tuple[Loan, int]]:
    """The loans in order, each with the cents that its lender lent the same borrower later."""
    for at, loan in enumerate(night.loans, start=1):
        later = (other for other in night.loans[at:] if other.parties == loan.parties)
        yield loan, sum(lent.amount_cents for lent in later)


def _redeem_markers(night: Night, cage: _Cage) -> None:
    for player in night.seats:
        cage.redeem(player)


def _share_profits(night: Night, cage: _Cage) -> None:
    """Pay each lender's share of the borrower's profit, rounded down to a smallest check, as far as the checks go."""
    profits = {player: player_line(cage.ledger, player).net_cents for player in night.seats}
    for loan in night.loans:
        profit = max(0, profits[loan.borrower])
        share = int((profit * loan.profit_share) // night.check_cents) * night.check_cents
        amount = min(share, cage.held(loan.borrower))
        if amount:
            cage.add(profit_shared(loan, profit, amount))
