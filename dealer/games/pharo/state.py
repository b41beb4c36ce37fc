"""The state of a Pharo table: livrets, the pack, bets, and how events change them (rule 2)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from rpds import HashTrieSet

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Cards, Phrase, Refusal, phrase
from dealer.game.bank import BankTable, bet_on
from dealer.game.cards import PACK, rank_of, suit_of
from dealer.game.table import Grown, SeatedTable, Tables
from dealer.games.pharo.commands import FIGURES, PharoHouse, named
from events.common.event import Event
from events.common.night import RollRaised
from events.common.play import BankBroke
from events.frozen import Frozen
from events.games import pharo as pharo_events

PACK_CARDS = 52
COUPS = PACK_CARDS // 2
"""How many coups a deal has."""


class Pack(Frozen, kw_only=False, gc=False):
    """The bottom card ("" until it is shown), and the cards dealt so far with their ranks."""

    bottom: str = ""
    dealt: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()

    def after(self, *cards: str) -> Pack:
        """The pack after more cards."""
        return Pack(self.bottom, self.dealt + cards, self.ranks + tuple(map(rank_of, cards)))

    def out(self, rank: str) -> int:
        """How many cards of a rank have been dealt; the bottom card counts only when dealt."""
        return self.ranks.count(rank)

    def left(self, rank: str) -> int:
        """How many cards of a rank are still to come, including the bottom card."""
        return 4 - self.out(rank)

    def next_cards(self) -> list[str]:
        """The cards that may come next, without the bottom card; bare ranks stand for any suit."""
        seen, cards = {*self.dealt, self.bottom}, []
        for rank in RANKS:
            unseen = [card for card in PACK if rank_of(card) == rank and card not in seen]
            cards += unseen[: max(0, self.left(rank) - (rank == rank_of(self.bottom)))]
        return cards

    def are_dead(self, ranks: tuple[str, ...]) -> bool:
        """Whether all cards of these ranks have been dealt."""
        return not any(map(self.left, ranks))

    def check(self, card: str) -> None:
        """Refuse (``odd_card``) a card that cannot come next."""
        rank, last = rank_of(card), len(self.dealt) == PACK_CARDS - 1
        if suit_of(card) and card in self.dealt:
            raise Refusal("odd_card", "The %(card)s is already out.", card=Cards((card,)))
        if last and not _may_be(card, self.bottom):
            raise Refusal(
                "odd_card",
                "The last card must be the bottom card, the %(bottom)s, not the %(card)s.",
                bottom=Cards((self.bottom,)),
                card=Cards((card,)),
            )
        if last:
            return
        if suit_of(card) and card == self.bottom:
            raise Refusal("odd_card", "The %(card)s is at the bottom and comes last.", card=Cards((card,)))
        if self.out(rank) + (rank == rank_of(self.bottom)) >= 4:
            raise Refusal(
                "odd_card",
                "Four cards of the %(rank)s have been seen; the %(card)s would be a fifth.",
                rank=rank,
                card=Cards((card,)),
            )


def _may_be(card: str, bottom: str) -> bool:
    """Whether a card may be the shown bottom card: same rank, and same suit if both are recorded."""
    suits = {suit_of(card), suit_of(bottom)} - {None}
    return rank_of(card) == rank_of(bottom) and len(suits) < 2


PHARO = "pharo"
"""The game's name in the contract."""

PAIX, PAROLI = "paix", "paroli"
"""The folds."""


class Phase(StrEnum):
    """The phase of a deal."""

    IDLE = "idle"
    BOTTOM = "bottom"
    BETTING = "betting"
    DEALT = "dealt"

    @property
    def words(self) -> str:
        """The phase in words, for people who read the table as data."""
        return {"idle": "no deal", "bottom": "before the bottom card", "betting": "between coups"}.get(
            self, "dealt out"
        )


