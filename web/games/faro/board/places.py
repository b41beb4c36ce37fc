"""The layout as the players see it: the tablet's turned by 180°, with cards and checks upright (rulebook 1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from events.frozen import Frozen
from web.games.faro.tablet.spots import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    LOWER_PARTS,
    TRAY,
    TRAY_ROOM,
    UPPER_PARTS,
    Box,
    Parts,
    Spot,
    cards,
    in_tray,
)
from web.games.faro.tablet.stacks import TRAY_ID, Stack
from web.tablet.marks import Mark

_AROUND: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0),),
    ((-14, 0), (14, 0)),
    ((-15, -9), (15, -9), (0, 12)),
    ((-14, -13), (14, -13), (-14, 13), (14, 13)),
    ((-22, -12), (0, -12), (22, -12), (-12, 12), (12, 12)),
    ((-22, -12), (0, -12), (22, -12), (-22, 12), (0, 12), (22, 12)),
)
"""Where up to six stacks lie around a spot's middle: without amounts they may lie close."""
_SMALL_FROM, _SMALL, _LESS, _WHOLE = 5, "0.72", "0.8", "1"


class PaintedCard(Frozen):
    """A card of the layout, in board units."""

    rank: str
    left: float
    top: float
    width: float
    height: float
    parts: Parts

    @property
    def middle(self) -> float:
        """Its middle, across."""
        return self.left + self.width / 2

    def part(self, share: float) -> float:
        """A height on it."""
        return self.top + self.height * share


class Zone(Frozen):
    """A place with words on it, a bet that lies on no card: the tablet's spot, and where the room sees it."""

    spot: Spot
    box: Box
    label_x: float
    label_y: float


class Lying(Frozen):
    """A player's checks as they lie: whose, how high, under which orders; never how much."""

    key: str
    mark: Mark
    name: str
    x: float
    y: float
    scale: str
    discs: int
    coppered: bool
    dead: bool
    badge: str
    caption: str


@cache
def painted_cards() -> tuple[PaintedCard, ...]:
    """The thirteen cards, turned about the middle of the board."""
    turned = [(card, _turned(card.box)) for card in cards()]
    return tuple(
        PaintedCard(
            rank=card.rank,
            left=box.left,
            top=box.top,
            width=box.width,
            height=box.height,
            parts=LOWER_PARTS if card.parts is UPPER_PARTS else UPPER_PARTS,
        )
        for card, box in turned
    )


def zones(spots: Iterable[Spot], busy: frozenset[str]) -> tuple[Zone, ...]:
    """The zones of a house; the words on those where checks lie (``busy``) make room for them."""
    return tuple(_zone(spot, spot.id in busy) for spot in spots if spot.mark == "zone")


def tray() -> Box:
    """Where strings, heeled bets and calls lie."""
    return _turned(TRAY)


def lying(stacks: Sequence[Stack], spots: Iterable[Spot]) -> tuple[Lying, ...]:
    """The checks on the layout; of those in the tray as many as have room."""
    by_id = {spot.id: spot for spot in spots}
    on_card = {f"single-{card.rank}": (card.middle, card.part(card.parts.checks)) for card in painted_cards()}
    crowds: dict[str, list[Stack]] = {}
    for one in stacks:
        crowds.setdefault(one.spot, []).append(one)
    made: dict[str, Lying] = {}
    for where, crowd in crowds.items():
        if where == TRAY_ID:
            made |= {one.key: _lying(one, *in_tray(tray(), at), _LESS) for at, one in enumerate(crowd[:TRAY_ROOM])}
        else:
            spot = by_id[where]
            x, y = on_card.get(where, (BOARD_WIDTH - spot.x, BOARD_HEIGHT - spot.y))
            around = _AROUND[min(len(crowd), len(_AROUND)) - 1]
            for one, (dx, dy) in zip(crowd, around, strict=False):
                made[one.key] = _lying(one, x + dx, y + dy, _scale(spot, len(crowd)))
    return tuple(made[one.key] for one in stacks if one.key in made)


def _scale(spot: Spot, crowd: int) -> str:
    """How much smaller checks are drawn where there is little room or many lie."""
    if crowd >= _SMALL_FROM or spot.mark == "zone":
        return _SMALL
    return _LESS if crowd > 1 else _WHOLE


def more_in_tray(stacks: Iterable[Stack]) -> int:
    """How many stacks of the tray have no room on it."""
    return max(0, sum(one.spot == TRAY_ID for one in stacks) - TRAY_ROOM)


def _turned(box: Box) -> Box:
    return Box(
        left=BOARD_WIDTH - box.left - box.width,
        top=BOARD_HEIGHT - box.top - box.height,
        width=box.width,
        height=box.height,
    )


def _zone(spot: Spot, busy: bool) -> Zone:
    box = _turned(spot.target)
    aside = (BOARD_WIDTH - spot.aside[0], BOARD_HEIGHT - spot.aside[1])
    x, y = aside if busy else (box.middle_x, box.middle_y)
    return Zone(spot=spot, box=box, label_x=x, label_y=y)


def _lying(one: Stack, x: float, y: float, scale: str) -> Lying:
    return Lying(
        key=one.key,
        mark=one.mark,
        name=one.player_name,
        x=round(x, 1),
        y=round(y, 1),
        scale=scale,
        discs=one.discs,
        coppered=one.coppered,
        dead=one.dead,
        badge=one.badge if one.count == 1 else one.signs,
        caption=one.caption,
    )
