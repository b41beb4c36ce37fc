"""The chip games (rulebook G3 to G6): what their tables share, then Farmer, Spoil Five, Five in One and Frog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from tests.oracle.basics import PASS, RANKS, Bidding, Command, Refusal, closed_bidding, rank_of, suit_of
from tests.oracle.money import divide
from tests.oracle.state import (
    Night,
    Table,
    bad_input,
    is_odd,
    need_cards,
    need_given,
    need_key,
    need_reason,
)


@dataclass
class ChipHand:
    """A hand that is on: who is in it, clockwise from the dealer's left, and the antes that they paid."""

    number: int
    dealer: str
    seats: list[str]
    antes: dict[str, int]


@dataclass
class ChipTable(Table):
    """A table of a chip game; the pot is counted in chips."""

    pot: int = 0
    hands: int = 0
    hand: ChipHand | None = None
    last_dealer: str | None = None
    voided: bool = False  # the last hand was: the same player deals again
    turns: int = 0

    game = ""
    words: ClassVar[tuple[str, ...]] = ()
    seats_taken = (2, 10)
    coin = "chip"

    @property
    def is_on(self) -> bool:
        """Whether a hand is on."""
        return self.hand is not None

    def keeps(self, player: str) -> bool:
        """Whether a player is in the hand that is on."""
        return self.hand is not None and player in (*self.hand.seats, self.hand.dealer)

    def pays_ante(self, player: str, dealer: str) -> bool:
        """Whether a player of the next hand pays an ante."""
        return True

    def dealer_due(self, night: Night) -> str | None:
        """Whose deal it is; anybody's at first."""
        if self.last_dealer is None:
            return None
        return self.last_dealer if self.voided and self.sits(night) else self.left_of_last(night)

    def sits(self, night: Night) -> bool:
        """Whether the last dealer is still at the table, and plays."""
        player = night.players[str(self.last_dealer)]
        return player.seated and not player.sits_out

    def left_of_last(self, night: Night) -> str:
        """Who plays next to the last dealer's left; the last dealer where nobody does."""
        return (*night.playing_from_the_left_of(str(self.last_dealer)), str(self.last_dealer))[0]

    def many_enough(self, seats: list[str]) -> bool:
        """Whether a hand can be begun with those who sit."""
        least, most = self.seats_taken
        return least <= len(seats) <= most

    def start_hand(self, night: Night, command: Command) -> None:
        """`start_hand`: the dealer is named, the antes are paid."""
        night.need_no_game()
        dealer = need_key(command, "dealer")
        seats = night.playing_from_the_left_of(dealer)
        if dealer not in seats:
            raise Refusal("bad_input", "the dealer sits out")
        if not self.many_enough(seats):
            raise Refusal("not_allowed_here", "too few, or too many")
        due = self.dealer_due(night)
        if due is not None and due != dealer:
            raise Refusal("not_your_turn", f"{due} deals")
        ante = self.settings.get("ante", 0)
        antes = {key: ante for key in seats if self.pays_ante(key, dealer)}
        self.pay(night, antes)
        self.pot += sum(antes.values())
        self.hands += 1
        self.last_dealer, self.voided = dealer, False
        self.hand = self.new_hand(ChipHand(self.hands, dealer, seats, antes))

    def new_hand(self, hand: ChipHand) -> ChipHand:
        """The hand, as this game keeps it."""
        return hand

    def pay(self, night: Night, chips: dict[str, int]) -> None:
        """Take chips of players; where anybody has too few nobody pays."""
        for key, some in chips.items():
            if night.players[key].checks < some * self.check:
                raise Refusal("not_enough_checks", f"{key} owes {some} chips")
        for key, some in chips.items():
            night.players[key].checks -= some * self.check

    def give(self, night: Night, player: str, chips: int) -> None:
        """Give chips to a player."""
        night.players[player].checks += chips * self.check

    def the_hand(self, night: Night) -> Any:
        """The hand that is on."""
        night.need_open()
        if self.hand is None:
            night.wrong_phase("no hand has been dealt")
        return self.hand

    def void_hand(self, night: Night, command: Command) -> None:
        """`void_hand`: the antes go back, and the number is not used again."""
        self.the_hand(night)
        self.need_voidable(night)
        need_reason(command)
        self.return_antes(night)
        self.voided = True

    def need_voidable(self, night: Night) -> None:
        """Refuse where the hand has gone too far."""

    def return_antes(self, night: Night) -> None:
        """The hand is off, and who paid an ante has it again."""
        assert self.hand is not None
        for key, ante in self.hand.antes.items():
            self.pot -= ante
            self.give(night, key, ante)
        self.hand = None

    def finish(self, night: Night, row: dict[str, Any]) -> None:
        """The hand is over, with a row."""
        assert self.hand is not None
        head = {"hand": self.hand.number, "game": self.game, "dealer": self.hand.dealer}
        night.hand_rows.append(head | row)
        self.hand = None

    def close(self, night: Night) -> None:
        """A hand in course is undone, then the pot is divided."""
        if self.hand is not None:
            self.return_antes(night)
        if self.last_dealer is not None:
            divide(night, self.pot, self.check, self.last_dealer)
            self.pot = 0


