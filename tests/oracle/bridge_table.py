"""Four-deal bridge, Chicago (rulebook G12): calls, vulnerability by the deal, part scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.arguments import bad_input, need_key, need_seats
from tests.oracle.bidding import DOUBLE, REDOUBLE, Course, open_bidding
from tests.oracle.match_table import MatchHand, MatchTable
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

STRAINS = ("c", "d", "h", "s", "nt")
A_TRICK = {"c": 20, "d": 20, "h": 30, "s": 30, "nt": 30}
SLAMS = {(6, False): 500, (6, True): 750, (7, False): 1000, (7, True): 1500}
DOWN_DOUBLED = {  # for one, two and three down, then for each more
    (False, "modern"): (100, 300, 500, 300),
    (False, "old"): (100, 300, 500, 200),
    (True, "modern"): (200, 500, 800, 300),
    (True, "old"): (200, 500, 800, 300),
}


@dataclass
class BridgeTable(MatchTable):
    """The table, with the part scores of the match."""

    parts: list[int] = field(default_factory=lambda: [0, 0])
    dealt: int = 0

    game = "four_deal_bridge"
    shapes = ((2, 2),)
    tricks_a_hand = 13
    bids = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)

    def start_match(self, night: Night, command: Command) -> None:
        """`start_match`: four deals are to come."""
        super().start_match(night, command)
        self.parts, self.dealt = [0, 0], 0

    def course(self, dealer: str) -> Course:
        """From the dealer on."""
        clockwise = self.match.from_the_left_of(dealer)
        return open_bidding([clockwise[-1], *clockwise[:-1]])

    def vulnerable(self) -> list[bool]:
        """Which sides are, in the deal that is on."""
        deal = self.dealt + 1
        if deal in (1, 4):
            return [deal == 4] * 2
        dealers = self.match.side_of(self.the_hand.dealer)
        return [(side == dealers) == (self.settings["vulnerable"] == "dealer") for side in (0, 1)]

    def double(self, night: Night, command: Command) -> None:
        """`double` of the other side's bid, `redouble` of one's own that is doubled."""
        need_seats(night, command)
        self.need(night, "bidding")
        player = need_key(command, "player")
        again = command["do"] == REDOUBLE
        bidding, side = self.the_bidding, self.match.side_of(player)
        fits = False
        if bidding.standing is not None:
            own = self.match.side_of(bidding.standing[0]) == side
            fits = own and bidding.doubled == 2 if again else not own and bidding.doubled == 1
        if not fits:
            raise Refusal("not_allowed_here", "no such bid stands")
        self.need_turn(player)
        self.say(night, player, REDOUBLE if again else DOUBLE)

    def read_more_of_a_contract(self, command: Command) -> None:
        """How often it was doubled."""
        doubled = command.get("doubled", 0)
        if type(doubled) is not int or doubled not in (0, 1, 2):
            raise bad_input("doubled never, once, or twice")
        self.the_hand.doubled = 2**doubled

    def say(self, night: Night, player: str, call: Any) -> None:
        """When the bidding is over the declarer is who first named the strain."""
        bids = self.the_bidding.bids
        super().say(night, player, call)
        hand = self.hand
        if hand is not None and hand.bidder is not None:
            side = self.match.side_of(hand.bidder)
            strain = hand.bid[1:]
            hand.bidder = next(one for one, bid in bids if bid[1:] == strain and self.match.side_of(one) == side)

    def all_passed(self, night: Night) -> None:
        """The same player deals again; it is none of the four."""
        self.same_dealer = True
        super().all_passed(night)

    def read_honours(self, command: Command) -> tuple[int, int] | None:
        """Whose side had honours, and for how many points."""
        if "honours" not in command:
            return None
        honours = command["honours"]
        if not isinstance(honours, dict) or len(honours) != 1:
            raise bad_input("honours are one player's")
        ((key, points),) = honours.items()
        side = self.need_in_match(key)
        if type(points) is not int or points not in (100, 150):
            raise bad_input("100 or 150")
        return side, points

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: thirteen tricks."""
        need_seats(night, command)
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        honours = self.read_honours(command)
        if honours is not None and not self.settings["honours"]:
            raise Refusal("not_allowed_here", "no honours in this house")
        self.need_all_tricks(tricks)
        hand = self.the_hand
        if honours is not None and honours[1] == 100 and hand.bid.endswith("nt"):
            raise Refusal("bad_result", "at no trump honours are 150")
        side = self.need_in_match(hand.bidder)
        over = tricks[side] - 6 - int(hand.bid[0])
        points = [0, 0]
        if over < 0:
            points[1 - side] = self.for_down(-over, self.vulnerable()[side])
        else:
            points[side] = self.for_made(side, over)
        if honours is not None:
            points[honours[0]] += honours[1]
        self.finish(night, points, over >= 0)
        self.dealt += 1
        if self.dealt == 4:
            self.end()

    def end(self) -> None:
        """Four deals are played: the higher total wins."""
        one, other = self.match.points
        if one == other:
            self.match.state = "drawn"
        else:
            self.match.winner, self.match.state = int(other > one), "won"

    def for_down(self, down: int, vulnerable: bool) -> int:
        """What the other side has for tricks short of the contract."""
        if self.the_hand.doubled == 1:
            return down * (100 if vulnerable else 50)
        *first, more = DOWN_DOUBLED[vulnerable, self.settings["penalties"]]
        points = first[down - 1] if down <= 3 else first[2] + (down - 3) * more
        return points * self.the_hand.doubled // 2

    def for_made(self, side: int, over: int) -> int:
        """What a contract made brings; the part scores go on from it."""
        hand = self.the_hand
        level, strain, vulnerable = int(hand.bid[0]), hand.bid[1:], self.vulnerable()[side]
        trick_score = (level * A_TRICK[strain] + (10 if strain == "nt" else 0)) * hand.doubled
        points = trick_score
        if hand.doubled == 1:
            points += over * A_TRICK[strain]
        else:
            points += over * (200 if vulnerable else 100) * hand.doubled // 2
            points += 50 if hand.doubled == 2 else self.settings["insult_redoubled"]
        points += SLAMS.get((level, vulnerable), 0)
        if self.parts[side] + trick_score >= 100:
            points += 500 if vulnerable else 300
            self.parts = [0, 0]
            return points
        self.parts[side] += trick_score
        return points + (100 if self.dealt == 3 else 0)

    def more_of_a_row(self, hand: MatchHand) -> dict[str, Any]:
        """Which deal, how often doubled, and who was vulnerable."""
        return {"deal": self.dealt + 1, "doubled": hand.doubled, "vulnerable": self.vulnerable()}