class Bet(Struct, frozen=True, kw_only=True, gc=False):
    """A stake on a card of a punter's livret, with its folds. Amounts are in cents.

    ``gain_cents`` is won and not paid; ``awaits`` says that it was won in the last coup and its punter has not decided
    yet. ``lost_cents`` is what doublets took in a row of a plain stake, which a pli can win back; ``pli`` says that it
    is staked so. ``placed`` is its number in the order of placing, ``last_event`` the deal and coup of its last win,
    loss or doublet, and ``drawn`` those of its last draw.
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
    last_event: tuple[int, int] = (0, 0)
    drawn: tuple[int, int] = (0, 0)

    @property
    def named(self) -> Phrase:
        """The owner and the card."""
        return bet_on(named(self.ranks), self.player)

    @property
    def only_gain(self) -> bool:
        """Whether only the gain is staked: the last fold is a paix."""
        return self.folds[-1:] == (PAIX,)

    @property
    def ventured_cents(self) -> int:
        """What the next coup may win or lose."""
        return self.gain_cents if self.only_gain else self.stake_cents + self.gain_cents

    @property
    def won_cents(self) -> int:
        """The pending gain after another win: the amount staked and the gain so far."""
        return self.ventured_cents + self.gain_cents


class PharoTable(BankTable, SeatedTable, gc=False):
    """A Pharo table. ``turn`` counts the coups of the last deal, ``round`` is its number."""

    house: PharoHouse
    phase: Phase = Phase.IDLE
    round: int = 0
    turn: int = 0
    pack: Pack = field(default_factory=Pack)
    bets: dict[str, Bet] = field(default_factory=dict)
    broken: bool = False
    placed: int = 0
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    gone: Grown[Bet] = field(default_factory=Grown)

    @property
    def is_on(self) -> bool:
        """Whether a deal is in progress."""
        return self.phase is not Phase.IDLE

    @property
    def cards_left(self) -> int:
        """How many cards of the deal are to come."""
        return PACK_CARDS - 2 * self.turn

    @property
    def is_late(self) -> bool:
        """Whether it is too late to take stakes down."""
        return self.cards_left <= self.house.late_cards

    @property
    def last_coup_next(self) -> bool:
        """Whether the next coup is the last."""
        return self.phase is Phase.BETTING and self.turn == COUPS - 1

    def had_event(self, bet: Bet) -> bool:
        """Whether a bet had a win, a loss or a doublet in the last coup."""
        return bet.last_event == (self.round, self.turn)

    def was_drawn(self, bet: Bet) -> bool:
        """Whether the last coup drew a bet."""
        return bet.drawn == (self.round, self.turn)

    def at(self, player: str, kind: str, ranks: tuple[str, ...]) -> Bet | None:
        """The bet on a card of a punter's livret."""
        for bet in self.bets.values():
            if bet.player == player and bet.ranks == ranks and bet.kind == kind:
                return bet
        return None

    def carries(self, bet: Bet) -> bool:
        """Whether a bet is carried into the next deal: it has enough folds, and the last one is undecided."""
        least = self.house.folds_carried
        return least is not None and len(bet.folds) >= least and not bet.awaits

    @property
    def position(self) -> dict[str, Any]:
        """What keys depend on: the bets by key, those that can take each order, and what can be laid and dealt now.

        ``late_from`` is the coup after which nothing is taken down.
        """
        house = self.house
        places = [*((rank,) for rank in RANKS), *(FIGURES if house.figures else ())]
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": self.turn,
            "players": list(self.seated),
            "placed": self.placed,
            "bets": list(self.bets),
            **{word: [bet.key for bet in self.bets.values() if can(self, bet)] for word, can in ORDERS.items()},
            "places": [list(ranks) for ranks in places if not self.pack.are_dead(ranks)],
            "opposes": house.oppose,
            "check": house.check,
            "minimum": house.minimum_cents,
            "limit": house.limit,
            "late_from": COUPS - house.late_cards // 2,
            "cards": self.pack.next_cards() if self.is_on else [],
            "bottom": self.pack.bottom,
        }

    def with_bet(self, key: str, **changes: Any) -> PharoTable:
        """The table with a changed bet."""
        return replace(self, bets={**self.bets, key: replace(self.bets[key], **changes)})

    def without(self, key: str) -> PharoTable:
        """The table without a bet."""
        bets = self.bets.copy()
        return replace(self, gone=self.gone.with_one(key, bets.pop(key)), bets=bets)


ORDERS: dict[str, Callable[[PharoTable, Bet], bool]] = {
    "press_bet": lambda table, bet: not (bet.folds or bet.awaits or bet.pli),
    "move_bet": lambda table, bet: not table.is_late or table.had_event(bet),
    "take_down_bet": lambda table, bet: not table.is_late,
    "paix": lambda table, bet: bet.awaits and len(bet.folds) < table.house.highest,
    "paroli": lambda table, bet: bet.awaits and len(bet.folds) < table.house.highest,
    "take_win": lambda table, bet: bet.awaits,
    "pli": lambda table, bet: bool(bet.lost_cents) and not bet.pli,
    "mask_bet": lambda table, bet: not bet.masked,
    "unmask_bet": lambda table, bet: bet.masked,
}
"""Whether a bet can take each order."""