POINTS = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(spots): spots for spots in range(2, 11)}


@dataclass
class FarmerHand(ChipHand):
    """A hand, with the cards that were shown; who plays it, clockwise from the farmer's left."""

    players: list[str] = field(default_factory=list)
    shown: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class FarmerTable(ChipTable):
    """The table, and who is to be the next farmer."""

    farmer: str | None = None
    hand: FarmerHand | None = None

    game = "farmer"
    words = ("start_hand", "show_hand", "settle_hand", "void_hand")
    seats_taken = (2, 8)

    def pays_ante(self, player: str, dealer: str) -> bool:
        """The farmer who does not play pays none."""
        return bool(self.settings["farmer_plays"]) or player != dealer

    def dealer_due(self, night: Night) -> str | None:
        """The farmer, or whoever sits next to their left when they have gone."""
        due = self.last_dealer if self.voided else self.farmer
        if due is None or (night.players[due].seated and not night.players[due].sits_out):
            return due
        return (*night.playing_from_the_left_of(due), due)[0]

    def new_hand(self, hand: ChipHand) -> FarmerHand:
        """The hand, with those who take cards."""
        players = list(hand.antes)
        return FarmerHand(hand.number, hand.dealer, hand.seats, hand.antes, players)

    def show_hand(self, night: Night, command: Command) -> None:
        """`show_hand`: a player's cards."""
        hand: FarmerHand = self.the_hand(night)
        player = need_key(command, "player")
        if player not in hand.players:
            raise bad_input("they have no hand in this deal")
        cards = need_cards(command, "cards")
        seen = [card for other, shown in hand.shown.items() if other != player for card in shown]
        for card in cards:
            need_in_the_pack(card, seen)
            seen.append(card)
        if len(cards) < 2:
            raise Refusal("bad_result", "each calls for one card at least")
        hand.shown[player] = cards

    def settle_hand(self, night: Night, command: Command) -> None:
        """`settle_hand`: the farm is won or stays, and the overdrawn pay."""
        hand: FarmerHand = self.the_hand(night)
        if set(hand.shown) != set(hand.players):
            night.wrong_phase("not all have shown")
        totals = {key: count_of(hand.shown[key]) for key in hand.players}
        winner = winner_of(hand, totals)
        nearest = None if winner is not None else nearest_of(totals)
        due = {key: self.due_of(key, hand, totals, nearest) for key in hand.players}
        self.pay(night, {key: sum(payments) for key, payments in due.items()})
        for to_nearest, to_farmer in due.values():
            if nearest is not None:
                self.give(night, nearest, to_nearest)
            self.give(night, hand.dealer, to_farmer)
        won = 0
        if winner is not None:
            won, self.pot = self.pot, 0
            self.give(night, winner, won)
        self.farmer = winner if winner is not None else hand.dealer
        row = {"winner": winner, "pot": won, "totals": totals, "nearest": nearest, "left": self.pot}
        self.finish(night, row)

    def due_of(self, player: str, hand: FarmerHand, totals: dict[str, int], nearest: str | None) -> tuple[int, int]:
        """The chips that a player owes the nearest, and the farmer."""
        to_nearest = self.settings["nearest_pays"] if nearest is not None and player != nearest else 0
        over = max(0, totals[player] - 16) if player != hand.dealer else 0
        return to_nearest, over * self.settings["over_pays"]


