"""The state of a Pharo table: phase, pack and the bets on the livrets. Immutable: every change is a new table."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.commands.phrases import Phrase
from dealer.game.grown import Grown
from dealer.game.preconditions import bet_on
from dealer.game.table import Tables
from dealer.games.pharo.house import PharoHouse
from dealer.games.pharo.livret import named
from dealer.games.pharo.pack import COUPS, PACK_CARDS, Pack
from events.frozen import Frozen

PHARO = "pharo"
"""The game's name in the contract."""

PAIX, PAROLI = "paix", "paroli"
"""The folds."""


class Phase(Enum):
    """Where a deal stands."""

    IDLE = "no deal"
    BOTTOM = "before the bottom card"
    BETTING = "between coups"
    DEALT = "dealt out"


class Bet(Struct, frozen=True, kw_only=True, gc=False):
    """A stake that lies on a card of a punter's livret, with what is bent into it. Amounts in cents.

    ``gain_cents`` is won and not paid; ``awaits`` says that it was won in the last coup, and that its punter has not
    said yet what becomes of it. ``lost_cents`` is what doublets have taken in a row of a plain stake, which a pli is to
    win back; ``pli`` says that it is ventured so. ``placed`` is its number in the order of placing, ``event`` the deal
    and coup of its last win, loss or doublet, and ``drawn`` those of its last draw.
    """

    key: str
    player: str
    kind: str
    ranks: tuple[str, ...]
    stake_cents: int
    placed: int
    opposed: bool = False
    masked: bool = False
    folds: tuple[str, ...] = ()
    gain_cents: int = 0
    awaits: bool = False
    pli: bool = False
    lost_cents: int = 0
    event: tuple[int, int] = (0, 0)
    drawn: tuple[int, int] = (0, 0)

    @property
    def named(self) -> Phrase:
        """Whose bet it is, and on which card."""
        return bet_on(named(self.ranks), self.player)

    @property
    def only_gain(self) -> bool:
        """Whether the gain alone is ventured: the last fold is a paix."""
        return self.folds[-1:] == (PAIX,)

    @property
    def ventured_cents(self) -> int:
        """What the next coup may win or lose."""
        return self.gain_cents if self.only_gain else self.stake_cents + self.gain_cents

    @property
    def won_cents(self) -> int:
        """What it has in suspense once it has won again: what was ventured, and the gain so far."""
        return self.ventured_cents + self.gain_cents


class PharoTable(Frozen, gc=False):
    """A Pharo table. ``turn`` counts the coups of the deal begun last, ``deal`` the deals of the night.

    ``bets`` are those that lie, by key, in the order placed; ``gone`` are those of the deal begun last that lie no
    more, as they last lay; ``keys`` are all that were used in the night, and ``placed`` is how many.
    """

    house: PharoHouse
    phase: Phase = Phase.IDLE
    deal: int = 0
    turn: int = 0
    pack: Pack = field(default_factory=Pack)
    bets: dict[str, Bet] = field(default_factory=dict)
    broken: bool = False
    placed: int = 0
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    gone: Grown[Bet] = field(default_factory=Grown)

    @property
    def deal_is_on(self) -> bool:
        """Whether a deal has begun and not ended."""
        return self.phase is not Phase.IDLE

    @property
    def cards_left(self) -> int:
        """How many cards of the deal are still to come."""
        return PACK_CARDS - 2 * self.turn

    @property
    def is_late(self) -> bool:
        """Whether so few cards are left that nothing is taken down."""
        return self.cards_left <= self.house.late_cards

    @property
    def last_coup_next(self) -> bool:
        """Whether the coup about to be dealt is the last."""
        return self.phase is Phase.BETTING and self.turn == COUPS - 1

    def has_turn(self, number: int) -> bool:
        """Whether the deal begun last has had a coup of this number."""
        return 1 <= number <= self.turn

    def had_event(self, bet: Bet) -> bool:
        """Whether a bet had a win, a loss or a doublet in the last coup."""
        return bet.event == (self.deal, self.turn)

    def was_drawn(self, bet: Bet) -> bool:
        """Whether the last coup drew a bet."""
        return bet.drawn == (self.deal, self.turn)

    def at(self, player: str, kind: str, ranks: tuple[str, ...]) -> Bet | None:
        """The bet that lies on a card of a punter's livret."""
        for bet in self.bets.values():
            if bet.player == player and bet.ranks == ranks and bet.kind == kind:
                return bet
        return None

    def carries(self, bet: Bet) -> bool:
        """Whether a bet lies on into the next deal: enough folds, and the last of them neither won nor lost."""
        least = self.house.folds_carried
        return least is not None and len(bet.folds) >= least and not bet.awaits

    def keys_now(self) -> tuple[str, ...]:
        """The keys of the bets that lie, then of those that lay in the deal begun last, as they were placed."""
        return (*self.bets, *(bet.key for bet in sorted(self.gone.values(), key=lambda bet: bet.placed)))

    @property
    def stakes_cents(self) -> dict[str, int]:
        """What lies for each player who has a bet there, in cents: their stakes without what is in suspense."""
        lies: dict[str, int] = {}
        for bet in self.bets.values():
            lies[bet.player] = lies.get(bet.player, 0) + bet.stake_cents
        return lies

    def stakes_of(self, player: str) -> int:
        """What lies for a player, in cents: their stakes without what is in suspense."""
        return self.stakes_cents.get(player, 0)

    def with_bet(self, key: str, **changes: Any) -> PharoTable:
        """The table with one bet changed."""
        return replace(self, bets={**self.bets, key: replace(self.bets[key], **changes)})

    def without(self, key: str) -> PharoTable:
        """The table with a bet gone."""
        bets = self.bets.copy()
        return replace(self, gone=self.gone.with_one(key, bets.pop(key)), bets=bets)


def pharo_of(night: Tables) -> PharoTable:
    """The Pharo table of a night; ``KeyError`` where it is of other games."""
    table: PharoTable = night.tables[PHARO]
    return table
