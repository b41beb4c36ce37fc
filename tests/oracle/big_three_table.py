"""Big Three (rulebook G11): everybody alone, the bidder of four with a partner; no dealer but an opener."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.arguments import need_key, need_seats
from tests.oracle.bidding import Course, open_bidding
from tests.oracle.match_table import MatchTable
from tests.oracle.partners import read_partners
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night


@dataclass
class BigThreeTable(MatchTable):
    """The table."""

    game = "big_three"
    shapes = ((3, 1), (4, 1))
    bids = (1, 2, 3)
    begins = "opener"

    def dealer_due(self) -> None:
        """Who opens the cards say."""

    def in_order(self, opener: str) -> list[str]:
        """Who speaks: the opener, then the others anticlockwise."""
        return list(reversed(self.match.from_the_left_of(opener)))

    def course(self, dealer: str) -> Course:
        """Three ends it."""
        return open_bidding(self.in_order(dealer), last=3)

    def name_partner(self, night: Night, command: Command) -> None:
        """`name_partner`: whose card was named."""
        need_seats(night, command)
        self.need(night, "playing")
        hand = self.the_hand
        partners = read_partners(self.match.clockwise, hand.bidder, command, most=1)
        if len(self.match.sides) != 4:
            raise Refusal("not_allowed_here", "three play alone")
        hand.partners = partners

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: who went out first."""
        need_seats(night, command)
        self.need(night, "playing")
        hand = self.the_hand
        four = len(self.match.sides) == 4
        if four and not hand.partners:
            night.wrong_phase("the partner is not named")
        out = need_key(command, "out")
        self.need_in_match(out)
        together = [hand.bidder, *hand.partners]
        made = out in together
        stake = self.settings["times"] * hand.bid
        points = [self.points_of(side[0] in together, made, stake, four) for side in self.match.sides]
        self.finish(night, points, made, self.winner(points))

    def points_of(self, bids: bool, made: bool, stake: int, four: bool) -> int:
        """What a player scores."""
        if bids:
            return stake if made else 0 if four and not self.settings["bidder_loses"] else -stake
        return stake if four and not made else 0

    def winner(self, points: list[int]) -> int | None:
        """The highest at the goal; of equals the bidder, then whoever spoke first."""
        totals = [has + more for has, more in zip(self.match.points, points, strict=True)]
        if max(totals) < self.settings["goal"]:
            return None
        hand = self.the_hand
        for key in (str(hand.bidder), *self.in_order(hand.dealer)):
            side = self.need_in_match(key)
            if totals[side] == max(totals):
                return side
        return None

    def more_of_a_row(self, hand: Any) -> dict[str, Any]:
        """The partner."""
        return {"partners": hand.partners}
