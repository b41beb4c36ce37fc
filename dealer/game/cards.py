"""Cards of a pack of 52: a rank, with the suit if it was recorded (``Qs``, ``10h``, ``Q``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from dealer.commands.fields import RANKS

NUMBER = {rank: number for number, rank in enumerate(RANKS, start=1)}
"""The number of a rank: A is 1, K is 13."""

SUITS = ("s", "h", "d", "c")
RED_SUITS = frozenset("hd")
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards by suit, each suit from the A up."""


@lru_cache(maxsize=128)
def rank_of(card: str) -> str:
    """A card's rank, with or without a suit."""
    return card if card in NUMBER else card[:-1]


def suit_of(card: str) -> str | None:
    """A card's suit letter; ``None`` if it was not recorded."""
    return None if card in NUMBER else card[-1]


def number_of(card: str) -> int:
    """A card's number: A is 1, K is 13."""
    return NUMBER.get(card) or NUMBER[card[:-1]]


def odd_card(cards: Iterable[str], pack: Collection[str] = PACK) -> str | None:
    """The first card that cannot be in the same pack as those before it; ``None`` if all can."""
    seen: set[str] = set()
    left = Counter(map(rank_of, pack))
    for card in cards:
        left[rank_of(card)] -= 1
        if left[rank_of(card)] < 0 or (suit_of(card) and (card in seen or card not in pack)):
            return card
        seen.add(card)
    return None


def is_red(card: str) -> bool:
    """Whether a card is recorded as a heart or diamond."""
    return suit_of(card) in RED_SUITS


def by_rank(pack: Sequence[str]) -> dict[str, int]:
    """How many cards of each rank a pack has, from the ace up."""
    ranks = sorted(map(rank_of, pack), key=number_of)
    return {rank: ranks.count(rank) for rank in ranks}
