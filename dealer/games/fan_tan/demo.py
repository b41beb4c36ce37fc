"""Hands of Fan-Tan for a demonstration: occasional wrong passes, a correction, a foul hand, penalties."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from dealer.game.cards import rank_of
from dealer.game.demonstration import DEMO_PLAYERS, Demonstration, HandsPlay, Shown
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable, Hand

KEEPS = 0.04
"""How often a player passes with a playable card."""
TAKES = 0.75
"""How often the dealer takes a proved penalty."""
FOUL_HAND = 3
MISHAP = (2, 11)
"""The hand and turn in which the dealer records a pass by mistake."""


class FanTanPlay(HandsPlay[FanTanTable]):
    """Fan-Tan as played in a demonstration."""

    game = FAN_TAN

    def round(self, number: int) -> Iterator[Shown]:
        """Play a hand; yields after every turn."""
        seats = tuple(DEMO_PLAYERS)
        self._pay({"do": "start_hand", "game": FAN_TAN, "dealer": seats[(number - 1) % len(seats)]}, seats)
        held = self._dealt()
        while self._hand.winner is None:
            text = self._turn(held)
            turn = len(self._hand.turns)
            if (number, turn) == MISHAP:
                self._mishap()
            yield Shown("hand", number, turn, text)
            if number == FOUL_HAND and turn == len(seats):
                self._do({"do": "void_hand", "reason": "the ten of clubs lay under the table"})
                return
        self._settle(held)

    @property
    def _hand(self) -> Hand:
        hand = self._table.hand
        if hand is None:
            raise AssertionError("no hand of the demonstration is on")
        return hand

    def _dealt(self) -> dict[str, list[str]]:
        """A pack dealt out card by card, from the dealer's left."""
        held: dict[str, list[str]] = {player: [] for player in self._hand.players}
        for card, player in zip(self._evening.pack(), cycle(self._hand.players), strict=False):
            held[player].append(card)
        return held

    def _turn(self, held: dict[str, list[str]]) -> str:
        """Play a turn; returns its sentence."""
        player = self._hand.on_turn
        able = [card for card in held[player] if self._hand.layout.takes(card)]
        if not able or self._random.random() < KEEPS:
            self._pay({"do": "pass", "player": player}, (player,))
            return f"{player} passes"
        cards = self._chosen(able)
        self._do({"do": "lay", "player": player, "cards": cards})
        for card in cards:
            held[player].remove(card)
        return f"{player} lays {' '.join(cards)}"

    def _chosen(self, able: list[str]) -> list[str]:
        """A playable card; with an opener its fellows too, if the house allows it."""
        card = self._random.choice(able)
        if not (self._table.house.several_openers and self._hand.layout.opens(card)):
            return [card]
        return [other for other in able if self._hand.layout.opens(other) and rank_of(other) == rank_of(card)]

    def _mishap(self) -> None:
        """The dealer records a pass too many, and takes it back."""
        self._pay({"do": "pass", "player": self._hand.on_turn}, (self._hand.on_turn,))
        self._do({"do": "void"})

    def _settle(self, held: dict[str, list[str]]) -> None:
        """Show the hands, take or waive penalties, and pay the winner."""
        for player in self._hand.to_show:
            self._do({"do": "show_hand", "player": player, "cards": held[player]})
        self._do({"do": "end_hand"})
        for proof in self._hand.proved:
            if self._random.random() < TAKES:
                self._pay({"do": "take_penalty", "player": proof.player, "turn": proof.turn}, (proof.player,))
        self._pay({"do": "settle_hand"}, self._hand.players)


DEMONSTRATION = Demonstration(
    opening={"table": "Parliament Nº 2", "house": "antes", "roll": 0},
    house_among_others={"preset": "encyclopedia", "wrong_pass": 3, "wrong_pass_opener": 5},
    play=FanTanPlay,
)
