"""Hasenpfeffer (rulebook G10): six tricks, and a joker that bids where nobody does."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.arguments import need_seats
from tests.oracle.match_table import MatchTable
from tests.oracle.refusal import Command
from tests.oracle.state import Night


@dataclass
class HasenpfefferTable(MatchTable):
    """The table."""

    game = "hasenpfeffer"
    shapes = ((2, 2),)
    tricks_a_hand = 6
    bids = (1, 2, 3, 4, 5, 6)

    def all_passed(self, night: Night) -> None:
        """Who has the joker?"""
        self.the_hand.looks_for_joker = True

    def show_joker(self, night: Night, command: Command) -> None:
        """`show_joker`: who has it has bid; if nobody has, the same player deals again."""
        need_seats(night, command)
        self.need(night, "joker")
        if "player" not in command:
            self.same_dealer = True
            self.finish(night, [0, 0], None)
            return
        self.need_in_match(command["player"])
        hand = self.the_hand
        hand.bidder, hand.bid = str(command["player"]), self.settings["forced_bid"]
        hand.looks_for_joker = False

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: six tricks."""
        need_seats(night, command)
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        self.read_trump(command)
        self.need_all_tricks(tricks)
        side, bid = self.need_in_match(self.the_hand.bidder), self.the_hand.bid
        made = tricks[side] >= bid
        points = [taken if made or place != side else -bid for place, taken in enumerate(tricks)]
        there = self.at_the_goal(points)
        self.finish(night, points, made, side if side in there else there[0] if there else None)
