"""The state of a Faro table, and how events change it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import permutations
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from rpds import HashTrieSet, List

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, Player, phrase
from dealer.game.bank import BankTable, Markers, bet_on, with_markers
from dealer.game.cards import PACK
from dealer.game.table import Grown, SeatedTable, Tables
from dealer.games.faro.cards import Box
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import PLACE_ARGUMENTS, arguments_of, named
from events.common.event import Event
from events.common.night import RollRaised
from events.common.play import BankBroke
from events.frozen import Frozen
from events.games import faro as faro_events
from events.games.faro import Place

FARO = "faro"
"""The game's name in the contract."""


class Phase(StrEnum):
    """The phase of a deal."""

    NO_DEAL = "no_deal"
    BEFORE_SODA = "before_soda"
    BETTING = "betting"
    LOSER_DRAWN = "loser_drawn"
    BEFORE_HOCK = "before_hock"
    DEALT_OUT = "dealt_out"


class Bet(Struct, frozen=True, kw_only=True, gc=False):
    """A bet on the layout with its orders. Amounts are in cents.

    ``bar_turns`` is the number of turns the bar still holds, ``None`` until it goes; ignored if the bet is not barred.
    ``placed`` is its number in the order of placing, ``left_on`` the number of a paroli's wins.
    """

    key: str
    player: str
    place: Place
    stake_cents: int
    placed: int
    coppered: bool = False
    paroli: bool = False
    form: str = "checks"
    barred: bool = False
    bar_turns: int | None = None
    half: bool = False
    acted: bool = False
    left_on: int = 0

    @property
    def named(self) -> Phrase:
        """The owner and the place."""
        return bet_on(named(self.place), self.player)

    @property
    def position(self) -> list[Any]:
        """What keys depend on, as JSON-ready data: the values of its :data:`BET_FIELDS`."""
        place = arguments_of(self.place)
        return [place.get(name) if name in PLACE_ARGUMENTS else getattr(self, name) for name in BET_FIELDS]

    def live_cents(self, check_cents: int) -> int:
        """The stake at risk: 0 while barred, the smaller half (in whole checks) if half goes."""
        if self.barred:
            return 0
        if self.half:
            return self.stake_cents // 2 // check_cents * check_cents
        return self.stake_cents


class Call(Frozen, gc=False):
    """A call of the last three cards: loser, winner, hock."""

    key: str
    player: str
    order: tuple[str, ...]
    stake_cents: int
    placed: int

    @property
    def named(self) -> Phrase:
        """The owner of the call."""
        return phrase("%(name)s’s call", name=Player(self.player))


class LastBets(Struct, frozen=True, kw_only=True, gc=False):
    """A player's bets that came off the layout in the same turn, as they lay; ``turn`` is of the ``deal``."""

    deal: int
    turn: int
    bets: tuple[Bet, ...]


BET_FIELDS = ("player", *PLACE_ARGUMENTS, "coppered", "paroli", "form")
"""What keys depend on of a bet: whose it is, the arguments of its place, and how it lies."""