def pharo_of(night: Tables) -> PharoTable:
    """The Pharo table of a night; raises ``KeyError`` if the night does not have that game."""
    table: PharoTable = night.tables[PHARO]
    return table


def warning_of(house: PharoHouse, bottom: str, turn: int, ranks: tuple[str, ...], *, opposed: bool) -> Phrase | None:
    """The warning that a stake after so many coups can only lose, or only win; ``None`` before the last coup.

    The last card is the punters', and everybody has seen it at the bottom.
    """
    if turn != COUPS - 1:
        return None
    may_win = not house.hockley and (rank_of(bottom) in ranks) is not opposed
    if may_win:
        return phrase("only the last coup is left, and there it can only win")
    return phrase("only the last coup is left, and there it can only lose")


def evolve(table: PharoTable, event: Event) -> PharoTable:
    """The table after an event; unchanged if the event does not concern it."""
    match event:
        case pharo_events.OnBet():
            return table.with_bet(event.bet, **_ORDERED[type(event)](event))
        case pharo_events.InSuspense():
            return _settled(table, event)
        case pharo_events.CardTakenDown():
            return table.without(event.bet)
        case pharo_events.CardStaked():
            return _placed(table, event)
        case pharo_events.PackTaken():
            return replace(table, phase=Phase.BOTTOM, round=event.deal, turn=0, pack=Pack(), gone=Grown())
        case pharo_events.BottomShown():
            return replace(table, phase=Phase.BETTING, pack=Pack(bottom=event.card))
        case pharo_events.CoupDealt():
            phase = Phase.DEALT if event.turn == COUPS else Phase.BETTING
            return replace(table, phase=phase, turn=event.turn, pack=table.pack.after(event.bank, event.punters))
        case pharo_events.PackMiscounted() | pharo_events.PackFoul() | pharo_events.PackDealtOut():
            return replace(table, phase=Phase.IDLE, pack=Pack())
        case BankBroke():
            return replace(table, broken=True)
        case RollRaised():
            return replace(table, broken=False)
        case _:
            return table


def _placed(table: PharoTable, event: pharo_events.CardStaked) -> PharoTable:
    bet = Bet(
        key=event.bet,
        player=event.player,
        kind=event.kind,
        ranks=event.ranks,
        stake_cents=event.stake_cents,
        placed=table.placed + 1,
        opposed=event.opposed,
    )
    return replace(table, bets={**table.bets, bet.key: bet}, placed=bet.placed, keys=table.keys.insert(bet.key))


def _settled(table: PharoTable, event: Any) -> PharoTable:
    """The table after a settlement: a bet of which nothing remains is gone."""
    if not event.remains_cents:
        return table.without(event.bet)
    at = event.deal, event.turn
    lost_cents = table.bets[event.bet].lost_cents
    match event:
        case pharo_events.CardWon():
            changes = {"awaits": True, "lost_cents": 0, "last_event": at}
        case pharo_events.PliWon():
            changes = {"pli": False, "lost_cents": 0, "last_event": at}
        case pharo_events.CardLost():
            changes = {"folds": (), "last_event": at}
        case pharo_events.DoubletDealt():
            changes = {"folds": event.folds_left, "lost_cents": lost_cents + event.taken_cents, "last_event": at}
        case pharo_events.CardsDrawn():
            changes = {"drawn": at}
        case _:
            changes = {"folds": (), "awaits": False}
    return table.with_bet(event.bet, stake_cents=event.remains_cents, gain_cents=event.gain_cents, **changes)


_ORDERED: dict[type[Event], Callable[[Any], dict[str, Any]]] = {
    pharo_events.StakePressed: lambda event: {"stake_cents": event.stake_cents, "lost_cents": 0},
    pharo_events.CardChanged: lambda event: {"kind": event.kind, "ranks": event.ranks},
    pharo_events.CardMasked: lambda event: {"masked": True},
    pharo_events.CardUnmasked: lambda event: {"masked": False},
    pharo_events.PaixMade: lambda event: {"folds": event.folds, "awaits": False},
    pharo_events.ParoliMade: lambda event: {"folds": event.folds, "awaits": False},
    pharo_events.PliMade: lambda event: {"pli": True},
}
"""What an order of its punter changes of a bet."""
