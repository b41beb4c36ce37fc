"""The cards still to come as a bet sees them: which are for it, which against, and which are nothing to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from dealer.game.cards import is_red, rank_of
from dealer.games.faro.cards import bit
from dealer.games.faro.layout import coverage
from events.frozen import Frozen
from events.games.faro import Place


class Cover(Frozen, kw_only=False):
    """How many cards of each rank are to win, how many of each to lose, and how many others there are.

    Two cards of one rank and side in a turn are a true split. For the high card, all ranks are of one side.
    """

    to_win: tuple[int, ...]
    to_lose: tuple[int, ...]
    others: int

    @property
    def winning(self) -> int:
        """How many cards are to win."""
        return sum(self.to_win)

    @property
    def losing(self) -> int:
        """How many cards are to lose."""
        return sum(self.to_lose)

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return self.winning + self.losing + self.others

    def draws(self) -> Iterator[tuple[int, Cover, bool]]:
        """What one card more out of the box leaves: of how many cards, and whether they are of those to win."""
        for cards, number in Counter(self.to_win).items():
            yield number * cards, replace(self, to_win=_one_less(self.to_win, cards)), True
        for cards, number in Counter(self.to_lose).items():
            yield number * cards, replace(self, to_lose=_one_less(self.to_lose, cards)), False
        if self.others:
            yield self.others, replace(self, others=self.others - 1), False


def _one_less(counts: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """The counts with one card less of a rank that has so many."""
    at = counts.index(cards)
    return tuple(sorted((*counts[:at], *((cards - 1,) if cards > 1 else ()), *counts[at + 1 :])))


def cover_of(place: Place, coppered: bool, cards: Iterable[str]) -> Cover:
    """The cards to come as a bet sees them; they need their suits where the bet is on colours."""
    won, lost = Counter[str](), Counter[str]()
    others = 0
    for card in cards:
        side = _side_of(place, card)
        if side is None:
            others += 1
        else:
            (won if side != coppered else lost)[rank_of(card)] += 1
    return Cover(tuple(sorted(won.values())), tuple(sorted(lost.values())), others)


def _side_of(place: Place, card: str) -> bool | None:
    """Whether a card is to win or to lose in an open bet, or is nothing to it."""
    if place.kind == "high_card":
        return True
    if place.kind == "colors":
        return is_red(card) == (place.choice == "red")
    covered, rank = coverage(place), bit(rank_of(card))
    if rank & (covered.winner_for or covered.loser_for):
        return True
    return False if rank & covered.every else None
