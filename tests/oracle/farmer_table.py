"""Farmer (rulebook G3): towards sixteen, for the farm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.arguments import bad_input, is_odd, need_cards, need_key, need_seats
from tests.oracle.chip_table import ChipHand, ChipTable
from tests.oracle.layout import rank_of, suit_of
from tests.oracle.refusal import Command, Refusal
from tests.oracle.state import Night

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

    def show(self, night: Night, command: Command) -> None:
        """`show_hand`: a player's cards."""
        need_seats(night, command)
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

    def settle(self, night: Night, command: Command) -> None:
        """`settle_hand`: the farm is won or stays, and the overdrawn pay."""
        need_seats(night, command)
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
