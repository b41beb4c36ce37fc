"""Settles bets after a turn: each bet's result, the moves of checks, and the take-and-pay list (rulebook 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.commands.refusal import Phrase
from dealer.game.bank import BankBook, bigger_half
from dealer.game.cards import is_red, number_of, rank_of
from dealer.games.faro.cards import bit
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import call_named, coverage, named
from dealer.games.faro.state import Bet, Call, FaroTable
from dealer.projections import Projection
from events.common.event import Event, Move
from events.common.play import StakeSettled
from events.frozen import Frozen
from events.games import faro as faro_events
from events.games.faro import Place
from events.records import Recorded
from ledger.accounts import AFTER_HOCK, PLAY, SLEEPERS, checks, layout, moved
from ledger.ledger import Ledger

WON, LOST, SPLIT, STANDOFF = "won", "lost", "split", "standoff"


class Action(IntEnum):
    """How the two cards of a turn act on a bet; both for and against is a true split if their ranks are equal."""

    NONE = 0
    FOR = 1
    AGAINST = 2
    BOTH_WAYS = 3
    OF_ONE_RANK = 4


class Verdict(Frozen, kw_only=False):
    """A turn's effect on a bet: the result, and the cents that move (0 for a standoff)."""

    result: str
    amount_cents: int


def acts(place: Place, coppered: bool, loser: str, winner: str) -> tuple[bool, bool]:
    """Whether a turn has a card for the bet, and a card against it."""
    if place.kind == "high_card":
        above = number_of(winner) - number_of(loser)
        for_it, against = above >= 0, above <= 0
    elif place.kind == "colors":
        wants_red = place.choice == "red"
        winner_fits = is_red(winner) == wants_red
        loser_fits = is_red(loser) != wants_red
        for_it, against = winner_fits or loser_fits, not (winner_fits and loser_fits)
    else:
        covered = coverage(place)
        won, lost = bit(rank_of(winner)), bit(rank_of(loser))
        for_it = bool(covered.winner_for & won or covered.loser_for & lost)
        against = bool(covered.winner_against & won or covered.loser_against & lost)
    return (against, for_it) if coppered else (for_it, against)


def share_cents(place: Place, live_cents: int, house: FaroHouse) -> int:
    """How much of a live stake one card moves: all, or in a proportional house one share in whole checks (1.4)."""
    if house.combination_pays == "whole":
        return live_cents
    return live_cents // coverage(place).shares // house.check * house.check


def action_of(place: Place, coppered: bool, loser: str, winner: str) -> Action:
    """How a turn acts on a bet."""
    for_it, against = acts(place, coppered, loser, winner)
    if for_it and against:
        return Action.OF_ONE_RANK if rank_of(loser) == rank_of(winner) else Action.BOTH_WAYS
    if for_it:
        return Action.FOR
    return Action.AGAINST if against else Action.NONE


def verdict_on(place: Place, action: Action, live_cents: int, house: FaroHouse) -> Verdict | None:
    """The effect of an action on a bet with this live stake; ``None`` for no action.

    Amounts are cents; ``live_cents`` is a positive multiple of the smallest check.
    """
    if action is Action.NONE:
        return None
    share = share_cents(place, live_cents, house)
    if action is Action.FOR:
        return Verdict(WON, share)
    if action is Action.AGAINST:
        return Verdict(LOST, share)
    # Equal cards are no split for the high card (rulebook 1.4).
    true_split = action is Action.OF_ONE_RANK and place.kind != "high_card"
    if true_split and house.split_takes == "all":
        return Verdict(SPLIT, share)
    if true_split or halves_two_ranks(place, house):
        return Verdict(SPLIT, bigger_half(share, house.check))
    return Verdict(STANDOFF, 0)


def settle(place: Place, coppered: bool, live_cents: int, loser: str, winner: str, house: FaroHouse) -> Verdict | None:
    """The effect of a turn on a bet of a kind with this live stake; ``None`` for no action.

    Amounts are cents; ``live_cents`` is a positive multiple of the smallest check.
    """
    return verdict_on(place, action_of(place, coppered, loser, winner), live_cents, house)


def halves_two_ranks(place: Place, house: FaroHouse) -> bool:
    """Whether the bank takes half of a bet with cards of two ranks for and against it in one turn, or it stands off.

    If a stake is divided into shares, they are a standoff whatever the house's rule; a bet on colours is one share and
    follows the house. For the high card these are two equal cards.
    """
    if place.kind == "high_card":
        return house.high_card_equal == "split"
    shares_move = house.combination_pays == "proportional" and coverage(place).shares > 1
    return house.both_ways == "split" and not shares_move


