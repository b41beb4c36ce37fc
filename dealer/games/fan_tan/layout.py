"""The layout of a Fan-Tan hand: four suits, each opened by one rank and built up to the K and down to the A."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, number_of, rank_of
from events.frozen import Frozen

LOWEST, HIGHEST = 1, 13


def suit_of(card: str) -> str:
    """A card's suit letter, which every card of Fan-Tan has."""
    return card[-1]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by suit (spades, hearts, diamonds, clubs), each suit from the A up."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


_PLACE = {card: place for place, card in enumerate(PACK)}


def has_suit(card: str) -> bool:
    """Whether a card's suit was noted."""
    return card in _PLACE


class Layout(Frozen, kw_only=False, gc=False):
    """What lies: ``openers`` are the ranks that may open a suit now; ``runs`` the lowest and highest card of each suit.

    In a five-or-nine house both ranks open until the first lies, then only that one. ``first`` is the one card that
    can lie first, or "" where any opener can.
    """

    openers: tuple[str, ...] = ("7",)
    runs: dict[str, tuple[int, int]] = field(default_factory=dict)
    first: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether no card lies yet."""
        return not self.runs

    def holds(self, card: str) -> bool:
        """Whether a card lies already."""
        run = self.runs.get(suit_of(card))
        return run is not None and run[0] <= number_of(card) <= run[1]

    def opens(self, card: str) -> bool:
        """Whether a card would open its suit now."""
        if self.first and self.is_empty:
            return card == self.first
        return suit_of(card) not in self.runs and rank_of(card) in self.openers

    def takes(self, card: str) -> bool:
        """Whether a card can be laid now."""
        run = self.runs.get(suit_of(card))
        return self.opens(card) if run is None else number_of(card) in (run[0] - 1, run[1] + 1)

    def playable(self) -> tuple[str, ...]:
        """Every card that can be laid now, whoever holds it."""
        return tuple(card for card in PACK if self.takes(card))

    def lay(self, card: str) -> Layout:
        """The layout with one more card, which it takes."""
        suit, number = suit_of(card), number_of(card)
        run, openers = self.runs.get(suit), self.openers
        if run is None:
            run, openers = (number, number), (rank_of(card),)
        elif number < run[0]:
            run = (number, run[1])
        elif number > run[1]:
            run = (run[0], number)
        return Layout(openers, {**self.runs, suit: run}, self.first)

    def laying(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order in which they go down, as many as the layout takes one after the other.

        Of several that it takes the first in order: a five before a nine, where either may open.
        """
        layout, left, going = self, list(in_order(cards)), list[str]()
        if len(left) == 1:
            return tuple(filter(self.takes, left))
        while card := next(filter(layout.takes, left), ""):
            left.remove(card)
            going.append(card)
            if left:
                layout = layout.lay(card)
        return tuple(going)

    @staticmethod
    def neighbours(opener: str) -> tuple[str, str]:
        """The card below an opener and the one above it."""
        number, suit = number_of(opener), suit_of(opener)
        return RANKS[number - 2] + suit, RANKS[number] + suit
