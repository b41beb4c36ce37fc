"""The pack of a deal of Pharo, dealt from the hand: 52 cards, the bottom one shown before the first coup."""

from __future__ import annotations

from dealer.commands.phrases import Cards
from dealer.commands.refusal import Refusal
from dealer.game.cards import rank_of, suit_of
from events.frozen import Frozen

PACK_CARDS = 52
COUPS = PACK_CARDS // 2
"""How many coups a deal has."""


class Pack(Frozen, kw_only=False, gc=False):
    """The bottom card, "" until it is shown, and the cards dealt so far, and their ranks."""

    bottom: str = ""
    dealt: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()

    def after(self, *cards: str) -> Pack:
        """The pack after more cards are dealt."""
        return Pack(self.bottom, self.dealt + cards, self.ranks + tuple(map(rank_of, cards)))

    def out(self, rank: str) -> int:
        """How many cards of a rank are dealt; the bottom card is not until it comes."""
        return self.ranks.count(rank)

    def left(self, rank: str) -> int:
        """How many cards of a rank are still to be dealt, the bottom card among them."""
        return 4 - self.out(rank)

    def are_dead(self, ranks: tuple[str, ...]) -> bool:
        """Whether all cards of all these ranks are dealt."""
        return not any(map(self.left, ranks))

    def check(self, card: str) -> None:
        """Refuse (``odd_card``) a card that cannot come next out of this pack."""
        rank, last = rank_of(card), len(self.dealt) == PACK_CARDS - 1
        if suit_of(card) and card in self.dealt:
            raise Refusal("odd_card", "The %(card)s is out already.", card=Cards((card,)))
        if last and not _may_be(card, self.bottom):
            raise Refusal(
                "odd_card",
                "The last card is the one that was shown at the bottom, the %(bottom)s, not the %(card)s.",
                bottom=Cards((self.bottom,)),
                card=Cards((card,)),
            )
        if last:
            return
        if suit_of(card) and card == self.bottom:
            raise Refusal("odd_card", "The %(card)s is at the bottom and comes last.", card=Cards((card,)))
        if self.out(rank) + (rank == rank_of(self.bottom)) >= 4:
            raise Refusal(
                "odd_card",
                "Four cards of the %(rank)s have been seen; the %(card)s would be a fifth.",
                rank=rank,
                card=Cards((card,)),
            )


def _may_be(card: str, bottom: str) -> bool:
    """Whether a card may be the one that was shown at the bottom: of its rank, and its suit where both are noted."""
    suits = {suit_of(card), suit_of(bottom)} - {None}
    return rank_of(card) == rank_of(bottom) and len(suits) < 2
