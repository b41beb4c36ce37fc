"""The places of a Fan-Tan layout: thirteen a suit from the A up to the K, in units of the drawing."""

from __future__ import annotations

from collections.abc import Collection

from dealer.commands.fields import RANKS
from dealer.game.cards import SUITS, rank_of
from dealer.games.fan_tan.layout import Layout
from events.frozen import Frozen
from reports.words.cards import SUIT_NAMES

WIDTH, HEIGHT = 1360, 700
CARD_WIDTH, CARD_HEIGHT = 90, 152
_LEFT, _ACROSS = 78, 98.5
_TOP, _DOWN = 10, 176


class Place(Frozen):
    """One card's place: ``lies`` where the card does, ``last`` where it was laid last, ``next`` where it fits now."""

    card: str
    rank: str
    x: float
    lies: bool
    last: bool
    next: bool


class SuitRow(Frozen):
    """One suit's row of places."""

    suit: str
    name: str
    y: float
    places: tuple[Place, ...]

    @property
    def said(self) -> str:
        """The row in words."""
        lying = [place.rank for place in self.places if place.lies]
        if not lying:
            return f"{self.name}: not opened"
        return f"{self.name}: {lying[0]}" if len(lying) == 1 else f"{self.name}: {lying[0]} to {lying[-1]}"


def suit_rows(layout: Layout, last: Collection[str], *, shows_next: bool) -> tuple[SuitRow, ...]:
    """The four rows; ``last`` are the cards laid last, ``shows_next`` says whether what fits now is marked."""
    return tuple(
        SuitRow(
            suit=suit,
            name=SUIT_NAMES[suit],
            y=_TOP + _DOWN * row,
            places=tuple(
                Place(
                    card=card,
                    rank=rank_of(card),
                    x=_LEFT + _ACROSS * column,
                    lies=layout.holds(card),
                    last=card in last,
                    next=shows_next and layout.takes(card),
                )
                for column, card in enumerate(rank + suit for rank in RANKS)
            ),
        )
        for row, suit in enumerate(SUITS)
    )
