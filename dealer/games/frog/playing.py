"""Deciding a hand of Frog: its beginning, its bidding, and what the bidder's points pay (rulebook G6)."""

from __future__ import annotations

from dealer.commands.commands import Command, word_of
from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.bidding import check_higher, check_nobody_spoke, check_turn, with_call
from dealer.game.chips import check_net, net_paid
from dealer.game.hands import check_deals, check_hand_is_on, check_number
from dealer.game.seating import from_left_of
from dealer.games.frog import commands
from dealer.games.frog.house import BIDS, CHICO, FROG
from dealer.games.frog.state import ACTIVE, HALF, PLAYERS, POINTS, WAITING, FrogTable
from events.facts.bidding import BidMade, BidPassed, ContractNamed
from events.facts.fact import Fact
from events.games import frog as facts
from ledger.ledger import Ledger


def check_time(table: FrogTable, asked: Command) -> None:
    """Refuse (``wrong_phase``) a command out of its time: a score while it is bid, a bid once that is over."""
    check_hand_is_on(table, asked, commands.StartHand.do)
    word = word_of(asked)
    if word in (commands.BidFrog.do, commands.PassFrog.do, commands.ContractFrog.do) and not table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is over.")
    if word == commands.ScoreFrog.do and table.is_bid:
        raise Refusal("wrong_phase", "Not now: the bidding is on.")
    if word == commands.ContractFrog.do and table.bidding:
        check_nobody_spoke(table.bidding)


def start(table: FrogTable, ledger: Ledger, asked: commands.StartHand) -> tuple[Fact, ...]:
    """Begin a hand with three, or with four of whom the dealer sits out."""
    players = table.sitting_in if asked.players is None else asked.players
    if len(set(players)) < len(players):
        raise Refusal("bad_input", "Nobody plays twice.")
    if asked.dealer not in players:
        raise Refusal("bad_input", "%(player)s deals, and is one of the players.", player=Player(asked.dealer))
    sitting_out = () if asked.players else tuple(player for player in table.seated if player not in players)
    check_number("Frog", len(players), *PLAYERS, sitting_out)
    check_deals(table.dealer_due(players), asked.dealer)
    in_order = from_left_of(asked.dealer, table.seats, players)
    return (facts.FrogHandBegun(hand=table.round + 1, dealer=asked.dealer, players=in_order),)


def bid(table: FrogTable, ledger: Ledger, asked: commands.BidFrog) -> tuple[Fact, ...]:
    """A player bids."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, asked.player)
    check_higher(table.bidding, asked.bid, BIDS)
    return (BidMade(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player, bid=asked.bid),)


def pass_bid(table: FrogTable, ledger: Ledger, asked: commands.PassFrog) -> tuple[Fact, ...]:
    """A player passes; where nobody has bid then, the hand is dead."""
    assert table.bidding, "a bidding is on"
    check_turn(table.bidding, asked.player)
    passed = BidPassed(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player)
    after = with_call(table.bidding, passed, WAITING)
    if after.waiting or after.bid is not None:
        return (passed,)
    return (passed, facts.FrogHandPassedOut(hand=table.round, turn=passed.turn + 1))


def contract(table: FrogTable, ledger: Ledger, asked: commands.ContractFrog) -> tuple[Fact, ...]:
    """The outcome of the bidding in place of its calls."""
    if asked.player not in table.active:
        raise Refusal("bad_input", "%(player)s has no cards in this hand.", player=Player(asked.player))
    named = ContractNamed(game=FROG, hand=table.round, turn=table.turn + 1, player=asked.player, bid=asked.bid)
    return (named,)


def score(table: FrogTable, ledger: Ledger, asked: commands.ScoreFrog) -> tuple[Fact, ...]:
    """Pay the hand: each opponent pays the bidder for every point over sixty, or has it for every point under."""
    assert table.bidding, "a hand that is scored was bid"
    called, bidder = str(table.bidding.bid), str(table.bidding.bidder)
    if not 0 <= asked.points <= POINTS:
        raise Refusal("bad_result", "There are 120 points in the pack.")
    if asked.trump is not None and (asked.trump == commands.HEARTS) == (called == CHICO):
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


def void_hand(table: FrogTable, ledger: Ledger, asked: commands.VoidHand) -> tuple[Fact, ...]:
    """Break off a hand; the same player deals again."""
    return (facts.FrogHandVoided(hand=table.round, reason=asked.reason),)
