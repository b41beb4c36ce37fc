"""The facts of one command in their order: what is lost, halved, won and paid, and the bank that breaks (law 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from dealer.games.pharo.evolve import evolve
from dealer.games.pharo.settling import bigger_half
from dealer.games.pharo.state import Bet, PharoTable
from events.facts.fact import Fact, Move
from events.frozen import Frozen
from events.games import pharo as facts
from ledger.accounts import PLAY, checks, layout, moved
from ledger.ledger import Ledger
from ledger.statement import in_sight_cents


class Due(Frozen, kw_only=False):
    """What a bet has coming from the bank, in cents, and the fact that pays so much of it."""

    bet: Bet
    amount_cents: int
    paid: Callable[[int], Fact]


class Settlement:
    """Collects the facts of one command, and counts the bank's money along."""

    def __init__(self, table: PharoTable, ledger: Ledger) -> None:
        self.facts: list[Fact] = []
        self._table, self._house, self._deal, self._turn = table, table.house, table.deal, table.turn
        self._followed = 0
        self._in_sight = in_sight_cents(ledger)
        self._unpaid = 0

    @property
    def table(self) -> PharoTable:
        """The table as the facts leave it, which mostly nobody asks for."""
        if self._followed < len(self.facts):
            self._table = reduce(evolve, self.facts[self._followed :], self._table)
            self._followed = len(self.facts)
        return self._table

    def add(self, fact: Fact) -> None:
        """One more fact."""
        self.facts.append(fact)
        for one in fact.moves:
            if one.credit == PLAY:
                self._in_sight += one.amount_cents
            elif one.debit == PLAY:
                self._in_sight -= one.amount_cents

    def deal(self, bank: str, punters: str) -> None:
        """The cards of a coup come."""
        self._turn += 1
        self.add(facts.CoupDealt(deal=self._deal, turn=self._turn, bank=bank, punters=punters))

    def pay(self, dues: Iterable[Due]) -> None:
        """Pay the largest first, of equals in the order placed, as far as the bank goes; what comes after is void."""
        for due in sorted(dues, key=lambda due: (-due.amount_cents, due.bet.placed)):
            paid = min(due.amount_cents, max(0, self._in_sight))
            self._unpaid += due.amount_cents - paid
            self.add(due.paid(paid))

    def pay_gains(self, bets: Iterable[Bet], reason: str) -> None:
        """Pay what these bets have in suspense; where it is nothing there is nothing to pay."""
        self.pay([self._gain_due(bet, reason) for bet in bets if bet.gain_cents])

    def break_if_short(self) -> bool:
        """Break the bank where it could not pay: every stake that lies goes back. Says whether it broke."""
        if not self._unpaid:
            return False
        self.add(facts.PharoBankBroken(deal=self._deal, turn=self._turn, unpaid_cents=self._unpaid))
        self._unpaid = 0
        self.give_back(tuple(self.table.bets.values()), "bank_broken")
        return True

    def give_back(self, bets: Iterable[Bet], reason: str) -> None:
        """These stakes go back, in the order in which they were placed; a gain still in suspense is void."""
        for bet in sorted(bets, key=lambda bet: bet.placed):
            self.add(
                facts.CardReturned(
                    **self._about(bet),
                    folds=bet.folds,
                    void_gain_cents=bet.gain_cents,
                    gain_cents=0,
                    remains_cents=0,
                    reason=reason,
                    moves=_back(bet),
                )
            )

    def take_down(self, bet: Bet) -> None:
        """A stake is taken back by its punter."""
        self.add(facts.CardTakenDown(bet=bet.key, player=bet.player, stake_cents=bet.stake_cents, moves=_back(bet)))

    def win(self, bet: Bet) -> None:
        """A bet wins; the gain is in suspense."""
        self.add(
            facts.CardWon(
                **self._about(bet),
                folds=bet.folds,
                gain_cents=bet.won_cents,
                remains_cents=bet.stake_cents,
            )
        )

    def draw(self, bet: Bet) -> None:
        """L'une pour l'autre: nothing moves."""
        self.add(
            facts.CardsDrawn(
                **self._about(bet),
                folds=bet.folds,
                gain_cents=bet.gain_cents,
                remains_cents=bet.stake_cents,
            )
        )

    def lose(self, bet: Bet) -> None:
        """A bet loses all that it ventured: the stake with its gain, or under a paix the gain alone."""
        taken = 0 if bet.only_gain else bet.stake_cents
        self.add(
            facts.CardLost(
                **self._about(bet),
                taken_cents=taken,
                folds=bet.folds,
                lost_gain_cents=bet.gain_cents,
                gain_cents=0,
                remains_cents=bet.stake_cents - taken,
                moves=moved(layout(bet.player), PLAY, taken),
            )
        )

    def halve(self, bet: Bet) -> None:
        """A doublet: the bigger half of what is ventured is gone, of a plain stake to the bank, else of the gain."""
        half = bigger_half(bet.ventured_cents, self._house.check)
        taken = 0 if bet.folds else half
        lost_gain = min(bet.gain_cents, half) if bet.folds else 0
        gain = bet.gain_cents - lost_gain
        left = bet.folds if bet.only_gain else bet.folds[:-1]
        self.add(
            facts.DoubletDealt(
                **self._about(bet),
                taken_cents=taken,
                folds=bet.folds,
                folds_left=left if gain else (),
                pli=bet.pli,
                lost_gain_cents=lost_gain,
                gain_cents=gain,
                remains_cents=bet.stake_cents - taken,
                moves=moved(layout(bet.player), PLAY, taken),
            )
        )

    def win_back(self, bet: Bet) -> Due:
        """What a pli has won: what doublets took in a row, onto the card."""
        return Due(
            bet,
            bet.lost_cents,
            lambda paid: facts.PliWon(
                **self._about(bet),
                paid_cents=paid,
                due_cents=bet.lost_cents,
                gain_cents=0,
                remains_cents=bet.stake_cents + paid,
                moves=moved(PLAY, layout(bet.player), paid),
            ),
        )

    def forfeit(self, bet: Bet) -> Due:
        """What a bet has coming for a miscounted pack, as if it had won; its stake goes back with it."""
        due = bet.gain_cents if bet.awaits else bet.lost_cents if bet.pli else bet.won_cents
        return Due(
            bet,
            due,
            lambda paid: facts.ForfeitPaid(
                **self._about(bet),
                paid_cents=paid,
                folds=bet.folds,
                due_cents=due,
                gain_cents=0,
                remains_cents=0,
                moves=(*moved(PLAY, checks(bet.player), paid), *_back(bet)),
            ),
        )

    def _about(self, bet: Bet) -> dict[str, Any]:
        """What every fact of a bet says: whose it is, the turn, and what lies on it."""
        return {
            "bet": bet.key,
            "player": bet.player,
            "deal": self._deal,
            "turn": self._turn,
            "stake_cents": bet.stake_cents,
        }

    def _gain_due(self, bet: Bet, reason: str) -> Due:
        return Due(
            bet,
            bet.gain_cents,
            lambda paid: facts.GainPaid(
                **self._about(bet),
                paid_cents=paid,
                folds=bet.folds,
                due_cents=bet.gain_cents,
                gain_cents=0,
                remains_cents=bet.stake_cents,
                reason=reason,
                moves=moved(PLAY, checks(bet.player), paid),
            ),
        )


def _back(bet: Bet) -> tuple[Move, ...]:
    """A stake goes back to its punter's hand."""
    return moved(layout(bet.player), checks(bet.player), bet.stake_cents)