class FaroTable(BankTable, SeatedTable, gc=False):
    """A Faro table. ``turn`` counts the turns of the deal, ``deal`` the deals of the night.

    ``last_turn`` is the last turn's number in the last deal: 0 for only the soda, -1 for nothing; ``turns_before`` has
    it for earlier deals, latest first. ``last_bets`` are, by player, the bets that can be placed again. ``markers`` are
    followed only where the deal settles them.

    Growing collections share their parts with earlier tables, because every table of a night is stored.
    """

    house: FaroHouse
    phase: Phase = Phase.NO_DEAL
    deal: int = 0
    turn: int = 0
    box: Box = field(default_factory=Box)
    loser: str | None = None
    winner: str | None = None
    bets: dict[str, Bet] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    broken: bool = False
    placed: int = 0
    keys: HashTrieSet[str] = field(default_factory=HashTrieSet)
    last_turn: int = -1
    turns_before: List[int] = field(default_factory=List)
    last_bets: dict[str, LastBets] = field(default_factory=dict)
    gone: Grown[Bet | Call] = field(default_factory=Grown)
    markers: Markers = field(default_factory=Markers)

    @property
    def cards_due(self) -> int:
        """How many cards must be left if they are counted now; the whole pack once all of them are dealt."""
        return self.box.cards_left or len(PACK)

    @property
    def last_turn_next(self) -> bool:
        """Whether the next turn is the last of the deal."""
        return self.phase is Phase.BETTING and self.turn == self.house.turns - 1

    @property
    def bets_are_open(self) -> bool:
        """Whether bets may be placed now: between turns, and before the soda in a house with hockelty."""
        early = self.phase is Phase.BEFORE_SODA and self.house.hockelty
        return not self.broken and (self.phase is Phase.BETTING or early)

    @property
    def bets_may_be_lifted(self) -> bool:
        """Whether bets may be taken down now: between turns, and before the hock if bets stay then."""
        before_hock = self.phase is Phase.BEFORE_HOCK and self.house.lift_before_hock
        early = self.phase is Phase.BEFORE_SODA and self.house.hockelty
        return self.phase is Phase.BETTING or early or before_hock

    @property
    def deal_is_on(self) -> bool:
        """Whether a deal is in progress."""
        return self.phase is not Phase.NO_DEAL

    @property
    def first_turn(self) -> int:
        """The number of the first turn: the soda is turn 0, but dealing from the hand has no soda."""
        return 1 if self.house.turns == 26 else 0

    def has_turn(self, number: int) -> bool:
        """Whether the last deal had a turn of this number."""
        return self.first_turn <= number <= self.last_turn

    def deal_with_turn(self, number: int) -> int:
        """The last deal with a turn of this number; 0 if none."""
        if self.has_turn(number):
            return self.deal
        before = enumerate(self.turns_before, start=1)
        return next((self.deal - ago for ago, last in before if self.first_turn <= number <= last), 0)

    @property
    def orders(self) -> list[tuple[str, ...]]:
        """The orders of the last three cards that can be called now."""
        left = self.box.ranks_left() if self.last_turn_next and self.house.turns == 25 else ()
        return list(dict.fromkeys(permutations(left))) if len(set(left)) > 1 else []

    @property
    def position(self) -> dict[str, Any]:
        """What keys depend on, as JSON-ready data.

        ``left`` is the number of cards of each rank in the box, ``shown`` are the cards that are out. ``bets`` are
        those on the layout by key, with the values of their :data:`BET_FIELDS`, and ``calls`` have their players.
        ``locked`` are the bets that may not be moved or taken down yet, ``staked`` the stakes by player, in cents.
        """
        house, stakes = self.house, self.stakes_cents
        return {
            "phase": self.phase,
            "deal": self.deal,
            "turn": self.turn,
            "turns": house.turns,
            "seated": list(self.seated),
            "is_broken": self.broken,
            "left": {rank: self.box.left(rank) for rank in RANKS},
            "shown": list(self.box.exposed),
            "bets": {key: bet.position for key, bet in self.bets.items()},
            "calls": {key: [call.player] for key, call in self.calls.items()},
            "locked": [key for key, bet in self.bets.items() if house.locked_until_action and not bet.acted],
            "staked": {player: stakes.get(player, 0) for player in self.seated},
            "orders": [list(order) for order in self.orders],
            "placed": self.placed,
            "kinds": list(house.takes),
            "check": house.check,
            "minimum": house.minimum_cents,
            "limit": house.limit,
            "copper": house.copper,
            "paroli": house.running_limit is not None,
            "hockelty": house.hockelty,
            "lifts_before_hock": house.lift_before_hock,
            "locks": house.locked_until_action,
            "claims": house.sleepers == "first_claim",
        }

    def on_case_card(self, place: Place) -> bool:
        """Whether a place is a single whose rank has one card left in the box."""
        return place.kind == "single" and self.box.left(place.ranks[0]) == 1

    def limit_on(self, place: Place) -> int:
        """The limit for a bet on a place now, in cents: the limit, or the case limit on a case card."""
        return self.house.case_limit_cents if self.on_case_card(place) else self.house.limit

    def open_bet(self, key: str) -> Bet | Call | None:
        """The current bet or call with this key, or ``None``."""
        return self.bets.get(key) or self.calls.get(key)

    @property
    def all_lying(self) -> tuple[Bet | Call, ...]:
        """The current bets and calls."""
        return (*self.bets.values(), *self.calls.values())

    def open_bets_of(self, player: str) -> list[Bet | Call]:
        """A player's current bets and calls in placing order."""
        return sorted((bet for bet in self.all_lying if bet.player == player), key=lambda bet: bet.placed)

    def stakes_of(self, player: str) -> int:
        """A player's stakes on the layout, in cents."""
        return self.stakes_cents.get(player, 0)

    def with_bet(self, key: str, **changes: Any) -> FaroTable:
        """The table with a changed bet."""
        return replace(self, bets={**self.bets, key: replace(self.bets[key], **changes)})

    def without(self, key: str, **changes: Any) -> FaroTable:
        """The table without a bet or call, and with everything that follows from it."""
        open_bet = self.open_bet(key)
        if open_bet is None:
            return replace(self, **changes)
        bets, calls = self.bets, self.calls
        if key in bets:
            bets = bets.copy()
            del bets[key]
        else:
            calls = calls.copy()
            del calls[key]
        return replace(self, gone=self.gone.with_one(key, open_bet), bets=bets, calls=calls, **changes)

    def laid_again_with(self, key: str, deal: int, turn: int) -> dict[str, LastBets]:
        """``last_bets`` with another bet as it lies; a player's bets of the same turn stay together."""
        bet = self.bets.get(key)
        if bet is None:
            return self.last_bets
        last = self.last_bets.get(bet.player)
        before = last.bets if last and (last.deal, last.turn) == (deal, turn) else ()
        return {**self.last_bets, bet.player: LastBets(deal=deal, turn=turn, bets=(*before, bet))}


