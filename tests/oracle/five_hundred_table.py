"""Five Hundred (rulebook G7): bids with a value, partners named for the hand, a set-back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.arguments import need_seats
from tests.oracle.bidding import Course, once, open_bidding
from tests.oracle.match_table import MatchTable
from tests.oracle.partners import read_partners
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

NULLO = "nullo"
STRAINS = ("s", "c", "d", "h", "nt")
BIDS = (*(f"{tricks}{strain}" for tricks in range(6, 11) for strain in STRAINS), NULLO)
ORIGINAL = {
    6: (40, 60, 80, 100, 120),
    7: (80, 120, 160, 200, 240),
    8: (120, 180, 240, 300, 360),
    9: (160, 240, 320, 400, 480),
    10: (200, 300, 400, 500, 600),
}
AVONDALE = {
    6: (40, 60, 80, 100, 120),
    7: (140, 160, 180, 200, 220),
    8: (240, 260, 280, 300, 320),
    9: (340, 360, 380, 400, 420),
    10: (440, 460, 480, 500, 520),
}


def tricks_of(bid: str) -> int:
    """The tricks that a bid names; nullo none."""
    return 0 if bid == NULLO else int(bid.rstrip("scdhnt"))


@dataclass
class FiveHundredTable(MatchTable):
    """The table."""

    game = "five_hundred"
    shapes = ((3, 1), (2, 2), (5, 1), (2, 3), (3, 2))
    tricks_a_hand = 10
    bids = BIDS

    def course(self, dealer: str) -> Course:
        """An auction, or one bid each."""
        order = self.match.from_the_left_of(dealer)
        return open_bidding(order) if self.settings["bidding"] == "auction" else once(order)

    def need_allowed(self, bid: Any) -> None:
        """Nullo is optional."""
        if bid == NULLO and not self.settings["nullo"]:
            raise Refusal("not_allowed_here", "no nullo in this house")

    def value(self, bid: str) -> int:
        """What a bid is worth."""
        if bid == NULLO:
            return 250
        tricks = tricks_of(bid)
        columns = (*self.settings["suits"], "nt")
        table = ORIGINAL if self.settings["bid_table"] == "original" else AVONDALE
        return table[tricks][columns.index(bid.removeprefix(str(tricks)))]

    def height(self, bid: Any) -> Any:
        """The value, and of equal values the tricks."""
        return self.value(bid), tricks_of(bid)

    def all_passed(self, night: Night) -> None:
        """Dead, or played without a bidder."""
        if self.settings["all_pass"] == "dead":
            super().all_passed(night)

    @property
    def takes_partners(self) -> bool:
        """Whether five play, each for themselves but for the bidder's partners."""
        return len(self.match.sides) == 5

    def name_partner(self, night: Night, command: Command) -> None:
        """`name_partner`: one, or in some houses two."""
        need_seats(night, command)
        self.need(night, "playing")
        hand = self.the_hand
        partners = read_partners(self.match.clockwise, hand.bidder, command, most=2, cards=("joker",))
        if not self.takes_partners or hand.bid in (None, NULLO):
            raise Refusal("not_allowed_here", "no partner at this table, or with this bid")
        least = self.settings["two_partners_at"]
        if len(partners) == 2 and not 0 < least <= tricks_of(hand.bid):
            raise Refusal("not_allowed_here", "one partner")
        hand.partners = partners

    def bidding_sides(self) -> list[int]:
        """The bidder's side, then those of their partners as they were named."""
        hand = self.the_hand
        named = [self.match.side_of(key) for key in (hand.bidder, *hand.partners)]
        return [side for side in named if side is not None]

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: ten tricks."""
        need_seats(night, command)
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        first = self.read_first(command)
        self.need_all_tricks(tricks)
        bidding = self.bidding_sides()
        taken = sum(tricks[side] for side in bidding)
        made = self.is_made(taken)
        points = [
            self.of_a_bidder(taken, made) if side in bidding else self.of_another(tricks[side], taken, made)
            for side in range(len(tricks))
        ]
        self.finish(night, points, made, self.winner(points, made, bidding, first))

    def is_made(self, taken: int) -> bool | None:
        """Whether the bid is made; nothing where nobody bid."""
        bid = self.the_hand.bid
        if bid is None:
            return None
        return taken == 0 if bid == NULLO else taken >= tricks_of(bid)

    def of_a_bidder(self, taken: int, made: bool | None) -> int:
        """What each of the bidding side scores."""
        hand = self.the_hand
        worth = self.value(hand.bid)
        if hand.bid != NULLO and taken == 10:
            worth = max(worth, self.settings["slam"])
        if hand.partners and self.settings["shared_bid"] == "half":
            worth //= 2
        return worth if made else -worth

    def of_another(self, own: int, bidders: int, made: bool | None) -> int:
        """What a side that has not bid scores."""
        if self.the_hand.bid != NULLO:
            return 10 * own
        if made:
            return 0
        return 10 * (own if self.settings["nullo_failed"] == "own_tricks" else bidders)

    def winner(self, points: list[int], made: bool | None, bidding: list[int], first: str | None) -> int | None:
        """Who wins the match with these points, if anybody."""
        there = self.at_the_goal(points)
        if there:
            bidders = [side for side in bidding if side in there]
            return bidders[0] if bidders else self.first_of(there, first)
        bound = self.settings["set_back"]
        totals = [has + more for has, more in zip(self.match.points, points, strict=True)]
        if made is False and bound is not None and any(totals[side] < -bound for side in bidding):
            bidder = self.the_hand.bidder
            assert bidder is not None
            round_the_table = [self.match.side_of(key) for key in self.match.from_the_left_of(bidder)]
            return next(side for side in round_the_table if side is not None and totals[side] == max(totals))
        return None

    def more_of_a_row(self, hand: Any) -> dict[str, Any]:
        """The partners."""
        return {"partners": hand.partners}
