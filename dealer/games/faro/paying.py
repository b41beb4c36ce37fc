"""The dealer's hand going round the layout: taking, then paying, and the bank that breaks (law 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer.games.faro.house import FaroHouse
from dealer.games.faro.state import Bet, Call, FaroTable
from events.facts.fact import Fact, Move
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import faro as facts
from ledger.accounts import AFTER_HOCK, PLAY, SLEEPERS, checks, layout, moved
from ledger.ledger import Ledger
from ledger.statement import in_sight_cents


class Due(Frozen, kw_only=False, gc=False):
    """What a winning bet or call has coming, in cents."""

    bet: Bet | Call
    stake_cents: int
    amount_cents: int


def payable_cents(due: Due, house: FaroHouse) -> int:
    """What the bank owes on a due, in cents: checks in full, bills only to the limit (law 6)."""
    if isinstance(due.bet, Bet) and due.bet.form == "bills":
        return min(due.amount_cents, house.limit // house.check * house.check)
    return due.amount_cents


class TurnBook:
    """Collects the facts of one settlement in order, and knows what the bank has in sight as it goes.

    The bets it was given are not touched: what lies after each fact is kept here until the facts are evolved.
    """

    def __init__(self, table: FaroTable, ledger: Ledger, turn: int | None = None) -> None:
        self.table = table
        self.turn = table.turn if turn is None else turn
        self.facts: list[Fact] = []
        self.broken = False
        self._in_sight = in_sight_cents(ledger)
        self._bets = dict(table.bets)
        self._calls = dict(table.calls)

    def lying_bets(self) -> list[Bet]:
        """The bets that still lie, with their stakes as they are now."""
        return list(self._bets.values())

    def lose(self, bet: Bet | Call, stake_cents: int, taken_cents: int) -> None:
        """The bank takes what was lost; the rest, if any, lies on."""
        self._take(facts.BetLost, bet, stake_cents, taken_cents)

    def split(self, bet: Bet, stake_cents: int, taken_cents: int) -> None:
        """The bank takes the bigger half, or all where the house has it so; what is left lies on."""
        self._take(facts.BetSplit, bet, stake_cents, taken_cents)

    def stand_off(self, bet: Bet, stake_cents: int) -> None:
        """Nothing moves."""
        self._note(facts.BetStoodOff, bet, stake_cents)

    def pay(self, dues: list[Due]) -> None:
        """Pay the largest first, of equals the coppered ones first (laws 5 and 8), as far as the bank goes."""
        dues = [replace(due, amount_cents=payable_cents(due, self.table.house)) for due in dues]
        unpaid = 0
        for due in sorted(dues, key=_order_of_payment):
            paid = min(due.amount_cents, max(0, self._in_sight))
            unpaid += due.amount_cents - paid
            self._in_sight -= paid
            self._pay(due, paid)
        if unpaid:
            self._break(unpaid)

    def give_back(self, bet: Bet | Call, reason: str) -> None:
        """A stake goes back to its owner."""
        back = moved(layout(bet.player), checks(bet.player), bet.stake_cents)
        self._note(facts.BetReturned, bet, bet.stake_cents, back, reason=reason)
        self._off(bet)

    def give_all_back(self, reason: str) -> None:
        """Every bet and call that lies goes back, in the order in which they were placed."""
        lying: list[Bet | Call] = [*self._bets.values(), *self._calls.values()]
        for bet in sorted(lying, key=lambda one: one.placed):
            self.give_back(bet, reason)

    def put_to_sleep(self, bet: Bet) -> None:
        """A dead bet goes back or to the bank's sleepers, as the house has it (rulebook 1.8)."""
        if self.table.house.sleepers == "returned":
            self.give_back(bet, "sleeper")
            return
        self._note(facts.SleeperTaken, bet, bet.stake_cents, moved(layout(bet.player), SLEEPERS, bet.stake_cents))
        self._off(bet)

    def sweep(self, bet: Bet) -> None:
        """A bet still lying after the hock goes to the dealer (rulebook 1.7)."""
        self._note(facts.BetSwept, bet, bet.stake_cents, moved(layout(bet.player), AFTER_HOCK, bet.stake_cents))
        self._off(bet)

    def _note(
        self,
        kind: Callable[..., StakeSettled],
        bet: Bet | Call,
        stake_cents: int,
        moves: tuple[Move, ...] = (),
        **more: Any,
    ) -> None:
        """One more fact of this settlement."""
        noted = kind(
            bet=bet.key,
            player=bet.player,
            deal=self.table.deal,
            turn=self.turn,
            stake_cents=stake_cents,
            moves=moves,
            **more,
        )
        self.facts.append(noted)

    def _take(self, kind: Callable[..., StakeSettled], bet: Bet | Call, stake_cents: int, taken_cents: int) -> None:
        """The bank takes some of a bet."""
        remains = bet.stake_cents - taken_cents
        taken = moved(layout(bet.player), PLAY, taken_cents)
        self._note(kind, bet, stake_cents, taken, taken_cents=taken_cents, remains_cents=remains)
        self._in_sight += taken_cents
        self._now(bet, remains)

    def _pay(self, due: Due, paid_cents: int) -> None:
        bet = due.bet
        left_on = self._left_on(bet, paid_cents) if isinstance(bet, Bet) else 0
        remains = bet.stake_cents + left_on if isinstance(bet, Bet) else 0
        moves = (
            *moved(PLAY, layout(bet.player), left_on),
            *moved(PLAY, checks(bet.player), paid_cents - left_on),
            *moved(layout(bet.player), checks(bet.player), bet.stake_cents + left_on - remains),
        )
        paid = {"due_cents": due.amount_cents, "paid_cents": paid_cents, "remains_cents": remains}
        self._note(facts.BetPaid, bet, due.stake_cents, moves, **paid)
        self._now(bet, remains)

    def _left_on(self, bet: Bet, paid_cents: int) -> int:
        """How much of its winnings a paroli bet leaves on (rulebook 1.6)."""
        house = self.table.house
        if not bet.paroli:
            return 0
        if house.paroli_times is not None and bet.left_on >= house.paroli_times:
            return 0
        return min(paid_cents, max(0, house.running_limit_cents - bet.stake_cents))

    def _break(self, unpaid_cents: int) -> None:
        """The bank is broken: every bet that lies is returned, calls too (law 8)."""
        self.broken = True
        self.facts.append(facts.BankBroken(deal=self.table.deal, turn=self.turn, unpaid_cents=unpaid_cents))
        self.give_all_back("bank_broken")

    def _now(self, bet: Bet | Call, remains_cents: int) -> None:
        if remains_cents and isinstance(bet, Bet):
            self._bets[bet.key] = replace(bet, stake_cents=remains_cents)
        else:
            self._off(bet)

    def _off(self, bet: Bet | Call) -> None:
        self._bets.pop(bet.key, None)
        self._calls.pop(bet.key, None)


def _order_of_payment(due: Due) -> tuple[int, bool, int]:
    coppered = isinstance(due.bet, Bet) and due.bet.coppered
    return (-due.amount_cents, not coppered, due.bet.placed)