def faro_of(night: Tables) -> FaroTable:
    """The Faro table of a night; raises ``KeyError`` if the night does not have that game."""
    table: FaroTable = night.tables[FARO]
    return table


def evolve(table: FaroTable, event: Event) -> FaroTable:
    """The table after an event; unchanged if the event does not concern it."""
    if table.house.settle_markers == "deal":
        table = with_markers(table, event)
    if change := _CHANGES.get(type(event)):
        return change(table, event)
    return replace(table, broken=True) if isinstance(event, BankBroke) else table


def _deal_started(table: FaroTable, event: faro_events.DealStarted) -> FaroTable:
    return replace(
        table,
        phase=Phase.BETTING if table.house.turns == 26 else Phase.BEFORE_SODA,
        deal=event.deal,
        turn=0,
        box=Box(),
        loser=None,
        winner=None,
        last_turn=-1,
        turns_before=table.turns_before.push_front(table.last_turn) if table.deal else table.turns_before,
        gone=Grown(),
    )


def _soda(table: FaroTable, event: faro_events.SodaExposed) -> FaroTable:
    return replace(table, phase=Phase.BETTING, box=table.box.expose(event.card), last_turn=0)


def _placed(table: FaroTable, event: faro_events.BetPlaced) -> FaroTable:
    bet = Bet(
        key=event.bet,
        player=event.player,
        place=event.place,
        stake_cents=event.stake_cents,
        placed=table.placed + 1,
        coppered=event.coppered,
        paroli=event.paroli,
        form=event.form,
    )
    return replace(table, bets={**table.bets, bet.key: bet}, placed=bet.placed, keys=table.keys.insert(bet.key))


def _called(table: FaroTable, event: faro_events.TurnCalled) -> FaroTable:
    call = Call(
        key=event.bet,
        player=event.player,
        order=event.order,
        stake_cents=event.stake_cents,
        placed=table.placed + 1,
    )
    calls = {**table.calls, call.key: call}
    return replace(table, calls=calls, placed=call.placed, keys=table.keys.insert(call.key))


def _loser(table: FaroTable, event: faro_events.LoserDrawn) -> FaroTable:
    return replace(
        table,
        phase=Phase.LOSER_DRAWN,
        turn=event.turn,
        loser=event.card,
        winner=None,
        box=table.box.expose(event.card),
        last_turn=event.turn,
    )


def _winner(table: FaroTable, event: faro_events.WinnerDrawn) -> FaroTable:
    phase = Phase.BETTING
    if event.turn == table.house.turns:
        phase = Phase.DEALT_OUT if table.house.turns == 26 else Phase.BEFORE_HOCK
    bets = table.bets
    if barred := _bars_after_turn(bets):
        bets = {**bets, **barred}
    return replace(table, phase=phase, winner=event.card, box=table.box.expose(event.card), bets=bets)


def _bars_after_turn(bets: dict[str, Bet]) -> dict[str, Bet]:
    """Barred bets with a turn less to go; the last turn lifts the bar."""
    return {
        bet.key: replace(bet, barred=bet.bar_turns > 1, bar_turns=bet.bar_turns - 1 or None)
        for bet in bets.values()
        if bet.barred and bet.bar_turns is not None
    }