def need_in_the_pack(card: str, seen: list[str]) -> None:
    """Refuse a card that the pack of forty-five has not, or has no more."""
    rank = rank_of(card)
    not_in_it = rank == "8" or (rank == "6" and suit_of(card) not in (None, "h"))
    if not_in_it or is_odd(card, seen, 1 if rank == "6" else 4):
        raise Refusal("odd_card", f"{card} is not in the pack, or out already")


def count_of(cards: list[str]) -> int:
    """What a hand counts."""
    return sum(POINTS[rank_of(card)] for card in cards)


def winner_of(hand: FarmerHand, totals: dict[str, int]) -> str | None:
    """Who wins the farm: sixteen with the six, else with the fewest cards, of equals the first."""
    sixteens = [key for key in hand.players if totals[key] == 16]
    for key in sixteens:
        if any(rank_of(card) == "6" for card in hand.shown[key]):
            return key
    return min(sixteens, key=lambda key: len(hand.shown[key]), default=None)


def nearest_of(totals: dict[str, int]) -> str | None:
    """The highest under sixteen, of equals the first."""
    under: list[Any] = [key for key in totals if totals[key] < 16]
    return max(under, key=lambda key: totals[key], default=None)


UNTIL_THE_POOL_IS_WON = ("revoke", "exposure", "robbing")
WHYS = (*UNTIL_THE_POOL_IS_WON, "irregular")


@dataclass
class SpoilFiveHand(ChipHand):
    """A hand, with those who had no cards from the first and those whose hand died, and of what."""

    without_cards: frozenset[str] = frozenset()
    dead: dict[str, str] = field(default_factory=dict)

    @property
    def live(self) -> list[str]:
        """Whose hands live."""
        return [key for key in self.seats if key not in self.without_cards and key not in self.dead]