def call_pays_cents(stake_cents: int, cat: bool, house: FaroHouse) -> int:
    """The payment for a right call beyond its stake, in cents; ``for_one`` counts the stake as part of it (1.7)."""
    times = house.cat_pays if cat else house.call_pays
    return stake_cents * (times - 1 if house.call_quote == "for_one" else times)


class Due(Frozen, kw_only=False, gc=False):
    """The winnings of a bet or call, in cents."""

    bet: Bet | Call
    stake_cents: int
    amount_cents: int


def payable_cents(due: Due, house: FaroHouse) -> int:
    """What the bank owes on a due, in cents: checks in full, bills up to the limit (law 6)."""
    if isinstance(due.bet, Bet) and due.bet.form == "bills":
        return min(due.amount_cents, house.limit // house.check * house.check)
    return due.amount_cents


class TurnBook(BankBook):
    """Collects the events of a settlement in order.

    It does not change the given bets; it tracks the remaining bets until the events are evolved.
    """

    def __init__(self, table: FaroTable, ledger: Ledger, turn: int | None = None) -> None:
        super().__init__(ledger)
        self.table = table
        self.turn = table.turn if turn is None else turn
        self.broken = False
        self._bets = dict(table.bets)
        self._calls = dict(table.calls)

    def lying_bets(self) -> list[Bet]:
        """The remaining bets with their current stakes."""
        return list(self._bets.values())

    def lose(self, bet: Bet | Call, stake_cents: int, taken_cents: int) -> None:
        """The bank takes the loss; the rest, if any, stays."""
        self._take(faro_events.BetLost, bet, stake_cents, taken_cents)

    def split(self, bet: Bet, stake_cents: int, taken_cents: int) -> None:
        """The bank takes the bigger half, or all if the house says so; the rest stays."""
        self._take(faro_events.BetSplit, bet, stake_cents, taken_cents)

    def stand_off(self, bet: Bet, stake_cents: int) -> None:
        """Nothing moves."""
        self._note(faro_events.BetStoodOff, bet, stake_cents)

    def pay(self, dues: list[Due]) -> None:
        """Pay the largest first, coppered bets first among equals (laws 5 and 8), as far as the bank goes."""
        dues = [replace(due, amount_cents=payable_cents(due, self.table.house)) for due in dues]
        for due in sorted(dues, key=_order_of_payment):
            self._pay(due, self.payable(due.amount_cents))
        if self.unpaid_cents:
            self._break()

    def give_back(self, bet: Bet | Call, reason: str) -> None:
        """Return a stake to its owner."""
        back = moved(layout(bet.player), checks(bet.player), bet.stake_cents)
        self._note(faro_events.BetReturned, bet, bet.stake_cents, back, reason=reason)
        self._off(bet)

    def give_all_back(self, reason: str) -> None:
        """Return all bets and calls in the order placed."""
        open_bets: list[Bet | Call] = [*self._bets.values(), *self._calls.values()]
        for bet in sorted(open_bets, key=lambda bet: bet.placed):
            self.give_back(bet, reason)

    def put_to_sleep(self, bet: Bet) -> None:
        """Return a dead bet or give it to the bank's sleepers, by the house's rule (rulebook 1.8)."""
        if self.table.house.sleepers == "returned":
            self.give_back(bet, "sleeper")
            return
        self._note(faro_events.SleeperTaken, bet, bet.stake_cents, moved(layout(bet.player), SLEEPERS, bet.stake_cents))
        self._off(bet)

    def sweep(self, bet: Bet) -> None:
        """Give a bet that remains after the hock to the dealer (rulebook 1.7)."""
        self._note(faro_events.BetSwept, bet, bet.stake_cents, moved(layout(bet.player), AFTER_HOCK, bet.stake_cents))
        self._off(bet)

    def _note(
        self,
        kind: Callable[..., StakeSettled],
        bet: Bet | Call,
        stake_cents: int,
        moves: tuple[Move, ...] = (),
        **more: Any,
    ) -> None:
        """Add an event to this settlement."""
        noted = kind(
            bet=bet.key,
            player=bet.player,
            deal=self.table.deal,
            turn=self.turn,
            stake_cents=stake_cents,
            moves=moves,
            **more,
        )
        self.add(noted)

    def _take(self, kind: Callable[..., StakeSettled], bet: Bet | Call, stake_cents: int, taken_cents: int) -> None:
        """Move part of a bet to the bank."""
        remains = bet.stake_cents - taken_cents
        taken = moved(layout(bet.player), PLAY, taken_cents)
        self._note(kind, bet, stake_cents, taken, taken_cents=taken_cents, remains_cents=remains)
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
        self._note(faro_events.BetPaid, bet, due.stake_cents, moves, **paid)
        self._now(bet, remains)

    def _left_on(self, bet: Bet, paid_cents: int) -> int:
        """How much of its winnings a paroli bet leaves on (rulebook 1.6)."""
        house = self.table.house
        if not bet.paroli:
            return 0
        if house.paroli_times is not None and bet.left_on >= house.paroli_times:
            return 0
        return min(paid_cents, max(0, house.running_limit_cents - bet.stake_cents))

    def _break(self) -> None:
        """Break the bank: every bet and call is returned (law 8)."""
        self.broken = True
        broke = faro_events.BankBroken(deal=self.table.deal, turn=self.turn, unpaid_cents=self.unpaid_cents)
        self.add(broke)
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


TAKE, PAY, GIVE_BACK, LEAVE = "take", "pay", "give back", "leave"
_ACTS = {
    "won": PAY,
    "lost": TAKE,
    "split": TAKE,
    "standoff": LEAVE,
    "returned": GIVE_BACK,
    "claimed": GIVE_BACK,
    "after_hock": TAKE,
}


class TakeAndPayLine(Frozen):
    """A movement of the dealer's hand: what it does, with whose bet, where, for how much (cents), and why.

    ``stays_cents`` remains afterwards, ``stake_cents`` was at risk; ``where`` is the table's name for the place.
    """

    act: str
    bet: str
    player: str
    where: Phrase
    amount_cents: int
    result: str
    stake_cents: int
    stays_cents: int

    @property
    def towards_cents(self) -> int:
        """What moves towards the player: negative if it is taken, 0 if it is theirs already."""
        return {PAY: self.amount_cents, TAKE: -self.amount_cents}.get(self.act, 0)

    @property
    def stands_as_it_was(self) -> bool:
        """Whether exactly the stake at risk remains."""
        return self.stays_cents == self.stake_cents


def place_laid(event: Event) -> tuple[str, Phrase] | None:
    """The bet that an event places and the table's name for the place; ``None`` if it places none."""
    place_of = _PLACE_OF.get(type(event))
    return place_of(event) if place_of else None


_PLACE_OF: dict[type[Event], Callable[[Any], tuple[str, Phrase]]] = {
    faro_events.BetPlaced: lambda event: (event.bet, named(event.place)),
    faro_events.BetMoved: lambda event: (event.bet, named(event.place)),
    faro_events.TurnCalled: lambda event: (event.bet, call_named(event.order)),
}


def follow_places(places: dict[str, Phrase], event: Event) -> None:
    """Record in ``places`` the table's name for the place of every bet, after another event.

    The past is described with the places of that time, because a bet may have moved since.
    """
    if laid := place_laid(event):
        places[laid[0]] = laid[1]


def _places_after(places: HashTrieMap[str, Phrase], recorded: Recorded) -> HashTrieMap[str, Phrase]:
    return _places_after_all(places, (recorded,))


def _places_after_all(places: HashTrieMap[str, Phrase], events: Sequence[Recorded]) -> HashTrieMap[str, Phrase]:
    laid = dict[str, Phrase]()
    for recorded in events:
        kind = type(recorded.event)
        if kind in _PLACE_OF:
            bet, place = _PLACE_OF[kind](recorded.event)
            laid[bet] = place
        elif kind is faro_events.DealStarted:
            places, laid = HashTrieMap(), {}
    return places.update(laid) if laid else places


PLACES: Projection[HashTrieMap[str, Phrase]] = Projection(HashTrieMap(), _places_after, _places_after_all)
"""The table's name for the last place of every bet of the last deal; no bet outlasts a deal."""


def take_and_pay(places: Mapping[str, Phrase], events: Iterable[Event]) -> list[TakeAndPayLine]:
    """The list for the events of a command (a turn, a hock, a soda) in order: takings, then payments.

    ``places`` has the place of every bet at that time, so that each is named by where it was settled.
    """
    return [_line(event, places[event.bet]) for event in events if isinstance(event, StakeSettled)]


def _line(settled: StakeSettled, where: Phrase) -> TakeAndPayLine:
    act = TAKE if settled.bank_took_cents else _ACTS[settled.result]
    stake = settled.stake_cents
    amounts = {TAKE: settled.bank_took_cents, PAY: settled.bank_paid_cents, GIVE_BACK: stake, LEAVE: 0}
    return TakeAndPayLine(
        act=act,
        bet=settled.bet,
        player=settled.player,
        where=where,
        amount_cents=amounts[act],
        result=settled.result,
        stake_cents=stake,
        stays_cents=getattr(settled, "remains_cents", stake if act == LEAVE else 0),
    )