def _hock(table: FaroTable, event: faro_events.HockExposed) -> FaroTable:
    return replace(table, phase=Phase.DEALT_OUT, box=table.box.expose(event.card))


def _settled(table: FaroTable, event: faro_events.BetLost | faro_events.BetSplit) -> FaroTable:
    if event.remains_cents and event.bet in table.bets:
        return table.with_bet(event.bet, stake_cents=event.remains_cents, acted=True)
    return _taken(table, event)


def _paid(table: FaroTable, event: faro_events.BetPaid) -> FaroTable:
    bet = table.bets.get(event.bet)
    if bet is None:
        return table.without(event.bet)
    left_on = bet.left_on + 1 if bet.paroli else bet.left_on
    return table.with_bet(event.bet, stake_cents=event.remains_cents, acted=True, left_on=left_on)


def _taken(
    table: FaroTable,
    event: faro_events.BetLost
    | faro_events.BetSplit
    | faro_events.BetReturned
    | faro_events.SleeperTaken
    | faro_events.BetSwept,
) -> FaroTable:
    """A bet came off in a turn or at the end of the deal: it can be placed again."""
    last_bets = table.laid_again_with(event.bet, event.deal, event.turn)
    return table.without(event.bet, last_bets=last_bets)


def _taken_down(table: FaroTable, event: faro_events.BetTakenDown) -> FaroTable:
    """A bet was taken down; one that the hock would have swept counts as lasting to the end of the deal."""
    if table.phase is not Phase.BEFORE_HOCK:
        return table.without(event.bet)
    return table.without(event.bet, last_bets=table.laid_again_with(event.bet, table.deal, table.turn))


def _laid_again(table: FaroTable, event: faro_events.BetsLaidAgain) -> FaroTable:
    return replace(
        table, last_bets={player: last_bet for player, last_bet in table.last_bets.items() if player != event.player}
    )


def _over(table: FaroTable, event: faro_events.DealEnded | faro_events.DealVoided) -> FaroTable:
    return replace(table, phase=Phase.NO_DEAL, turn=0, box=Box(), loser=None, winner=None)


_CHANGES: dict[type[Event], Callable[[FaroTable, Any], FaroTable]] = {
    faro_events.DealStarted: _deal_started,
    faro_events.SodaExposed: _soda,
    faro_events.BetPlaced: _placed,
    faro_events.TurnCalled: _called,
    faro_events.BetPressed: lambda table, event: table.with_bet(event.bet, stake_cents=event.stake_cents),
    faro_events.BetMoved: lambda table, event: table.with_bet(event.bet, place=event.place),
    faro_events.BetCoppered: lambda table, event: table.with_bet(event.bet, coppered=True),
    faro_events.BetUncoppered: lambda table, event: table.with_bet(event.bet, coppered=False),
    faro_events.BetLeftOn: lambda table, event: table.with_bet(event.bet, paroli=True),
    faro_events.BetStoodPat: lambda table, event: table.with_bet(event.bet, paroli=False),
    faro_events.BetBarred: lambda table, event: table.with_bet(event.bet, barred=True, bar_turns=event.turns),
    faro_events.BetReleased: lambda table, event: table.with_bet(event.bet, barred=False, bar_turns=None),
    faro_events.BetHalved: lambda table, event: table.with_bet(event.bet, half=True),
    faro_events.BetMadeWhole: lambda table, event: table.with_bet(event.bet, half=False),
    faro_events.BetTakenDown: _taken_down,
    faro_events.BetsLaidAgain: _laid_again,
    faro_events.LoserDrawn: _loser,
    faro_events.WinnerDrawn: _winner,
    faro_events.HockExposed: _hock,
    faro_events.BetPaid: _paid,
    faro_events.BetLost: _settled,
    faro_events.BetSplit: _settled,
    faro_events.BetStoodOff: lambda table, event: table.with_bet(event.bet, acted=True),
    faro_events.BetReturned: _taken,
    faro_events.SleeperClaimed: lambda table, event: table.without(event.bet),
    faro_events.SleeperTaken: _taken,
    faro_events.BetSwept: _taken,
    faro_events.DealVoided: _over,
    faro_events.DealEnded: _over,
    RollRaised: lambda table, event: replace(table, broken=False),
}
