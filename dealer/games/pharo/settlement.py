"""Settles a coup: each bet's loss, half or win, and the moves of checks (rule 2, law 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import reduce
from typing import Any

from dealer.game.bank import BankBook, bigger_half
from dealer.game.cards import rank_of
from dealer.games.pharo.state import COUPS, Bet, PharoTable, evolve
from events.common.event import Event
from events.common.play import StakeSettled
from events.frozen import Frozen
from events.games.pharo import (
    CardLost,
    CardReturned,
    CardsDrawn,
    CardWon,
    CoupDealt,
    DoubletDealt,
    ForfeitPaid,
    GainPaid,
    PharoBankBroken,
    PliWon,
)
from ledger.accounts import PLAY, checks, layout, moved
from ledger.ledger import Ledger


class Due(Frozen, kw_only=False):
    """What the bank owes a bet, in cents, and how it is settled when the bank pays an amount."""

    bet: Bet
    amount_cents: int
    settle: Callable[[int], None]


class Settlement(BankBook):
    """Collects the events of a command, and settles bets with them."""

    def __init__(self, table: PharoTable, ledger: Ledger) -> None:
        super().__init__(ledger)
        self._table, self._house, self._deal, self._turn = table, table.house, table.round, table.turn
        self._followed = 0

    @property
    def table(self) -> PharoTable:
        """The table after the events, computed on demand."""
        if self._followed < len(self.events):
            self._table = reduce(evolve, self.events[self._followed :], self._table)
            self._followed = len(self.events)
        return self._table

    def settle(
        self, kind: type[StakeSettled], bet: Bet, *, remains: int, taken: int = 0, paid: int = 0, **more: Any
    ) -> None:
        """Record how a bet is settled, with its moves; amounts are in cents, and ``more`` are fields of the event.

        ``remains`` stays on the card. The bank takes ``taken`` and pays ``paid``: onto the card if more remains on it,
        else into the punter's hand, where the rest of the stake goes back.
        """
        own, card, rest = checks(bet.player), layout(bet.player), bet.stake_cents - taken
        onto = max(0, remains - rest)
        fields = {
            "bet": bet.key,
            "player": bet.player,
            "deal": self._deal,
            "turn": self._turn,
            "stake_cents": bet.stake_cents,
            "folds": bet.folds,
            "taken_cents": taken,
            "paid_cents": paid,
            "gain_cents": 0,
            "remains_cents": remains,
            "moves": (
                *moved(card, PLAY, taken),
                *moved(PLAY, card, onto),
                *moved(PLAY, own, paid - onto),
                *moved(card, own, max(0, rest - remains)),
            ),
            **more,
        }
        self.add(kind(**{name: fields[name] for name in kind.__struct_fields__}))

    def deal(self, bank: str, punters: str) -> None:
        """Record the cards of a coup."""
        self._turn += 1
        self.add(CoupDealt(deal=self._deal, turn=self._turn, bank=bank, punters=punters))

    def pay(self, dues: Iterable[Due]) -> None:
        """Pay the largest first, in placing order among equals, as far as the bank goes; the rest is void."""
        for due in sorted(dues, key=lambda due: (-due.amount_cents, due.bet.placed)):
            due.settle(self.payable(due.amount_cents))

    def pay_gains(self, bets: Iterable[Bet], reason: str) -> None:
        """Pay the pending gains of these bets, if any; the stakes stay, plain."""
        gains = [bet for bet in bets if bet.gain_cents]
        self.pay([self._due(GainPaid, bet, bet.gain_cents, remains=bet.stake_cents, reason=reason) for bet in gains])

    def break_if_short(self) -> bool:
        """Break the bank if it could not pay, and return every stake. Returns whether it broke."""
        if not self.unpaid_cents:
            return False
        self.add(PharoBankBroken(deal=self._deal, turn=self._turn, unpaid_cents=self.unpaid_cents))
        self.unpaid_cents = 0
        self.give_back(tuple(self.table.bets.values()), "bank_broken")
        return True

    def done(self) -> tuple[Event, ...]:
        """All events, with the bank broken if it could not pay."""
        self.break_if_short()
        return tuple(self.events)

    def give_back(self, bets: Iterable[Bet], reason: str) -> None:
        """Return these stakes in placing order; pending gains are void."""
        for bet in sorted(bets, key=lambda bet: bet.placed):
            self.settle(CardReturned, bet, remains=0, void_gain_cents=bet.gain_cents, reason=reason)

    def win(self, bet: Bet) -> None:
        """Record a win; the gain is pending."""
        self.settle(CardWon, bet, remains=bet.stake_cents, gain_cents=bet.won_cents)

    def draw(self, bet: Bet) -> None:
        """L'une pour l'autre: nothing moves."""
        self.settle(CardsDrawn, bet, remains=bet.stake_cents, gain_cents=bet.gain_cents)

    def lose(self, bet: Bet) -> None:
        """Take all that a bet staked: the stake with its gain, or under a paix only the gain."""
        taken = 0 if bet.only_gain else bet.stake_cents
        self.settle(CardLost, bet, taken=taken, remains=bet.stake_cents - taken, lost_gain_cents=bet.gain_cents)

    def halve(self, bet: Bet) -> None:
        """A doublet: take the bigger half, of a plain stake for the bank, else of the gain."""
        half = bigger_half(bet.ventured_cents, self._house.check)
        taken, lost_gain = (0, min(bet.gain_cents, half)) if bet.folds else (half, 0)
        gain = bet.gain_cents - lost_gain
        left = bet.folds if bet.only_gain else bet.folds[:-1]
        self.settle(
            DoubletDealt,
            bet,
            taken=taken,
            remains=bet.stake_cents - taken,
            gain_cents=gain,
            lost_gain_cents=lost_gain,
            folds_left=left if gain else (),
            pli=bet.pli,
        )

    def win_back(self, bet: Bet) -> Due:
        """What a pli has won, to be paid onto the card: what doublets took in a row."""
        return self._due(PliWon, bet, bet.lost_cents, remains=bet.stake_cents, onto_card=True)

    def forfeit(self, bet: Bet) -> Due:
        """What the bank owes a bet for a miscounted pack, as if it had won; its stake is returned with it."""
        due = bet.gain_cents if bet.awaits else bet.lost_cents if bet.pli else bet.won_cents
        return self._due(ForfeitPaid, bet, due, remains=0)

    def _due(
        self, kind: type[StakeSettled], bet: Bet, due: int, *, remains: int, onto_card: bool = False, **more: Any
    ) -> Due:
        def settle(paid: int) -> None:
            on_card = remains + paid if onto_card else remains
            self.settle(kind, bet, remains=on_card, paid=paid, due_cents=due, **more)

        return Due(bet, due, settle)


class Outcome(Enum):
    """A coup's effect on a bet."""

    NOTHING = "nothing"
    WIN = "win"
    LOSS = "loss"
    DOUBLET = "doublet"
    DRAW = "draw"


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
