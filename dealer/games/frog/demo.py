"""Hands of Frog for a demonstration: four of six play, one of them foul, one dead, a bid noted for the wrong player."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.game.bidding import higher_than
from dealer.game.demonstration import PLAYERS, Demonstration, HandsPlay, Shown, pay
from dealer.games.frog.commands import HEARTS, SUITS
from dealer.games.frog.house import BIDS, CHICO, FROG, FrogHouse
from dealer.games.frog.state import ACTIVE, HALF, POINTS, FrogTable

AT_TABLE = 4
"""How many play a hand: the dealer sits out."""
BIDS_AT_ALL = 0.5
"""How often a player bids."""
ONLY_THE_CONTRACT = 4
"""The hand whose bidding is not told."""
FOUL_HAND = 3
DEAD_HAND = 2
AROUND, SPREAD = 66, 14
"""What bidders take on the average, and how far they are mostly from it, in points."""
MOST_LOST = FrogHouse().grand * HALF * (ACTIVE - 1)
"""What a bidder can lose by a hand, in chips."""


class FrogPlay(HandsPlay[FrogTable]):
    """Frog as it is played on one evening."""

    game = FROG

    def round(self, number: int) -> Iterator[Shown]:
        """One hand; yields after its bidding, and when it is scored."""
        # Of six there are always two who wait.
        players = list(PLAYERS)[:AT_TABLE] if number % 2 else list(PLAYERS)[-AT_TABLE:]
        dealer = self._table.dealer_due(players) or players[0]
        self._pay({"do": "start_hand", "game": FROG, "dealer": dealer, "players": players})
        if number == FOUL_HAND:
            self._do({"do": "void_hand", "reason": "a card lay face up"})
            yield self._shown(f"{dealer} misdeals")
            return
        self._bid(number)
        bidding = self._table.bidding
        assert bidding, "a hand is bid"
        if bidding.bid is None:
            yield self._shown("everybody passes")
            return
        yield self._shown(f"{bidding.bidder} plays {bidding.bid}")
        points = min(POINTS, max(0, round(self._random.gauss(AROUND, SPREAD))))
        trumps = [suit for suit in SUITS if (suit == HEARTS) == (bidding.bid != CHICO)]
        scored = {"do": "score_hand", "points": points, "trump": self._random.choice(trumps)}
        pay(self._evening, scored, self._table.active, MOST_LOST * self._table.chip_cents)
        yield self._shown(f"{bidding.bidder} has {points} points")

    def _shown(self, said: str) -> Shown:
        return Shown("hand", self._table.round, max(1, self._table.turn), said)

    def _bid(self, number: int) -> None:
        """What everybody says, until it is over."""
        if number == ONLY_THE_CONTRACT:
            self._do({"do": "contract", "player": self._random.choice(self._table.active), "bid": CHICO})
        while self._table.is_on and self._table.bidding and self._table.bidding.waiting:
            bidding = self._table.bidding
            higher = higher_than(bidding, BIDS)
            if number != DEAD_HAND and self._random.random() < BIDS_AT_ALL:
                self._do({"do": "bid", "player": bidding.turn, "bid": self._random.choice(higher)})
            else:
                self._do({"do": "pass", "player": bidding.turn})


DEMONSTRATION = Demonstration(
    opening={"table": "The Lily Pad", "house": "frog", "roll": 0},
    house_among_others="frog",
    play=FrogPlay,
)
