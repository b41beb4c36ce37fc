"""Frog: three play for chips, by the points in the bidder's tricks (rulebook G6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from dealer.commands.commands import Command, command, word_of
from dealer.commands.fields import Key, Text, one_of, whole
from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
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
    with_call,
)
from dealer.game.chips import ChipHouse, Chips, check_net, net_paid
from dealer.game.game import RoundRow
from dealer.game.hands import (
    HandGame,
    HandTable,
    check_deals,
    check_hand_is_on,
    check_number,
    with_hand,
)
from dealer.game.house import Presets
from dealer.game.seating import from_left_of
from events.facts.bidding import BidMade, BidPassed, Called, ContractNamed
from events.facts.fact import Fact
from events.games import frog as facts
from ledger.ledger import Ledger

FROG = "frog"
CHICO, GRAND = "chico", "grand"
BIDS = (FROG, CHICO, GRAND)
POINTS = 120
HALF = POINTS // 2
PLAYERS = (3, 4)
ACTIVE = 3
HEARTS = "h"
SUITS = ("s", HEARTS, "d", "c")

_WAITING: Waiting = ends_at(GRAND, closed_bidding)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrogHouse(ChipHouse):
    """The rules of one house: what each bid pays, in chips a point over or under sixty."""

    preset: Annotated[str, one_of(FROG)] = FROG
    frog: Chips = 1
    chico: Chips = 2
    grand: Chips = 3


PRESETS: Presets = {FROG: {}}


@dataclass(frozen=True, slots=True, kw_only=True)
class FrogTable(HandTable):
    """A Frog table; ``bidding`` is that of the hand that is on or was last."""

    house: FrogHouse
    bidding: Bidding | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """Who has cards in the hand that is on or was last, from the dealer's left."""
        return self.players[:ACTIVE]

    @property
    def is_bid(self) -> bool:
        """Whether the hand that is on is in its bidding."""
        return self.bidding is not None and bool(self.bidding.waiting)


def evolve(table: FrogTable, fact: Fact) -> FrogTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    table = with_hand(table, fact, FROG)
    match fact:
        case facts.FrogHandBegun():
            return replace(table, bidding=begun(fact.players[:ACTIVE]))
        case Called() if fact.of_game == FROG:
            assert table.bidding, "a call is made in a bidding"
            return replace(table, turn=fact.turn, bidding=with_call(table.bidding, fact, _WAITING))
        case _:
            return table


@command("start_hand", seats=("dealer", "players"))
class StartHand(Command):
    """Begin a hand with everybody seated, or with the players named."""

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
    """Enter what the bidding came to."""


@command("score_hand")
class ScoreFrog(Command):
    """Say how many points the bidder's tricks have."""

    points: Annotated[int, whole(-1_000_000, 1_000_000)]
    trump: Annotated[str, one_of(*SUITS)] | None = None


@command("void_hand")
class VoidHand(Command):
    """Break off a hand that is foul."""

    reason: Text


