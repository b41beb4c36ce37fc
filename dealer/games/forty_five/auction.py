"""Auction Forty-Five: two sides bid for points, and the dealer may hold (rulebook G9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Annotated, Any

from marshmallow.validate import OneOf

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, one_of, whole
from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.bidding import PASS, Bidding, check_turn
from dealer.game.house import Presets
from dealer.score_pad import matches
from dealer.score_pad.commands import ScoreHand, Tricks, TrumpSuit
from dealer.score_pad.demo import tricks_taken
from dealer.score_pad.house import ScoreHouse
from dealer.score_pad.making import game_of_scores
from dealer.score_pad.score_game import BiddingRules, Scored, ScoreGame
from dealer.score_pad.table import MatchTable, Phase
from dealer.score_pad.tricks import check_in_match, first_at_goal, tricks_of_sides
from events.facts.bidding import Bid, BidHeld
from events.facts.fact import Fact
from events.facts.matches import ScoreLine
from events.schema import StrictInteger
from ledger.ledger import Ledger

AUCTION_FORTY_FIVE = "auction_forty_five"
TRICKS, A_TRICK, HIGH_TRUMP = 5, 5, 5
BIDS = (5, 10, 15, 20, 25, 30)
HIGHEST = BIDS[-1]
DEAD, DEALER_BIDS = "dead", "dealer_bids"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionHouse(ScoreHouse):
    """The rules of one house, in points: a side that has ``must_bid_at`` bids and holds ``must_bid`` or more."""

    preset: Annotated[str, one_of(AUCTION_FORTY_FIVE)] = AUCTION_FORTY_FIVE
    goal: Annotated[int, whole(1, 10_000)] = 120
    must_bid_at: Annotated[int, whole(0, 10_000)] = 100
    must_bid: Annotated[int, whole(0, 10_000)] = 20
    thirty_pays: Annotated[int, whole(0, 10_000)] = 60
    all_pass: Annotated[str, one_of(DEAD, DEALER_BIDS)] = DEAD


PRESETS: Presets = {AUCTION_FORTY_FIVE: {}}


def waiting(bidding: Bidding) -> tuple[str, ...]:
    """The dealer speaks last, and closes the bidding but by holding less than the highest bid.

    After a hold everybody who has not passed is asked again, and after them the dealer, if one has gone higher.
    """
    last, dealer = bidding.calls[-1], bidding.order[-1]
    rest = bidding.waiting[1:]
    if last.player != dealer:
        return rest if last.said == PASS or dealer in rest else (*rest, dealer)
    if last.said != BidHeld.word or bidding.bid == HIGHEST:
        return ()
    return tuple(player for player in bidding.order[:-1] if player not in bidding.out)


def check_least(table: MatchTable, player: str, bid: Bid) -> None:
    """Refuse (``under_minimum``) what a side may not bid or hold that has come far."""
    house = table.house
    if table.score[table.side_of(player)] >= house.must_bid_at and int(bid) < house.must_bid:
        raise Refusal("under_minimum", "Their side must bid %(least)s or more.", least=house.must_bid)


def check_pass(table: MatchTable, player: str) -> None:
    """Refuse (``not_allowed_here``) the dealer's pass where nobody has bid, in a house where they must."""
    if player == table.dealer and table.house.all_pass == DEALER_BIDS and table.bidder is None:
        raise Refusal("not_allowed_here", "Nobody has bid: the dealer must.")


@command("bid")
class BidPoints(Command):
    """Bid points."""

    player: Key
    bid: Annotated[int, partial(StrictInteger, validate=OneOf(BIDS, error="a bid is 5, 10, 15, 20, 25 or 30"))]


@command("contract")
class ContractPoints(BidPoints):
    """Enter what the bidding came to."""


@command("hold")
class Hold(Command):
    """Take the hand at the bid that stands; the dealer alone may."""

    player: Key


@command("score_hand", seats=("tricks", "high_trump"))
class ScoreAuction(ScoreHand):
    """Say who took the tricks, and who had the highest trump."""

    tricks: Tricks
    high_trump: Key
    trump: TrumpSuit | None = None


def hold(table: MatchTable, ledger: Ledger, asked: Hold) -> tuple[Fact, ...]:
    """The dealer holds."""
    bidding = table.bidding
    if bidding is None or bidding.bid is None or asked.player != table.dealer:
        raise Refusal("not_allowed_here", "The dealer may hold, once there is a bid.")
    check_turn(bidding, asked.player)
    check_least(table, asked.player, bidding.bid)
    return (BidHeld(**matches.said(SCORING, table, asked.player)),)


def score(table: MatchTable, asked: ScoreAuction) -> Scored:
    """What a hand comes to by its tricks and the highest trump."""
    check_in_match(table, (*asked.tricks, asked.high_trump))
    tricks = tricks_of_sides(table, asked.tricks, TRICKS)
    high = table.side_of(asked.high_trump)
    if not tricks[high]:
        raise Refusal(
            "bad_result",
            "The highest trump takes a trick, and %(player)s's side has none.",
            player=Player(asked.high_trump),
        )
    assert table.bidding, "somebody has bid"
    bidding, bid = table.bidding_sides[0], int(table.bidding.bid or 0)
    points = A_TRICK * tricks[bidding] + HIGH_TRUMP * (bidding == high)
    made = points >= bid
    return Scored(lines=(*_lines(table, tricks, high, bid, made),), made=made, tricks=tricks)


def _lines(table: MatchTable, tricks: tuple[int, ...], high: int, bid: int, made: bool) -> Iterator[ScoreLine]:
    for side, taken in enumerate(tricks):
        if side in table.bidding_sides and not made:
            yield ScoreLine(side=side, why="bid_lost", points=-bid, count=taken)
        elif side in table.bidding_sides and bid == HIGHEST:
            yield ScoreLine(side=side, why="bid_made", points=table.house.thirty_pays, count=taken)
        else:
            if taken:
                yield ScoreLine(side=side, why="tricks", points=A_TRICK * taken, count=taken)
            if side == high:
                yield ScoreLine(side=side, why="high_trump", points=HIGH_TRUMP)


def won_by(table: MatchTable, points: tuple[int, ...], scored: Scored) -> int | None:
    """Who comes to the goal; of both in one hand the bidding side."""
    return first_at_goal(points, table.house.goal, table.bidding_sides, scored)


def demonstrated(table: MatchTable, random: Random) -> dict[str, Any]:
    """What a demonstration tells of a hand."""
    needed = int(table.bidding.bid or 0) // A_TRICK if table.bidding else 0
    tricks = tricks_taken(table, random, TRICKS, needed)
    return {"do": ScoreAuction.do, "tricks": tricks, "high_trump": random.choice(list(tricks)), "trump": "h"}


SCORING = ScoreGame(
    name=AUCTION_FORTY_FIVE,
    title="Auction Forty-Five",
    house=AuctionHouse,
    presets=PRESETS,
    shapes=frozenset({(2, 2), (2, 3)}),
    score_hand=ScoreAuction,
    score=score,
    won_by=won_by,
    demonstrated=demonstrated,
    bidding=BiddingRules(
        bid=BidPoints,
        contract=ContractPoints,
        bids=lambda house: BIDS,
        waiting=lambda table: waiting,
        check_least=check_least,
        check_pass=check_pass,
    ),
    more={Hold: ((Phase.BIDDING,), hold)},
)

GAME = game_of_scores(SCORING)
