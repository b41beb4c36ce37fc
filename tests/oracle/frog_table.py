"""Frog (rulebook G6): three bid for the play, and pay by the card points of one."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.arguments import bad_input, need_given, need_key, need_seats
from tests.oracle.bidding import PASS, Bidding, closed_bidding
from tests.oracle.chip_table import ChipHand, ChipTable
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

BIDS = ("frog", "chico", "grand")
TRUMPS = {"frog": "h", "chico": "sdc", "grand": "h"}


@dataclass
class FrogHand(ChipHand):
    """A hand: who is active, clockwise from the dealer's left, and the bidding, until it is over."""

    bidding: Bidding | None = None
    bid: str | None = None
    bidder: str | None = None


@dataclass
class FrogTable(ChipTable):
    """The table."""

    hand: FrogHand | None = None

    game = "frog"
    seats_taken = (3, 4)

    def begin(self, night: Night, command: Command) -> None:
        """`start_hand`: the dealer, and who plays where not all do."""
        need_seats(night, command)
        night.need_open()
        if night.game_on is not None:
            night.wrong_phase("a game is on")
        dealer = need_key(command, "dealer")
        at_table = night.seats_from_the_left_of(dealer)
        players = command.get("players", night.playing_from_the_left_of(dealer))
        if not isinstance(players, list) or not all(isinstance(key, str) for key in players):
            raise bad_input("players are seats")
        if dealer not in players or len(set(players)) < len(players):
            raise bad_input("the dealer is not among them, or one twice")
        if not self.many_enough(players):
            raise Refusal("not_allowed_here", "three play, or four")
        due = self.due_among(night, players)
        if due not in (None, dealer):
            raise Refusal("not_your_turn", f"{due} deals")
        self.hands += 1
        self.last_dealer, self.voided = dealer, False
        active = [key for key in at_table if key in players and (len(players) == 3 or key != dealer)]
        self.hand = FrogHand(self.hands, dealer, active, {}, Bidding(closed_bidding(active, "grand")))

    def due_among(self, night: Night, players: list[str]) -> str | None:
        """Whose deal it is of those who play."""
        if self.last_dealer is None:
            return None
        if self.voided and self.last_dealer in players:
            return self.last_dealer
        return next((key for key in night.seats_from_the_left_of(self.last_dealer) if key in players), None)

    def dealer_due(self, night: Night) -> str | None:
        """Whose deal it is where everybody plays."""
        return (
            self.due_among(night, night.playing_from_the_left_of(str(self.last_dealer))) if self.last_dealer else None
        )

    def need_bidding(self, night: Night) -> tuple[FrogHand, Bidding]:
        """The hand whose bidding is not over."""
        hand: FrogHand = self.the_hand(night)
        if hand.bidding is None:
            night.wrong_phase("the bidding is over")
        return hand, hand.bidding

    def bid(self, night: Night, command: Command) -> None:
        """`bid`: higher than the last."""
        need_seats(night, command)
        _, bidding = self.need_bidding(night)
        player, bid = need_key(command, "player"), read_bid(command)
        if player != bidding.turn:
            raise Refusal("not_your_turn", f"{bidding.turn} speaks")
        if bidding.standing is not None and BIDS.index(bid) <= BIDS.index(bidding.standing[1]):
            raise Refusal("bid_too_low", "a higher one stands")
        self.say(night, player, bid)

    def pass_(self, night: Night, command: Command) -> None:
        """`pass`: out of the bidding."""
        need_seats(night, command)
        _, bidding = self.need_bidding(night)
        player = need_key(command, "player")
        if player != bidding.turn:
            raise Refusal("not_your_turn", f"{bidding.turn} speaks")
        self.say(night, player, PASS)

    def say(self, night: Night, player: str, call: str) -> None:
        """Somebody speaks; a hand that all pass is over."""
        hand, bidding = self.need_bidding(night)
        bidding.say(player, call)
        if bidding.turn is not None:
            return
        hand.bidding = None
        if bidding.standing is not None:
            hand.bidder, hand.bid = bidding.standing
            return
        row = {"winner": None, "pot": 0, "bid": None, "bidder": None, "points": None}
        self.finish(night, {**row, "net": dict.fromkeys(hand.seats, 0)})

    def contract(self, night: Night, command: Command) -> None:
        """`contract`: who plays what, in place of the calls."""
        need_seats(night, command)
        hand, bidding = self.need_bidding(night)
        if bidding.calls:
            night.wrong_phase("somebody has spoken")
        player, bid = need_key(command, "player"), read_bid(command)
        if player not in hand.seats:
            raise bad_input("they are not in the hand")
        hand.bidding, hand.bidder, hand.bid = None, player, bid

    def score(self, night: Night, command: Command) -> None:
        """`score_hand`: the bidder's card points."""
        need_seats(night, command)
        hand: FrogHand = self.the_hand(night)
        if hand.bid is None or hand.bidder is None:
            night.wrong_phase("the bidding goes on")
        need_given(command, "points")
        points, trump = command["points"], command.get("trump", TRUMPS[hand.bid][0])
        if type(points) is not int or trump not in list("shdc"):
            raise bad_input("points are a whole number, trump a suit")
        if not 0 <= points <= 120 or trump not in TRUMPS[hand.bid]:
            raise Refusal("bad_result", "no such points, or no such trump")
        from_each = self.settings[hand.bid] * (points - 60)
        net = dict.fromkeys(hand.seats, -from_each)
        net[hand.bidder] = 2 * from_each
        self.pay(night, {key: -chips for key, chips in net.items() if chips < 0})
        for key, chips in net.items():
            self.give(night, key, max(0, chips))
        won = points > 60
        row = {"winner": hand.bidder if won else None, "pot": 2 * from_each if won else 0, "points": points}
        self.finish(night, {**row, "bid": hand.bid, "bidder": hand.bidder, "net": net})


def read_bid(command: Command) -> str:
    """A bid that the game has."""
    need_given(command, "bid")
    if command["bid"] not in list(BIDS):
        raise bad_input("no such bid")
    return str(command["bid"])
