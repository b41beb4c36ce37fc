"""Auction Forty-Five (rulebook G9): thirty points a hand, and a dealer who may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.arguments import need_key, need_seats
from tests.oracle.bidding import HOLD, Course, with_holds
from tests.oracle.match_table import MatchTable
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night


@dataclass
class AuctionFortyFiveTable(MatchTable):
    """The table."""

    game = "auction_forty_five"
    shapes = ((2, 2), (2, 3))
    tricks_a_hand = 5
    bids = (5, 10, 15, 20, 25, 30)

    def course(self, dealer: str) -> Course:
        """In turn, the dealer last."""
        return with_holds(self.match.from_the_left_of(dealer), self.bids[-1])

    def need_enough(self, player: str, bid: Any) -> None:
        """A side that is near the goal must bid more."""
        side = self.match.side_of(player)
        assert side is not None
        if self.match.points[side] >= self.settings["must_bid_at"] and bid < self.settings["must_bid"]:
            raise Refusal("under_minimum", "their side must bid more")

    def need_may_pass(self, player: str) -> None:
        """The dealer whom all have left alone must bid, in some houses."""
        nobody_bid = self.the_bidding.standing is None
        if player == self.the_hand.dealer and nobody_bid and self.settings["all_pass"] == "dealer_bids":
            raise Refusal("not_allowed_here", "the dealer bids")

    def hold(self, night: Night, command: Command) -> None:
        """`hold`: the dealer takes it at the bid that stands."""
        need_seats(night, command)
        self.need(night, "bidding")
        player = need_key(command, "player")
        standing = self.the_bidding.standing
        if player != self.the_hand.dealer or standing is None:
            raise Refusal("not_allowed_here", "only the dealer holds, and a bid")
        self.need_turn(player)
        self.need_enough(player, standing[1])
        self.say(night, player, HOLD)

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: five tricks, and who had the highest trump."""
        need_seats(night, command)
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        best = self.need_in_match(need_key(command, "high_trump"))
        self.read_trump(command)
        self.need_all_tricks(tricks)
        if not tricks[best]:
            raise Refusal("bad_result", "the highest trump takes a trick")
        makes = [5 * taken for taken in tricks]
        makes[best] += 5
        side, bid = self.need_in_match(self.the_hand.bidder), self.the_hand.bid
        made = makes[side] >= bid
        points = list(makes)
        if not made:
            points[side] = -bid
        elif bid == 30:
            points[side] = self.settings["thirty_pays"]
        there = self.at_the_goal(points)
        self.finish(night, points, made, side if side in there else there[0] if there else None)
