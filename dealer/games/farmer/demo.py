"""Hands of Farmer for a demonstration: players who draw boldly or timidly, a card noted wrongly, a foul hand."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.game.demonstration import PLAYERS, Demonstration, HandsPlay, Shown
from dealer.games.farmer.cards import PACK, SIXTEEN, points_of
from dealer.games.farmer.state import FARMER, FarmerTable

STANDS_AT = (12, 15)
"""The fewest points at which the most timid and the boldest player stand."""
FOUL_HAND = 3
MISHAP = (2, 4)
"""The hand and the showing at which the dealer notes a card too few."""


class FarmerPlay(HandsPlay[FarmerTable]):
    """Farmer as it is played on one evening."""

    game = FARMER

    def round(self, number: int) -> Iterator[Shown]:
        """One hand; yields after each that is shown."""
        seats = tuple(PLAYERS)
        dealer = self._table.farmer_due or seats[0]
        self._pay({"do": "start_hand", "game": FARMER, "dealer": dealer})
        for player, cards in self._dealt().items():
            if (number, self._table.turn + 1) == MISHAP:
                self._do({"do": "show_hand", "player": player, "cards": [*cards[:-1], "8s"]})
                self._do({"do": "show_hand", "player": player, "cards": cards[:-1]})
            self._do({"do": "show_hand", "player": player, "cards": cards})
            counted = points_of(cards)
            said = f"{player} shows {' '.join(cards)}, {counted}" + ("!" if counted == SIXTEEN else "")
            yield Shown("hand", self._table.round, self._table.turn, said)
            if number == FOUL_HAND and self._table.turn == len(seats) // 2:
                self._do({"do": "void_hand", "reason": "a card was dealt face up"})
                return
        self._pay({"do": "settle_hand"})

    def _dealt(self) -> dict[str, list[str]]:
        """Two cards to each, from the farmer's left, and as many more as each likes."""
        pack = [card for card in self._evening.pack() if card in PACK]
        held = {}
        for player in self._table.players:
            stands_at = self._random.randint(*STANDS_AT)
            held[player] = [pack.pop(), pack.pop()]
            while points_of(held[player]) < stands_at:
                held[player].append(pack.pop())
        return held


DEMONSTRATION = Demonstration(
    opening={"table": "The Farm", "house": "farm", "roll": 0},
    house_among_others="farm",
    play=FarmerPlay,
)