def check_time(table: FrogTable, asked: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time: a score while it is bid, a bid once that is over."""
    check_hand_is_on(table, asked, StartHand.do)
    word = word_of(asked)
    if word in (BidFrog.do, PassFrog.do, ContractFrog.do) and not table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is over.")
    if word == ScoreFrog.do and table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is on.")
    if word == ContractFrog.do and table.bidding:
        check_nobody_spoke(table.bidding)


def start(table: FrogTable, ledger: Ledger, asked: StartHand) -> tuple[Fact, ...]:
    """Begin a hand with three, or with four of whom the dealer sits out."""
    players = table.seated if asked.players is None else asked.players
    if len(set(players)) < len(players):
        raise Refusal("bad_input", "Nobody plays twice.")
    if asked.dealer not in players:
        raise Refusal("bad_input", "%(player)s deals, and is one of the players.", player=Player(asked.dealer))
    check_number("Frog", len(players), *PLAYERS)
    check_deals(table.dealer_due(players), asked.dealer)
    in_order = from_left_of(asked.dealer, table.seats, players)
    return (facts.FrogHandBegun(hand=table.round + 1, dealer=asked.dealer, players=in_order),)


def bid(table: FrogTable, ledger: Ledger, asked: BidFrog) -> tuple[Fact, ...]:
    """A player bids."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, asked.player)
    check_higher(table.bidding, asked.bid, BIDS)
    return (BidMade(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player, bid=asked.bid),)


def pass_bid(table: FrogTable, ledger: Ledger, asked: PassFrog) -> tuple[Fact, ...]:
    """A player passes; where nobody has bid then, the hand is dead."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, asked.player)
    passed = BidPassed(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player)
    after = with_call(table.bidding, passed, _WAITING)
    if after.waiting or after.bid is not None:
        return (passed,)
    return (passed, facts.FrogHandPassedOut(hand=table.round, turn=passed.turn + 1))


def contract(table: FrogTable, ledger: Ledger, asked: ContractFrog) -> tuple[Fact, ...]:
    """The outcome of the bidding in place of its calls."""
    if asked.player not in table.active:
        raise Refusal("bad_input", "%(player)s has no cards in this hand.", player=Player(asked.player))
    named = ContractNamed(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player, bid=asked.bid)
    return (named,)


def score(table: FrogTable, ledger: Ledger, asked: ScoreFrog) -> tuple[Fact, ...]:
    """Pay the hand: each opponent pays the bidder for every point over sixty, or has it for every point under."""
    assert table.bidding, "a hand that is scored was bid"
    called, bidder = str(table.bidding.bid), str(table.bidding.bidder)
    if not 0 <= asked.points <= POINTS:
        raise Refusal("bad_result", "There are 120 points in the pack.")
    if asked.trump is not None and (asked.trump == HEARTS) == (called == CHICO):
        raise Refusal("bad_result", "Hearts are trumps but at chico, where they are not.")
    each = getattr(table.house, called) * (asked.points - HALF)
    chips = dict.fromkeys(table.active, -each)
    chips[bidder] = each * (ACTIVE - 1)
    check_net(ledger, chips, table.chip_cents)
    settled = facts.FrogHandSettled(
        hand=table.round,
        turn=table.turn + 1,
        bid=called,
        bidder=bidder,
        points=asked.points,
        trump=asked.trump,
        won=tuple(facts.FrogChips(player=player, chips=won) for player, won in chips.items()),
        moves=net_paid(chips, table.chip_cents),
    )
    return (settled,)


def void_hand(table: FrogTable, ledger: Ledger, asked: VoidHand) -> tuple[Fact, ...]:
    """Break off a hand; the same player deals again."""
    return (facts.FrogHandVoided(hand=table.round, reason=asked.reason),)


def round_rows(of_night: Sequence[Fact]) -> Iterator[RoundRow]:
    """The rows of the hands that these facts end, in chips; ``winner`` is a bidder with more than sixty."""
    dealt = facts.FrogHandBegun(hand=0, dealer="", players=())
    for at, one in enumerate(of_night):
        match one:
            case facts.FrogHandBegun():
                dealt = one
            case facts.FrogHandPassedOut():
                net = dict.fromkeys(dealt.players[:ACTIVE], 0)
                yield RoundRow(at=at, row=_row(dealt, net=net))
            case facts.FrogHandSettled():
                net = {won.player: won.chips for won in one.won}
                winner = one.bidder if one.points > HALF else None
                told = {"winner": winner, "pot": net[one.bidder] if winner else 0}
                more = {"bid": one.bid, "bidder": one.bidder, "points": one.points}
                yield RoundRow(at=at, row=_row(dealt, **told, **more, net=net))


def _row(dealt: facts.FrogHandBegun, **told: object) -> dict[str, object]:
    dead = {"winner": None, "pot": 0, "bid": None, "bidder": None, "points": None}
    return {"hand": dealt.hand, "game": FROG, "dealer": dealt.dealer, **dead, **told}


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
)
