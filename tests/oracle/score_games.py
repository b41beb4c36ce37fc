"""The score games (rulebook G7 to G12), and the words that each of them has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.basics import DOUBLE, HOLD, REDOUBLE, Command, Course, Refusal, once, open_bidding, with_holds
from tests.oracle.matches import MatchHand, MatchTable, read_partners
from tests.oracle.state import Night, bad_input, need_key

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
        return {"partners": hand.partners}


BY_THE_ODD_TRICK = {0: 0, 1: 0, 2: 0, 3: 5, 4: 5, 5: 10}
BY_THE_DIFFERENCE = {0: 0, 1: 0, 2: 0, 3: 5, 4: 15, 5: 25}


@dataclass
class FortyFiveTable(MatchTable):
    game = "forty_five"
    shapes = ((3, 1), (4, 1), (5, 1), (2, 1), (2, 2), (2, 3))
    tricks_a_hand = 5

    def course(self, dealer: str) -> None:
        """Nobody bids."""

    def score_hand(self, night: Night, command: Command) -> None:
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        first = self.read_first(command)
        self.need_all_tricks(tricks)
        if len(tricks) > 2:
            points = [5 * taken for taken in tricks]
        else:
            table = BY_THE_DIFFERENCE if self.settings["scoring"] == "difference" else BY_THE_ODD_TRICK
            points = [table[taken] for taken in tricks]
        there = self.at_the_goal(points)
        self.finish(night, points, None, self.first_of(there, first) if there else None)


@dataclass
class AuctionFortyFiveTable(MatchTable):
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


@dataclass
class HasenpfefferTable(MatchTable):
    game = "hasenpfeffer"
    shapes = ((2, 2),)
    tricks_a_hand = 6
    bids = (1, 2, 3, 4, 5, 6)

    def all_passed(self, night: Night) -> None:
        """Who has the joker?"""
        self.the_hand.looks_for_joker = True

    def show_joker(self, night: Night, command: Command) -> None:
        """`show_joker`: who has it has bid; if nobody has, the same player deals again."""
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
        self.need(night, "playing")
        tricks = self.read_tricks(command)
        self.read_trump(command)
        self.need_all_tricks(tricks)
        side, bid = self.need_in_match(self.the_hand.bidder), self.the_hand.bid
        made = tricks[side] >= bid
        points = [taken if made or place != side else -bid for place, taken in enumerate(tricks)]
        there = self.at_the_goal(points)
        self.finish(night, points, made, side if side in there else there[0] if there else None)


@dataclass
class BigThreeTable(MatchTable):
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
        self.need(night, "playing")
        hand = self.the_hand
        partners = read_partners(self.match.clockwise, hand.bidder, command, most=1)
        if len(self.match.sides) != 4:
            raise Refusal("not_allowed_here", "three play alone")
        hand.partners = partners

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: who went out first."""
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
        return {"partners": hand.partners}


BRIDGE_STRAINS = ("c", "d", "h", "s", "nt")
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
    bids = tuple(f"{level}{strain}" for level in range(1, 8) for strain in BRIDGE_STRAINS)

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

    redouble = double

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


OF_ALL: dict[str, tuple[str, ...]] = {
    "start_match": ("sides",),
    "start_hand": ("dealer",),
    "void_hand": ("reason",),
    "abandon_match": ("reason",),
    "settle_match": (),
}
WITH_BIDS = OF_ALL | {"bid": ("player", "bid"), "pass": ("player",), "contract": ("player", "bid")}
OF_EACH: dict[str, dict[str, tuple[str, ...]]] = {
    "five_hundred": WITH_BIDS | {"name_partner": ("partners", "card"), "score_hand": ("tricks", "first")},
    "forty_five": OF_ALL | {"score_hand": ("tricks", "first")},
    "auction_forty_five": WITH_BIDS | {"hold": ("player",), "score_hand": ("tricks", "high_trump", "trump")},
    "hasenpfeffer": WITH_BIDS | {"show_joker": ("player",), "score_hand": ("tricks", "trump")},
    "big_three": WITH_BIDS | {"start_hand": ("opener",), "name_partner": ("partners", "card"), "score_hand": ("out",)},
    "four_deal_bridge": WITH_BIDS
    | {
        "contract": ("player", "bid", "doubled"),
        "double": ("player",),
        "redouble": ("player",),
        "score_hand": ("tricks", "honours"),
    },
}
"""The words of each game, and the arguments that they have: others are not looked at."""


def looked_at(game: str, command: Command) -> Command:
    """The command without what a score game's word does not have; another game's as it is."""
    if game == "frog":
        # Frog scores points: the tricks of another game's score are not looked at.
        return {name: value for name, value in command.items() if name != "tricks"}
    if game not in OF_EACH:
        return command
    having = ("do", *OF_EACH[game][command["do"]])
    return {name: value for name, value in command.items() if name in having}
