"""Settles a coup: each bet's loss, half or win, and the moves of checks (rule 2, law 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import reduce
from typing import Any

from dealer.game.cards import rank_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, evolve
from events.common.event import Event, Move
from events.frozen import Frozen
from events.games import pharo as pharo_events
from events.games.pharo import CardLost
from ledger.accounts import PLAY, checks, layout, moved
from ledger.ledger import Ledger
from ledger.statement import in_sight_cents


class Due(Frozen, kw_only=False):
    """What the bank owes a bet, in cents, and the event that pays it."""

    bet: Bet
    amount_cents: int
    paid: Callable[[int], Event]


class Settlement:
    """Collects the events of a command and tracks the bank's money."""

    def __init__(self, table: PharoTable, ledger: Ledger) -> None:
        self.events: list[Event] = []
        self._table, self._house, self._deal, self._turn = table, table.house, table.deal, table.turn
        self._followed = 0
        self._in_sight = in_sight_cents(ledger)
        self._unpaid = 0

    @property
    def table(self) -> PharoTable:
        """The table after the events, computed on demand."""
        if self._followed < len(self.events):
            self._table = reduce(evolve, self.events[self._followed :], self._table)
            self._followed = len(self.events)
        return self._table

    def add(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        for move in event.moves:
            if move.credit == PLAY:
                self._in_sight += move.amount_cents
            elif move.debit == PLAY:
                self._in_sight -= move.amount_cents

    def deal(self, bank: str, punters: str) -> None:
        """Record the cards of a coup."""
        self._turn += 1
        self.add(pharo_events.CoupDealt(deal=self._deal, turn=self._turn, bank=bank, punters=punters))

    def pay(self, dues: Iterable[Due]) -> None:
        """Pay the largest first, in placing order among equals, as far as the bank goes; the rest is void."""
        for due in sorted(dues, key=lambda due: (-due.amount_cents, due.bet.placed)):
            paid = min(due.amount_cents, max(0, self._in_sight))
            self._unpaid += due.amount_cents - paid
            self.add(due.paid(paid))

    def pay_gains(self, bets: Iterable[Bet], reason: str) -> None:
        """Pay the pending gains of these bets, if any."""
        self.pay([self._gain_due(bet, reason) for bet in bets if bet.gain_cents])

    def break_if_short(self) -> bool:
        """Break the bank if it could not pay, and return every stake. Returns whether it broke."""
        if not self._unpaid:
            return False
        self.add(pharo_events.PharoBankBroken(deal=self._deal, turn=self._turn, unpaid_cents=self._unpaid))
        self._unpaid = 0
        self.give_back(tuple(self.table.bets.values()), "bank_broken")
        return True

    def give_back(self, bets: Iterable[Bet], reason: str) -> None:
        """Return these stakes in placing order; pending gains are void."""
        for bet in sorted(bets, key=lambda bet: bet.placed):
            self.add(
                pharo_events.CardReturned(
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
        """Return a stake to its punter's hand on request."""
        self.add(
            pharo_events.CardTakenDown(bet=bet.key, player=bet.player, stake_cents=bet.stake_cents, moves=_back(bet))
        )

    def win(self, bet: Bet) -> None:
        """Record a win; the gain is pending."""
        self.add(
            pharo_events.CardWon(
                **self._about(bet),
                folds=bet.folds,
                gain_cents=bet.won_cents,
                remains_cents=bet.stake_cents,
            )
        )

    def draw(self, bet: Bet) -> None:
        """L'une pour l'autre: nothing moves."""
        self.add(
            pharo_events.CardsDrawn(
                **self._about(bet),
                folds=bet.folds,
                gain_cents=bet.gain_cents,
                remains_cents=bet.stake_cents,
            )
        )

    def lose(self, bet: Bet) -> None:
        """Take all that a bet staked: the stake with its gain, or under a paix only the gain."""
        taken = 0 if bet.only_gain else bet.stake_cents
        self.add(
            pharo_events.CardLost(
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
        """A doublet: take the bigger half, of a plain stake for the bank, else of the gain."""
        half = bigger_half(bet.ventured_cents, self._house.check)
        taken = 0 if bet.folds else half
        lost_gain = min(bet.gain_cents, half) if bet.folds else 0
        gain = bet.gain_cents - lost_gain
        left = bet.folds if bet.only_gain else bet.folds[:-1]
        self.add(
            pharo_events.DoubletDealt(
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
        """Add to the card what a pli has won: what doublets took in a row."""
        return Due(
            bet,
            bet.lost_cents,
            lambda paid: pharo_events.PliWon(
                **self._about(bet),
                paid_cents=paid,
                due_cents=bet.lost_cents,
                gain_cents=0,
                remains_cents=bet.stake_cents + paid,
                moves=moved(PLAY, layout(bet.player), paid),
            ),
        )

    def forfeit(self, bet: Bet) -> Due:
        """What the bank owes a bet for a miscounted pack, as if it had won; its stake is returned with it."""
        due = bet.gain_cents if bet.awaits else bet.lost_cents if bet.pli else bet.won_cents
        return Due(
            bet,
            due,
            lambda paid: pharo_events.ForfeitPaid(
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
        """The fields of every event of a bet: owner, turn and current stake."""
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
            lambda paid: pharo_events.GainPaid(
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
    """Return a stake to its punter's hand."""
    return moved(layout(bet.player), checks(bet.player), bet.stake_cents)


class Outcome(Enum):
    """A coup's effect on a bet."""

    NOTHING = "nothing"
    WIN = "win"
    LOSS = "loss"
    DOUBLET = "doublet"
    DRAW = "draw"


def bigger_half(amount_cents: int, check_cents: int) -> int:
    """The bank's half in a doublet, rounded up to whole smallest checks."""
    checks = amount_cents // check_cents
    return (checks - checks // 2) * check_cents


def outcome_of(bet: Bet, bank: str, punters: str) -> Outcome:
    """A coup's effect on a bet by itself; the bet must cover at least one of the cards."""
    against, for_it = (punters, bank) if bet.opposed else (bank, punters)
    loses, wins = rank_of(against) in bet.ranks, rank_of(for_it) in bet.ranks
    if loses and wins:
        return Outcome.DOUBLET if rank_of(bank) == rank_of(punters) else Outcome.DRAW
    if wins:
        return Outcome.WIN
    return Outcome.LOSS if loses else Outcome.NOTHING


def outcome_of_hockley(bet: Bet, bank: str, punters: str) -> Outcome:
    """The last coup's effect with a hockley: a card against the bet loses, and nothing else happens."""
    against = punters if bet.opposed else bank
    return Outcome.LOSS if rank_of(against) in bet.ranks else Outcome.NOTHING


def _covering(bets: Iterable[Bet], card: str) -> frozenset[str]:
    """The punters with a bet on a card."""
    rank = rank_of(card)
    return frozenset([bet.player for bet in bets if rank in bet.ranks])


def worth_of_opposing(table: PharoTable, settled: Event) -> int:
    """How much more a plain stake that lost would have brought if opposed, in cents; 0 if it was."""
    if not isinstance(settled, CardLost) or settled.folds:
        return 0
    bet = table.bets.get(settled.bet) or table.gone.get(settled.bet)
    return 2 * settled.taken_cents if bet and not bet.opposed else 0


def outcomes_of(table: PharoTable, turn: int, bank: str, punters: str) -> Iterator[tuple[Bet, Outcome]]:
    """A coup's effect on every bet that it touches, in placing order."""
    lost, won = rank_of(bank), rank_of(punters)
    reached = [bet for bet in table.bets.values() if not bet.masked and (lost in bet.ranks or won in bet.ranks)]
    if turn == COUPS and table.house.hockley:
        yield from ((bet, Outcome.LOSS) for bet in reached if outcome_of_hockley(bet, bank, punters) is Outcome.LOSS)
        return
    drawn: frozenset[str] = frozenset()
    if table.house.drawn == "punter" and lost != won and len(reached) > 1:
        # L'une pour l'autre: a punter has bets on both cards.
        drawn = _covering(reached, bank) & _covering(reached, punters)
    for bet in reached:
        yield bet, Outcome.DRAW if bet.player in drawn else outcome_of(bet, bank, punters)