@dataclass
class SpoilFiveTable(ChipTable):
    """The table, and who has no cards until the pool is won."""

    out: frozenset[str] = frozenset()
    hand: SpoilFiveHand | None = None

    game = "spoil_five"
    words = ("start_hand", "kill_hand", "score_hand", "void_hand")
    seats_taken = (2, 10)

    def many_enough(self, seats: list[str]) -> bool:
        """Two must have cards."""
        return super().many_enough(seats) and len([key for key in seats if key not in self.out]) >= 2

    def new_hand(self, hand: ChipHand) -> SpoilFiveHand:
        """The hand, of which some have no cards."""
        return SpoilFiveHand(hand.number, hand.dealer, hand.seats, hand.antes, self.out)

    def kill_hand(self, night: Night, command: Command) -> None:
        """`kill_hand`: a player's hand is dead."""
        hand: SpoilFiveHand = self.the_hand(night)
        player, why = command.get("player"), command.get("why")
        if isinstance(player, str) and (player in hand.dead or player in hand.without_cards):
            raise Refusal("already_done", "that hand is dead")
        need_key(command, "player")
        need_given(command, "why")
        if not isinstance(why, str) or why not in WHYS or player not in hand.seats:
            raise bad_input("no such hand, or no such offence")
        if len(hand.live) <= 2:
            raise Refusal("not_allowed_here", "two live hands must remain")
        hand.dead[str(player)] = why

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: the tricks, and what they win."""
        hand: SpoilFiveHand = self.the_hand(night)
        tricks = read_tricks(hand, command)
        most = max(tricks.values(), default=0)
        went_on = command.get("went_on", most >= 4)
        if not isinstance(went_on, bool):
            raise bad_input("went_on is yes or no")
        for key, number in tricks.items():
            if number > (0 if key in hand.without_cards else 2 if key in hand.dead else 5):
                raise Refusal("bad_result", f"{key} cannot have {number} tricks")
        takes_pool = outcome(sum(tricks.values()), most, went_on)
        winner = next(key for key in tricks if tricks[key] == most) if takes_pool else None
        extra = self.settings["all_five"] if most == 5 else 0
        others = [key for key in hand.seats if key != winner]
        self.pay(night, dict.fromkeys(others, extra))
        won = 0
        if winner is not None:
            won = self.pot + extra * len(others)
            self.pot = 0
            self.give(night, winner, won)
            self.out = frozenset()
        else:
            self.out |= {key for key, why in hand.dead.items() if why in UNTIL_THE_POOL_IS_WON}
        taken = {key: number for key, number in tricks.items() if number}
        row = {"winner": winner, "pot": won, "tricks": taken, "left": self.pot, "out": sorted(self.out)}
        self.finish(night, row)


def read_tricks(hand: SpoilFiveHand, command: Command) -> dict[str, int]:
    """The tricks of each, well formed."""
    need_given(command, "tricks")
    tricks = command["tricks"]
    if not isinstance(tricks, dict):
        raise bad_input("tricks are said seat by seat")
    for key, number in tricks.items():
        if key not in hand.seats or type(number) is not int or number < 0:
            raise bad_input("tricks of somebody not in the hand, or no number of tricks")
    return tricks


def outcome(played: int, most: int, went_on: bool) -> bool:
    """Whether somebody takes the pool; refuses what no hand can come to."""
    if most == 5 and played == 5 and went_on:
        return True
    if most == 3 and 3 <= played <= 5 and not went_on:
        return True
    if played == 5 and (most in (3, 4) if went_on else most < 3):
        return False
    raise Refusal("bad_result", "no hand ends so")


PARTS = ("plus_or_minus", "cold_hand", "bango", "put_and_take", "consolation")
BY_CHIPS = ("plus_or_minus", "bango", "put_and_take")


@dataclass
class Round(ChipHand):
    """A round: how many parts are over, what each has won, and the cold hand's winner and chips."""

    over: int = 0
    net: dict[str, int] = field(default_factory=dict)
    cold_winner: str | None = None
    cold_chips: int = 0

    @property
    def due(self) -> str:
        """The part that comes now."""
        return PARTS[self.over]


