"""The box that cards are dealt from (rulebook 1.1). Only the rank counts, save for bets on colours."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.commands.phrases import Cards
from dealer.commands.refusal import Refusal
from dealer.game.cards import NUMBER, number_of, rank_of, suit_of
from events.frozen import Frozen


def bit(rank: str) -> int:
    """A rank as one bit of a mask."""
    return 1 << NUMBER[rank]


def mask(ranks: tuple[str, ...]) -> int:
    """A set of ranks as a mask of bits."""
    total = 0
    for rank in ranks:
        total |= bit(rank)
    return total


class Box(Frozen, kw_only=False, gc=False):
    """The cards exposed so far in a deal, and how many of each rank (indexed by rank number, 0 unused)."""

    exposed: tuple[str, ...] = ()
    counts: tuple[int, ...] = (0,) * 14

    def expose(self, card: str) -> Box:
        """The box after one more card is shown."""
        number = number_of(card)
        counts = list(self.counts)
        counts[number] += 1
        return Box((*self.exposed, card), tuple(counts))

    def odd(self, card: str) -> Refusal | None:
        """Why a card cannot come out of this pack (``odd_card``); ``None`` where it can."""
        rank = rank_of(card)
        if len(self.exposed) >= 52:
            return Refusal("odd_card", "All 52 cards are out; the %(card)s is a 53rd.", card=Cards((card,)))
        if self.counts[NUMBER[rank]] >= 4:
            return Refusal(
                "odd_card",
                "Four cards of the %(rank)s are out; the %(card)s would be a fifth.",
                rank=rank,
                card=Cards((card,)),
            )
        if suit_of(card) and card in self.exposed:
            return Refusal("odd_card", "The %(card)s is out already.", card=Cards((card,)))
        return None

    def left(self, rank: str) -> int:
        """How many cards of a rank are still in the box."""
        return 4 - self.counts[NUMBER[rank]]

    @property
    def dead(self) -> int:
        """The mask of ranks all of whose cards are out."""
        total = 0
        for number, count in enumerate(self.counts):
            if count == 4:
                total |= 1 << number
        return total

    @property
    def cards_left(self) -> int:
        """How many cards are still in the box."""
        return 52 - len(self.exposed)

    def ranks_left(self) -> tuple[str, ...]:
        """The ranks of the cards still in the box, in order, one for each card."""
        return tuple(rank for rank in RANKS for _ in range(self.left(rank)))
