"""Frog: three play for chips, by the points in the bidder's tricks (rule 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec.structs import replace

from dealer.commands.commands import Command, command, word_of
from dealer.commands.fields import Key, Text, one_of, whole
from dealer.commands.refusal import Player, Refusal
from dealer.game.bidding import (
    Bidding,
    Pass,
    Waiting,
    begun,
    check_higher,
    check_nobody_spoke,
    check_turn,
    closed_bidding,
    ends_at,
    higher_than,
    with_call,
)
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown, pay
from dealer.game.game import RoundRow
from dealer.game.hands import HandGame, HandTable, check_deals, check_hand_is_on, check_number, with_hand
from dealer.game.house import ChipHouse, Chips, Presets, check_net, net_paid
from dealer.game.table import Tables, from_left_of
from events.common.event import Event
from events.common.play import BidMade, BidPassed, Called, ContractNamed
from events.games import frog as frog_events
from ledger.ledger import Ledger

FROG, CHICO, GRAND = "frog", "chico", "grand"
BIDS = (FROG, CHICO, GRAND)
"""The bids, lowest first; the game is named after the lowest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrogHouse(ChipHouse):
    """The rules of one house: what each bid pays, in chips per point over or under sixty."""

    preset: Annotated[str, one_of(FROG)] = FROG
    frog: Chips = 1
    chico: Chips = 2
    grand: Chips = 3


PRESETS: Presets = {FROG: {}}


HEARTS = "h"
SUITS = ("s", HEARTS, "d", "c")


@command("start_hand", seats=("dealer", "players"))
class StartHand(Command):
    """Begin a hand with everybody sitting in, or with the players named."""

    dealer: Key
    players: tuple[Key, ...] | None = None


@command("bid")
class BidFrog(Command):
    """Bid frog, chico or grand."""

    player: Key
    bid: Annotated[str, one_of(*BIDS)]


@command("pass")
class PassFrog(Pass):
    """Pass: out of the bidding."""


@command("contract")
class ContractFrog(BidFrog):
    """Enter the outcome of the bidding."""


@command("score_hand")
class ScoreFrog(Command):
    """Enter the points in the bidder's tricks."""

    points: Annotated[int, whole(-1_000_000, 1_000_000)]
    trump: Annotated[str, one_of(*SUITS)] | None = None


@command("void_hand")
class VoidHand(Command):
    """Break off a foul hand."""

    reason: Text


PLAYERS = (3, 4)
"""The fewest and the most players of a hand."""

ACTIVE = 3
"""How many players hold cards: of four, the dealer does not."""

POINTS = 120
"""The points in the pack."""

HALF = POINTS // 2
"""The points that the bidder has to exceed."""

WAITING: Waiting = ends_at(GRAND, closed_bidding)
"""The players that the bidding waits for."""


class FrogTable(HandTable):
    """A Frog table; ``bidding`` is that of the current or last hand."""

    house: FrogHouse
    bidding: Bidding | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """The players with cards in the current or last hand, from the dealer's left."""
        return self.players[:ACTIVE]

    @property
    def is_bid(self) -> bool:
        """Whether the current hand is in its bidding."""
        return self.bidding is not None and bool(self.bidding.waiting)


def evolve(table: FrogTable, event: Event) -> FrogTable:
    """The table after an event; unchanged if the event does not concern it."""
    table = with_hand(table, event)
    match event:
        case frog_events.FrogHandBegun():
            return replace(table, bidding=begun(event.players[:ACTIVE]))
        case Called():
            assert table.bidding, "a call is made in a bidding"
            return replace(table, bidding=with_call(table.bidding, event, WAITING))
        case _:
            return table


def frog_of(night: Tables) -> FrogTable:
    """The Frog table of a night; raises ``KeyError`` if the night does not have that game."""
    table: FrogTable = night.tables[FROG]
    return table


def check_time(table: FrogTable, command: Command) -> None:
    """Refuse (``wrong_phase``) a score during the bidding, and a bid after it."""
    check_hand_is_on(table, command, StartHand.do)
    word = word_of(command)
    if word in (BidFrog.do, PassFrog.do, ContractFrog.do) and not table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is over.")
    if word == ScoreFrog.do and table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is not over.")
    if word == ContractFrog.do and table.bidding:
        check_nobody_spoke(table.bidding)