@dataclass
class FiveInOneTable(ChipTable):
    """The table."""

    hand: Round | None = None

    game = "five_in_one"
    words = ("start_hand", "part_result", "cold_hand", "consolation", "void_hand")
    seats_taken = (2, 10)

    def new_hand(self, hand: ChipHand) -> Round:
        """The round, of which nothing is played."""
        return Round(hand.number, hand.dealer, hand.seats, hand.antes, net=dict.fromkeys(hand.seats, 0))

    def need_voidable(self, night: Night) -> None:
        """A round of which a part is over stays."""
        assert self.hand is not None
        if self.hand.over:
            night.wrong_phase("a part has been played")

    def need_due(self, night: Night, part: str) -> Round:
        """The round, where this part comes now."""
        hand: Round = self.the_hand(night)
        if hand.due != part:
            night.wrong_phase(f"{hand.due} comes now")
        return hand

    def end_part(self, night: Night, net: dict[str, int]) -> None:
        """Chips go from those who lost to those who won, all at once."""
        assert self.hand is not None
        self.pay(night, {key: -chips for key, chips in net.items() if chips < 0})
        for key, chips in net.items():
            self.give(night, key, max(0, chips))
            self.hand.net[key] += chips
        self.hand.over += 1

    def part_result(self, night: Night, command: Command) -> None:
        """`part_result`: chips won and lost at one of three parts."""
        hand: Round = self.the_hand(night)
        part = command.get("part")
        if hand.due not in BY_CHIPS or (part in BY_CHIPS and part != hand.due):
            night.wrong_phase(f"{hand.due} comes now")
        need_given(command, "part", "chips")
        chips = command["chips"]
        if part != hand.due or not isinstance(chips, dict):
            raise bad_input("no part, or chips that are not said seat by seat")
        if not all(key in hand.seats and type(some) is int for key, some in chips.items()):
            raise bad_input("chips of somebody not in the round, or no number of chips")
        if sum(chips.values()):
            raise Refusal("bad_result", "what one wins others lose")
        self.end_part(night, chips)

    def cold_hand(self, night: Night, command: Command) -> None:
        """`cold_hand`: the others pay its winner, or those who tie."""
        hand = self.need_due(night, "cold_hand")
        need_given(command, "winners")
        winners = command["winners"]
        if not isinstance(winners, list) or not all(isinstance(one, str) and one in hand.seats for one in winners):
            raise bad_input("winners are in the round")
        if not winners or len(set(winners)) < len(winners):
            raise bad_input("somebody wins, and once")
        others = [key for key in hand.seats if key not in winners]
        net = dict.fromkeys(others, -self.settings["cold_hand_pays"])
        chips = -sum(net.values())
        in_order = [key for key in hand.seats if key in winners]
        for place, key in enumerate(in_order):
            net[key] = chips // len(winners) + int(place < chips % len(winners))
        self.end_part(night, net)
        hand.cold_winner = winners[0] if len(winners) == 1 else None
        hand.cold_chips = chips

    def consolation(self, night: Night, command: Command) -> None:
        """`consolation`: ten cards turned, a payment for each that is the number called."""
        hand = self.need_due(night, "consolation")
        cards = need_cards(command, "cards")
        if len(cards) != 10:
            raise bad_input("ten cards are turned")
        for place, card in enumerate(cards):
            if is_odd(card, cards[:place]):
                raise Refusal("odd_card", f"{card} cannot come again")
        hits = sum(rank_of(card) == RANKS[place] for place, card in enumerate(cards))
        net = {key: -hits * self.settings["hit_pays"] for key in hand.seats if key != hand.dealer}
        net[hand.dealer] = -sum(net.values())
        self.end_part(night, net)
        row = {"winner": hand.cold_winner, "pot": hand.cold_chips, "hits": hits, "net": hand.net}
        self.finish(night, row)


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
    words = ("start_hand", "bid", "pass", "contract", "score_hand", "void_hand")
    seats_taken = (3, 4)

    def start_hand(self, night: Night, command: Command) -> None:
        """`start_hand`: the dealer, and who plays where not all do."""
        night.need_no_game()
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
        _, bidding = self.need_bidding(night)
        player, bid = need_key(command, "player"), read_bid(command)
        if player != bidding.turn:
            raise Refusal("not_your_turn", f"{bidding.turn} to bid")
        if bidding.standing is not None and BIDS.index(bid) <= BIDS.index(bidding.standing[1]):
            raise Refusal("bid_too_low", "a higher one stands")
        self.say(night, player, bid)

    def pass_(self, night: Night, command: Command) -> None:
        """`pass`: out of the bidding."""
        _, bidding = self.need_bidding(night)
        player = need_key(command, "player")
        if player != bidding.turn:
            raise Refusal("not_your_turn", f"{bidding.turn} to bid")
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
        hand, bidding = self.need_bidding(night)
        if bidding.calls:
            night.wrong_phase("somebody has spoken")
        player, bid = need_key(command, "player"), read_bid(command)
        if player not in hand.seats:
            raise bad_input("they are not in the hand")
        hand.bidding, hand.bidder, hand.bid = None, player, bid

    def score_hand(self, night: Night, command: Command) -> None:
        """`score_hand`: the bidder's card points."""
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
