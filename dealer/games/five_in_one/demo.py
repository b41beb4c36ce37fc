"""Rounds of Five in One for a demonstration: ties, hits, a part noted for the wrong player, a foul round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dealer.game.demonstration import PLAYERS, Demonstration, HandsPlay, Shown
from dealer.games.five_in_one.parts import COLD_HAND, CONSOLATION, PARTS
from dealer.games.five_in_one.playing import COUNTED
from dealer.games.five_in_one.state import FIVE_IN_ONE, FiveInOneTable

TIES = 0.2
"""How often two tie the cold hand."""
PAYMENTS = (0, 2, 3, 4, 6)
"""How many chips change hands in a part of which only that is told."""
FOUL_ROUND = 3
MISHAP = (2, 3)
"""The round and the part whose chips the dealer notes for the wrong player."""


class FiveInOnePlay(HandsPlay[FiveInOneTable]):
    """Five in One as it is played on one evening."""

    game = FIVE_IN_ONE

    def round(self, number: int) -> Iterator[Shown]:
        """One round; yields after every part."""
        dealer = self._table.dealer_due(tuple(PLAYERS)) or next(iter(PLAYERS))
        self._pay({"do": "start_hand", "game": FIVE_IN_ONE, "dealer": dealer})
        if number == FOUL_ROUND:
            self._do({"do": "void_hand", "reason": "the pack had a joker in it"})
            yield Shown("round", self._table.round, 1, f"{dealer} deals, and there is a joker")
            return
        for place, part in enumerate(PARTS, start=1):
            if (number, place) == MISHAP:
                self._pay({"do": "part_result", "part": part, "chips": {"red": 9, "blue": -9}})
                self._do({"do": "void"})
            self._pay(self._brought(part))
            yield Shown("round", self._table.round, place, part.replace("_", " "))

    def _brought(self, part: str) -> dict[str, Any]:
        """What a part brought, as the dealer tells it."""
        if part == COLD_HAND:
            winners = self._random.sample(tuple(PLAYERS), 2 if self._random.random() < TIES else 1)
            return {"do": "cold_hand", "winners": winners}
        if part == CONSOLATION:
            return {"do": "consolation", "cards": self._evening.pack()[:COUNTED]}
        won: Counter[str] = Counter()
        for _ in range(self._random.choice(PAYMENTS)):
            winner, loser = self._random.sample(tuple(PLAYERS), 2)
            won[winner] += 1
            won[loser] -= 1
        return {"do": "part_result", "part": part, "chips": {player: chips for player, chips in won.items() if chips}}


DEMONSTRATION = Demonstration(
    opening={"table": "Variety", "house": "five_in_one", "roll": 0},
    house_among_others="five_in_one",
    play=FiveInOnePlay,
)
