"""The table of Pharo (rulebook G1): the cards, the bets on the livrets, and what the bank pays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.oracle.arguments import is_odd
from tests.oracle.layout import rank_of, suit_of
from tests.oracle.refusal import Refusal
from tests.oracle.settings import Settings
from tests.oracle.state import Night

COUPS = 26


@dataclass
class PharoBet:
    """A card of a livret with its stake; `waits` while a win of it awaits a decision."""

    key: str
    player: str
    kind: str
    ranks: frozenset[str]
    stake: int
    opposed: bool = False
    gain: int = 0
    folds: list[str] = field(default_factory=list)
    waits: bool = False
    masked: bool = False
    pli: bool = False
    lost_part: int = 0  # what doublets have taken of the plain stake in a row
    acted_in: int | None = None  # the coup of this deal that was its last event

    @property
    def last_fold(self) -> str:
        """What a win is ventured by: a paix, a paroli, or nothing."""
        return self.folds[-1] if self.folds else ""

    @property
    def won_now(self) -> int:
        """What is in suspense after a win of what is ventured."""
        if self.last_fold == "paix":
            return 2 * self.gain
        return 2 * self.gain + self.stake if self.last_fold == "paroli" else self.stake

    @property
    def forfeit(self) -> int:
        """What a dealer who forfeits owes it."""
        if self.waits:
            return self.gain
        return self.lost_part if self.pli else self.won_now

    def lie_plain(self) -> None:
        """Nothing is in suspense any more."""
        self.gain, self.folds, self.waits = 0, [], False

    def is_carried(self, carry: str) -> bool:
        """Whether it lies on into the next deal."""
        least = {"soixante": 5, "chain": 1, "none": None}[carry]
        return least is not None and len(self.folds) >= least and not self.waits


Due = tuple[PharoBet, int]
"""A bet, and what it is to be paid."""


@dataclass
class PharoTable:
    """The table; `phase` is idle, bottom, betting or dealt."""

    settings: Settings
    phase: str = "idle"
    deal: int = 0
    coups: int = 0
    bottom: str = ""
    dealt: list[str] = field(default_factory=list)
    bets: dict[str, PharoBet] = field(default_factory=dict)

    awaits_settling = False

    @property
    def check(self) -> int:
        """The smallest check, in cents."""
        return int(self.settings["check"])

    @property
    def is_on(self) -> bool:
        """Whether a deal is on."""
        return self.phase != "idle"

    @property
    def turns(self) -> int:
        """The coups of the deal begun last."""
        return self.coups

    @property
    def is_late(self) -> bool:
        """Whether few cards are left."""
        return 52 - 2 * self.coups <= int(self.settings["late_cards"])

    def staked(self, player: str) -> int:
        """What a player has on the table; a gain in suspense is nobody's."""
        return sum(bet.stake for bet in self.bets.values() if bet.player == player)

    def keeps(self, player: str) -> bool:
        """Nobody is in a hand here."""
        return False

    def is_dead(self, ranks: Iterable[str]) -> bool:
        """Whether all cards of all these ranks are dealt; the bottom card is not."""
        return all(sum(rank_of(card) == rank for card in self.dealt) == 4 for rank in ranks)

    def need_cards_left(self, bank: str, punters: str) -> None:
        """Refuse cards that the pack does not hold any more, or not yet."""
        seen = [self.bottom, *self.dealt]
        if is_odd(bank, seen):
            raise Refusal("odd_card", f"{bank} cannot come")
        seen.append(bank)
        if self.coups < COUPS - 1:
            if is_odd(punters, seen):
                raise Refusal("odd_card", f"{punters} cannot come")
            return
        suits = {suit_of(punters), suit_of(self.bottom)} - {None}
        again = suit_of(punters) is not None and punters in seen[1:]
        if rank_of(punters) != rank_of(self.bottom) or len(suits) > 1 or again:
            raise Refusal("odd_card", "the last card is the one that was shown")

    def add_row(self, night: Night, bet: PharoBet, result: str, **row: int) -> None:
        """Write down what happened to a bet: `stake` is what it was before, `gain` what is in suspense now."""
        head = {"bet": bet.key, "deal": self.deal, "turn": self.coups, "result": result}
        night.rows.append({**head, "stake": bet.stake, "paid": 0, "taken": 0, "gain": bet.gain, **row})

    def pay(self, night: Night, due: Iterable[Due], result: str = "paid") -> bool:
        """Pay the largest first, as far as the bank goes, a row each; say whether the bank broke.

        A gain that is paid is in suspense no more. What breaks the bank is left to do.
        """
        order = list(self.bets)
        broke = False
        for bet, amount in sorted(due, key=lambda one: (-one[1], order.index(one[0].key))):
            paid = 0 if broke else min(amount, max(night.in_sight, 0))
            broke = broke or paid < amount
            night.play -= paid
            if result == "won":
                self.add_row(night, bet, result, paid=paid)
                bet.stake += paid
            else:
                bet.lie_plain()
                self.add_row(night, bet, result, paid=paid)
                night.players[bet.player].checks += paid
        return broke

    def pay_gains(self, night: Night, bets: Iterable[PharoBet]) -> bool:
        """Pay what is in suspense on some bets; where the bank breaks, every stake goes back."""
        broke = self.pay(night, [(bet, bet.gain) for bet in bets if bet.gain])
        if broke:
            night.break_bank("pharo")
        return broke

    def give_back(self, night: Night, bet: PharoBet) -> None:
        """A stake goes back, and what was in suspense is void."""
        bet.lie_plain()
        self.add_row(night, bet, "returned")
        self.remove(night, bet)

    def remove(self, night: Night, bet: PharoBet) -> None:
        """A stake comes off the table."""
        night.players[bet.player].checks += bet.stake
        del self.bets[bet.key]

    def seats_moved(self, clockwise: list[str]) -> None:
        """Nothing: nobody plays in turn."""

    def give_back_all(self, night: Night) -> None:
        """Return every stake."""
        for bet in list(self.bets.values()):
            self.give_back(night, bet)

    def pay_and_return(self, night: Night, bets: Iterable[PharoBet]) -> None:
        """Pay what is in suspense, then return the stakes."""
        ending = list(bets)
        if not self.pay_gains(night, ending):
            for bet in ending:
                self.give_back(night, bet)

    def close(self, night: Night) -> None:
        """The night is closed: everything is paid and returned."""
        self.pay_and_return(night, self.bets.values())
        self.phase = "idle"
