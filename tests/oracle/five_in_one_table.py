"""Five in One (rulebook G5): five small games, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.arguments import bad_input, is_odd, need_cards, need_given, need_seats
from tests.oracle.chip_table import ChipHand, ChipTable
from tests.oracle.layout import RANKS, rank_of
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

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

    def part(self, night: Night, command: Command) -> None:
        """`part_result`: chips won and lost at one of three parts."""
        need_seats(night, command)
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

    def cold(self, night: Night, command: Command) -> None:
        """`cold_hand`: the others pay its winner, or those who tie."""
        need_seats(night, command)
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

    def console(self, night: Night, command: Command) -> None:
        """`consolation`: ten cards turned, a payment for each that is the number called."""
        need_seats(night, command)
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
