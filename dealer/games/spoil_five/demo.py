"""Hands of Spoil Five for a demonstration: pools spoilt, won and ventured, a revoke, a foul hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dealer.game.demonstration import PLAYERS, Demonstration, HandsPlay, Shown
from dealer.games.spoil_five.scoring import ALL_FIVE, WINS
from dealer.games.spoil_five.state import SPOIL_FIVE, SpoilFiveTable

REVOKES = 0.12
"""How often a player is found to have revoked."""
LEADS_AGAIN = 0.4
"""How often who took a trick takes the next one too."""
GOES_ON = 0.6
"""How often who has the first three tricks ventures them for all five."""
FOUL_HAND = 3


class SpoilFivePlay(HandsPlay[SpoilFiveTable]):
    """Spoil Five as it is played on one evening."""

    game = SPOIL_FIVE

    def round(self, number: int) -> Iterator[Shown]:
        """One hand; yields when a hand in it dies, and when it is scored."""
        dealer = self._table.dealer_due(tuple(PLAYERS)) or next(iter(PLAYERS))
        self._pay({"do": "start_hand", "game": SPOIL_FIVE, "dealer": dealer})
        if number == FOUL_HAND:
            yield self._shown(f"{dealer} misdeals")
            self._do({"do": "void_hand", "reason": "six cards were dealt to one"})
            return
        if self._random.random() < REVOKES:
            player = self._random.choice(self._table.live)
            self._do({"do": "kill_hand", "player": player, "why": "revoke"})
            yield self._shown(f"{player} has revoked")
        tricks, went_on = self._played()
        self._pay({"do": "score_hand", "tricks": tricks, "went_on": went_on})
        yield self._shown("tricks: " + ", ".join(f"{player} {taken}" for player, taken in tricks.items()))

    def _shown(self, said: str) -> Shown:
        return Shown("hand", self._table.round, max(1, self._table.turn), said)

    def _played(self) -> tuple[dict[str, int], bool]:
        """Tricks until somebody has won the pool, or to the fifth, and whether somebody went on."""
        tricks: Counter[str] = Counter()
        last, went_on = "", False
        while tricks.total() < ALL_FIVE:
            taker = last if last and self._random.random() < LEADS_AGAIN else self._random.choice(self._table.live)
            tricks[taker] += 1
            last = taker
            if tricks[taker] == WINS and not went_on:
                went_on = tricks.total() == WINS and self._random.random() < GOES_ON
                if not went_on:
                    break
        return dict(tricks), went_on


DEMONSTRATION = Demonstration(
    opening={"table": "The Pool", "house": "spoil_five", "roll": 0},
    house_among_others="spoil_five",
    play=SpoilFivePlay,
)