def start(table: FrogTable, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
    """Begin a hand with three players, or with four of whom the dealer sits out."""
    players = table.sitting_in if command.players is None else command.players
    if len(set(players)) < len(players):
        raise Refusal("bad_input", "Each player can play only once.")
    if command.dealer not in players:
        raise Refusal(
            "bad_input", "%(player)s deals, so they must be one of the players.", player=Player(command.dealer)
        )
    sitting_out = () if command.players else tuple(player for player in table.seated if player not in players)
    check_number("Frog", len(players), *PLAYERS, sitting_out)
    check_deals(table.dealer_due(players), command.dealer)
    in_order = from_left_of(command.dealer, table.seats, players)
    return (frog_events.FrogHandBegun(hand=table.round + 1, dealer=command.dealer, players=in_order),)


def bid(table: FrogTable, ledger: Ledger, command: BidFrog) -> tuple[Event, ...]:
    """Record a bid."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, command.player)
    check_higher(table.bidding, command.bid, BIDS)
    return (BidMade(game=FROG, hand=table.round, turn=table.turn + 1, player=command.player, bid=command.bid),)


def pass_bid(table: FrogTable, ledger: Ledger, pass_frog: PassFrog) -> tuple[Event, ...]:
    """Record a pass; if nobody has bid at the end, the hand is dead."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, pass_frog.player)
    passed = BidPassed(game=FROG, hand=table.round, turn=table.turn + 1, player=pass_frog.player)
    after = with_call(table.bidding, passed, WAITING)
    if after.waiting or after.bid is not None:
        return (passed,)
    return (passed, frog_events.FrogHandPassedOut(hand=table.round, turn=passed.turn + 1))


def contract(table: FrogTable, ledger: Ledger, contract_frog: ContractFrog) -> tuple[Event, ...]:
    """Record the outcome of the bidding instead of its calls."""
    if contract_frog.player not in table.active:
        raise Refusal("bad_input", "%(player)s has no cards in this hand.", player=Player(contract_frog.player))
    named = ContractNamed(
        game=FROG, hand=table.round, turn=table.turn + 1, player=contract_frog.player, bid=contract_frog.bid
    )
    return (named,)


def score(table: FrogTable, ledger: Ledger, command: ScoreFrog) -> tuple[Event, ...]:
    """Pay the hand: each opponent pays the bidder for every point over sixty, or gets it for every point under."""
    assert table.bidding, "a hand that is scored was bid"
    called, bidder = str(table.bidding.bid), str(table.bidding.bidder)
    if not 0 <= command.points <= POINTS:
        raise Refusal("bad_result", "There are 120 points in the pack.")
    if command.trump is not None and (command.trump == HEARTS) == (called == CHICO):
        raise Refusal("bad_result", "Hearts are trumps, except at chico.")
    each = getattr(table.house, called) * (command.points - HALF)
    chips = dict.fromkeys(table.active, -each)
    chips[bidder] = each * (ACTIVE - 1)
    check_net(ledger, chips, table.chip_cents)
    settled = frog_events.FrogHandSettled(
        hand=table.round,
        turn=table.turn + 1,
        bid=called,
        bidder=bidder,
        points=command.points,
        trump=command.trump,
        won=tuple(frog_events.FrogChips(player=player, chips=won) for player, won in chips.items()),
        moves=net_paid(chips, table.chip_cents),
    )
    return (settled,)


def void_hand(table: FrogTable, ledger: Ledger, command: VoidHand) -> tuple[Event, ...]:
    """Break off a hand; the same player deals again."""
    return (frog_events.FrogHandVoided(hand=table.round, reason=command.reason),)


def round_rows(of_night: Sequence[Event]) -> Iterator[RoundRow]:
    """The rows of the hands that these events end, in chips; ``winner`` is a bidder with more than sixty."""
    dealt = frog_events.FrogHandBegun(hand=0, dealer="", players=())
    for at, event in enumerate(of_night):
        match event:
            case frog_events.FrogHandBegun():
                dealt = event
            case frog_events.FrogHandPassedOut():
                net = dict.fromkeys(dealt.players[:ACTIVE], 0)
                yield RoundRow(at=at, row=_row(dealt, net=net))
            case frog_events.FrogHandSettled():
                net = {won.player: won.chips for won in event.won}
                winner = event.bidder if event.points > HALF else None
                fields = {"winner": winner, "pot": net[event.bidder] if winner else 0}
                more = {"bid": event.bid, "bidder": event.bidder, "points": event.points}
                yield RoundRow(at=at, row=_row(dealt, **fields, **more, net=net))


def _row(dealt: frog_events.FrogHandBegun, **fields: object) -> dict[str, object]:
    dead = {"winner": None, "pot": 0, "bid": None, "bidder": None, "points": None}
    return {"hand": dealt.hand, "game": FROG, "dealer": dealt.dealer, **dead, **fields}


AT_TABLE = 4
"""How many are at the table: the dealer sits out."""
BIDS_AT_ALL = 0.5
"""How often a player bids."""
ONLY_THE_CONTRACT = 4
"""The number of the demonstration hand that is recorded without its bidding."""
FOUL_HAND = 3
DEAD_HAND = 2
AROUND, SPREAD = 66, 14
"""The mean of the bidders' points, and their usual deviation."""
MOST_LOST = FrogHouse().grand * HALF * (ACTIVE - 1)
"""The most chips that a bidder can lose in a hand."""


class FrogPlay(HandsPlay[FrogTable]):
    """Frog as played in a demonstration."""

    game = FROG

    def round(self, number: int) -> Iterator[Shown]:
        """Play a hand; yields after its bidding and its score."""
        # Of six players two always wait.
        players = list(DEMO_PLAYERS)[:AT_TABLE] if number % 2 else list(DEMO_PLAYERS)[-AT_TABLE:]
        dealer = self._table.dealer_due(players) or players[0]
        self._pay({"do": "start_hand", "game": FROG, "dealer": dealer, "players": players})
        if number == FOUL_HAND:
            self._do({"do": "void_hand", "reason": "a card lay face up"})
            yield self._shown(f"{dealer} misdeals")
            return
        self._bid(number)
        bidding = self._table.bidding
        assert bidding, "a hand is bid"
        if bidding.bid is None:
            yield self._shown("everybody passes")
            return
        yield self._shown(f"{bidding.bidder} plays {bidding.bid}")
        points = min(POINTS, max(0, round(self._random.gauss(AROUND, SPREAD))))
        trumps = [suit for suit in SUITS if (suit == HEARTS) == (bidding.bid != CHICO)]
        scored = {"do": "score_hand", "points": points, "trump": self._random.choice(trumps)}
        pay(self._evening, scored, self._table.active, MOST_LOST * self._table.chip_cents)
        yield self._shown(f"{bidding.bidder} has {points} points")

    def _shown(self, sentence: str) -> Shown:
        return Shown("hand", self._table.round, max(1, self._table.turn), sentence)

    def _bid(self, number: int) -> None:
        """Play the bidding."""
        if number == ONLY_THE_CONTRACT:
            self._do({"do": "contract", "player": self._random.choice(self._table.active), "bid": CHICO})
        while self._table.is_on and self._table.bidding and self._table.bidding.waiting:
            bidding = self._table.bidding
            higher = higher_than(bidding, BIDS)
            if number != DEAD_HAND and self._random.random() < BIDS_AT_ALL:
                self._do({"do": "bid", "player": bidding.turn, "bid": self._random.choice(higher)})
            else:
                self._do({"do": "pass", "player": bidding.turn})


DEMONSTRATION = Demonstration(
    opening={"table": "The Lily Pad", "house": "frog", "roll": 0},
    house_among_others="frog",
    play=FrogPlay,
)


GAME = HandGame(
    name=FROG,
    title="Frog",
    house=FrogHouse,
    presets=PRESETS,
    table=FrogTable,
    deciders={
        StartHand: start,
        BidFrog: bid,
        PassFrog: pass_bid,
        ContractFrog: contract,
        ScoreFrog: score,
        VoidHand: void_hand,
    },
    check_time=check_time,
    evolve=evolve,
    round_rows=round_rows,
    demonstration=DEMONSTRATION,
)
