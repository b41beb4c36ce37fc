"""What the score games share (rulebook G0): a match, its hands, its bidding, its partners, and its settling."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from tests.oracle.basics import PASS, Bidding, Command, Course, Refusal, is_card, once
from tests.oracle.state import Night, Table, bad_input, need_given, need_key, need_reason


@dataclass
class Match:
    """A match between sides, with the points of each."""

    number: int
    sides: list[list[str]]
    clockwise: list[str]
    points: list[int]
    hands: int = 0
    winner: int | None = None
    state: str = "on"

    def side_of(self, player: str | None) -> int | None:
        """The place of a player's side; none for somebody not in the match."""
        return next((place for place, side in enumerate(self.sides) if player in side), None)

    def from_the_left_of(self, player: str) -> list[str]:
        """The players, clockwise from one's left round to them."""
        place = self.clockwise.index(player) + 1
        return self.clockwise[place:] + self.clockwise[:place]


@dataclass
class MatchHand:
    """A hand that is on."""

    number: int
    dealer: str
    bidding: Bidding | None
    bid: Any = None
    bidder: str | None = None
    doubled: int = 1
    partners: list[str] = field(default_factory=list)
    looks_for_joker: bool = False


@dataclass
class MatchTable(Table):
    """A table of a score game."""

    matches: list[Match] = field(default_factory=list)
    hand: MatchHand | None = None
    hands: int = 0
    last_dealer: str | None = None
    same_dealer: bool = False
    turns: int = 0

    game = ""
    coin = "point"
    shapes: ClassVar[tuple[tuple[int, int], ...]] = ()  # sides, and players of each
    tricks_a_hand = 0
    bids: ClassVar[tuple[Any, ...]] = ()
    begins = "dealer"  # the argument that names who a hand begins with

    @property
    def is_on(self) -> bool:
        """Whether a hand is on."""
        return self.hand is not None

    def keeps(self, player: str) -> bool:
        """Whether a player is in a match that is not over, or not settled."""
        return self.phase != "no match" and self.match.side_of(player) is not None

    def seats_moved(self, clockwise: list[str]) -> None:
        """The players of a match go on in the new order."""
        for match in self.matches[-1:]:
            match.clockwise = [key for key in clockwise if key in match.clockwise]

    def close(self, night: Night) -> None:
        """A hand in course is forgotten; the match stays on."""
        self.hand = None

    @property
    def awaits_settling(self) -> bool:
        """Whether a match has been won and is not settled."""
        return self.phase == "won"

    # Phases.

    @property
    def match(self) -> Match:
        """The match begun last."""
        return self.matches[-1]

    @property
    def phase(self) -> str:
        """What the contract calls it."""
        if not self.matches or self.match.state not in ("on", "won"):
            return "no match"
        if self.match.state == "won":
            return "won"
        if self.hand is None:
            return "between"
        if self.hand.looks_for_joker:
            return "joker"
        return "bidding" if self.hand.bidding is not None and self.hand.bidding.turn is not None else "playing"

    def need(self, night: Night, *phases: str) -> None:
        """Refuse what comes in another phase, or in a closed night."""
        night.need_open()
        if self.phase not in phases:
            night.wrong_phase(f"not in {self.phase}")

    def need_no_other(self, night: Night) -> None:
        """Refuse to begin while a deal or a hand of another game is on."""
        if night.game_on not in (None, self.game):
            night.wrong_phase("another game is on")

    @property
    def the_hand(self) -> MatchHand:
        """The hand that is on."""
        assert self.hand is not None
        return self.hand

    @property
    def the_bidding(self) -> Bidding:
        """The bidding of the hand that is on."""
        assert self.the_hand.bidding is not None
        return self.the_hand.bidding

    # A match.

    def start_match(self, night: Night, command: Command) -> None:
        """`start_match`: the sides."""
        self.need(night, "no match")
        self.need_no_other(night)
        need_given(command, "sides")
        sides = command["sides"]
        if not isinstance(sides, list) or not all(isinstance(side, list) for side in sides):
            raise bad_input("sides are lists of seats")
        named = [key for side in sides for key in side]
        if not all(isinstance(key, str) for key in named) or len(set(named)) < len(named):
            raise bad_input("a seat named twice, or no seat")
        if len({len(side) for side in sides}) > 1:
            raise bad_input("sides of one size")
        clockwise = [key for key in night.clockwise if key in named]
        match = Match(len(self.matches) + 1, [list(side) for side in sides], clockwise, [0] * len(sides))
        places = [match.side_of(key) for key in clockwise]
        if places != places[: len(sides)] * (len(places) // max(1, len(sides))):
            raise bad_input("the sides do not alternate")
        if (len(sides), len(sides[0]) if sides else 0) not in self.shapes:
            raise Refusal("not_allowed_here", "not so many sides, or players")
        self.matches.append(match)
        self.last_dealer, self.same_dealer = None, False

    def abandon_match(self, night: Night, command: Command) -> None:
        """`abandon_match`: nobody has won it."""
        self.need(night, "between", "bidding", "joker", "playing")
        need_reason(command)
        self.hand = None
        self.match.state = "abandoned"

    def settle_match(self, night: Night, command: Command) -> None:
        """`settle_match`: the sides pay, place by place, each player one net sum."""
        self.need(night, "won")
        net = dict.fromkeys(self.match.clockwise, 0)
        for payer, taker, cents in self.dues():
            for giver, getter in zip(self.match.sides[payer], self.match.sides[taker], strict=True):
                net[giver] -= cents
                net[getter] += cents
        for key, cents in net.items():
            if night.players[key].checks + cents < 0:
                raise Refusal("not_enough_checks", f"{key} owes {-cents}")
        for key, cents in net.items():
            night.players[key].checks += cents
        self.match.state = "settled"

    def dues(self) -> list[tuple[int, int, int]]:
        """Which side pays which, and how many cents a player."""
        points, winner, point = self.match.points, self.match.winner, self.check
        assert winner is not None
        losers = [place for place in range(len(points)) if place != winner]
        due = [
            (one, winner, max(0, points[winner] - points[one]) * point + self.settings["game_stake"]) for one in losers
        ]
        if self.settings["pays"] == "all":
            due += [
                (low, high, (points[high] - points[low]) * point)
                for low in losers
                for high in losers
                if points[high] > points[low]
            ]
        return due

    # A hand.

    def dealer_due(self) -> str | None:
        """Whose deal it is; anybody's at a new match."""
        if self.last_dealer is None or self.same_dealer:
            return self.last_dealer
        return self.match.from_the_left_of(self.last_dealer)[0]

    def start_hand(self, night: Night, command: Command) -> None:
        """`start_hand`: who deals, and who bids first."""
        self.need(night, "between")
        self.need_no_other(night)
        dealer = need_key(command, self.begins)
        self.need_in_match(dealer)
        if self.dealer_due() not in (None, dealer):
            raise Refusal("not_your_turn", f"{self.dealer_due()} deals")
        self.hands += 1
        self.last_dealer, self.same_dealer = dealer, False
        course = self.course(dealer)
        self.hand = MatchHand(self.hands, dealer, None if course is None else Bidding(course))

    def need_in_match(self, player: Any) -> int:
        """The side of a player of the match; anybody else is refused."""
        side = self.match.side_of(player) if isinstance(player, str) else None
        if side is None:
            raise bad_input(f"{player} is not in the match")
        return side

    def course(self, dealer: str) -> Course | None:
        """How the bidding goes: once round, if not otherwise said."""
        return once(self.match.from_the_left_of(dealer))

    def void_hand(self, night: Night, command: Command) -> None:
        """`void_hand`: the same player deals again."""
        self.need(night, "bidding", "joker", "playing")
        need_reason(command)
        self.hand = None
        self.same_dealer = True

    # Bidding.

    def read_bid(self, command: Command) -> Any:
        """A bid that the game has."""
        need_given(command, "bid")
        bid = command["bid"]
        if not any(type(bid) is type(one) and bid == one for one in self.bids):
            raise bad_input(f"{bid} is no bid")
        return bid

    def need_allowed(self, bid: Any) -> None:
        """Refuse a bid that the house does not have."""

    def need_enough(self, player: str, bid: Any) -> None:
        """Refuse a bid that is too low for a side that must bid more."""

    def height(self, bid: Any) -> Any:
        """By what a bid is higher than another."""
        return self.bids.index(bid)

    def need_turn(self, player: str) -> None:
        """Refuse who is not to speak."""
        if player != self.the_bidding.turn:
            raise Refusal("not_your_turn", f"{self.the_bidding.turn} to bid")

    def bid(self, night: Night, command: Command) -> None:
        """`bid`: higher than the last."""
        self.need(night, "bidding")
        player = need_key(command, "player")
        bid = self.read_bid(command)
        self.need_allowed(bid)
        self.need_turn(player)
        last = self.the_bidding.standing
        if last is not None and self.height(bid) <= self.height(last[1]):
            raise Refusal("bid_too_low", f"{last[1]} stands")
        self.need_enough(player, bid)
        self.say(night, player, bid)

    def pass_(self, night: Night, command: Command) -> None:
        """`pass`."""
        self.need(night, "bidding")
        player = need_key(command, "player")
        self.need_may_pass(player)
        self.need_turn(player)
        self.say(night, player, PASS)

    def need_may_pass(self, player: str) -> None:
        """Refuse a pass that the house does not have."""

    def contract(self, night: Night, command: Command) -> None:
        """`contract`: how the bidding ended, in place of the calls."""
        self.need(night, "bidding")
        if self.the_bidding.calls:
            night.wrong_phase("somebody has spoken")
        player = need_key(command, "player")
        bid = self.read_bid(command)
        self.need_in_match(player)
        self.read_more_of_a_contract(command)
        self.need_allowed(bid)
        self.need_enough(player, bid)
        hand = self.the_hand
        hand.bidding = None
        hand.bid, hand.bidder = bid, player

    def read_more_of_a_contract(self, command: Command) -> None:
        """What else a contract says."""

    def say(self, night: Night, player: str, call: Any) -> None:
        """Somebody speaks, and the bidding may be over."""
        bidding = self.the_bidding
        bidding.say(player, call)
        if bidding.turn is not None:
            return
        if bidding.standing is None:
            self.all_passed(night)
            return
        hand = self.the_hand
        hand.bidder, hand.bid = bidding.standing
        hand.doubled = bidding.doubled

    def all_passed(self, night: Night) -> None:
        """Nobody has bid: the hand is dead."""
        self.finish(night, [0] * len(self.match.sides), None)

    # The result.

    def read_tricks(self, command: Command) -> list[int]:
        """The tricks of each side, well formed."""
        need_given(command, "tricks")
        tricks = command["tricks"]
        if not isinstance(tricks, dict):
            raise bad_input("tricks are said seat by seat")
        by_side = [0] * len(self.match.sides)
        for key, number in tricks.items():
            side = self.need_in_match(key)
            if type(number) is not int or number < 0:
                raise bad_input("no number of tricks")
            by_side[side] += number
        return by_side

    def need_all_tricks(self, tricks: list[int]) -> None:
        """Refuse tricks that are not a hand's."""
        if sum(tricks) != self.tricks_a_hand:
            raise Refusal("bad_result", f"{self.tricks_a_hand} tricks are played")

    def read_trump(self, command: Command) -> None:
        """A suit, where one is noted."""
        if "trump" in command and command["trump"] not in list("shdc"):
            raise bad_input("no suit")

    def read_first(self, command: Command) -> str | None:
        """Who got to the goal first, where it is said."""
        if "first" not in command:
            return None
        self.need_in_match(command["first"])
        return str(command["first"])

    def at_the_goal(self, points: list[int]) -> list[int]:
        """The sides that these points bring to the goal."""
        totals = [has + more for has, more in zip(self.match.points, points, strict=True)]
        return [place for place, total in enumerate(totals) if total >= self.settings["goal"]]

    def first_of(self, there: list[int], first: str | None) -> int:
        """The side that got there first, as the table says; where it is one only nobody need say."""
        if len(there) == 1:
            return there[0]
        side = self.match.side_of(first)
        if side not in there:
            raise Refusal("bad_result", "who got there first?")
        assert side is not None
        return side

    def finish(self, night: Night, points: list[int], made: bool | None, winner: int | None = None) -> None:
        """The hand is over, with its row; perhaps the match too."""
        hand, match = self.the_hand, self.match
        night.hand_rows.append(
            {
                "hand": hand.number,
                "game": self.game,
                "match": match.number,
                self.begins: hand.dealer,
                "bid": hand.bid,
                "bidder": hand.bidder,
                "made": made,
                "points": points,
                **self.more_of_a_row(hand),
            }
        )
        match.points = [has + more for has, more in zip(match.points, points, strict=True)]
        match.hands += 1
        self.hand = None
        if winner is not None:
            match.winner, match.state = winner, "won"

    def more_of_a_row(self, hand: MatchHand) -> dict[str, Any]:
        """What only this game's rows have."""
        return {}

    def score_rows(self) -> list[dict[str, Any]]:
        """A row for each match."""
        return [
            {
                "game": self.game,
                "match": match.number,
                "sides": match.sides,
                "points": match.points,
                "hands": match.hands,
                "winner": match.winner,
                "state": match.state,
            }
            for match in self.matches
        ]


def read_partners(
    match: list[str], bidder: str | None, command: Command, *, least: int = 1, most: int, cards: tuple[str, ...] = ()
) -> list[str]:
    """The partners named, well formed, and a card of the pack where one was called."""
    need_given(command, "partners")
    partners = command["partners"]
    if not isinstance(partners, list) or not all(isinstance(key, str) and key in match for key in partners):
        raise bad_input("partners are players of the match")
    if bidder in partners or len(set(partners)) < len(partners) or not least <= len(partners) <= most:
        raise bad_input("the bidder, one twice, too few or too many")
    if "card" in command and not (is_card(command["card"]) or command["card"] in cards):
        raise bad_input("no card")
    return list(partners)
