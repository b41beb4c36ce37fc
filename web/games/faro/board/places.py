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
    TRAY_PILES,
    UPPER_PARTS,
    Box,
    Parts,
    Spot,
    cards,
    in_tray,
)
from web.games.faro.tablet.stacks import TRAY_ID, Stack
from web.tablet.marks import Mark

_AROUND: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-14, 0), (14, 0)),
    ((-15, -9), (15, -9), (0, 12)),
    ((-14, -13), (14, -13), (-14, 13), (14, 13)),
    ((-22, -12), (0, -12), (22, -12), (-12, 12), (12, 12)),
)
"""Where up to five stacks lie around a spot's middle: without amounts they may lie close."""
_ROW, _ROW_WIDTH, _ROW_Y = 3, 50, 12
"""More lie in two rows so wide, from the middle of the first check to that of the last, so far above and below."""
_SMALL_FROM, _SMALLEST, _SMALL, _LESS, _WHOLE = 5, "0.62", "0.72", "0.8", "1"


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
    """The checks on the layout, all of them."""
    by_id = {spot.id: spot for spot in spots}
    on_card = {f"single-{card.rank}": (card.middle, card.part(card.parts.checks)) for card in painted_cards()}
    crowds: dict[str, list[Stack]] = {}
    for one in stacks:
        crowds.setdefault(one.spot, []).append(one)
    made: dict[str, Lying] = {}
    for where, crowd in crowds.items():
        if where == TRAY_ID and len(crowd) <= TRAY_PILES:
            made |= {one.key: _lying(one, *in_tray(tray(), at), _LESS) for at, one in enumerate(crowd)}
        else:
            x, y = _middle_of(by_id[where], on_card) if where != TRAY_ID else (tray().middle_x, tray().middle_y)
            scale = _scale(by_id.get(where), len(crowd))
            for one, (dx, dy) in zip(crowd, _around(len(crowd)), strict=True):
                made[one.key] = _lying(one, x + dx, y + dy, scale)
    return tuple(made[one.key] for one in stacks)


def _middle_of(spot: Spot, on_card: dict[str, tuple[float, float]]) -> tuple[float, float]:
    return on_card.get(spot.id, (BOARD_WIDTH - spot.x, BOARD_HEIGHT - spot.y))


def _around(count: int) -> tuple[tuple[float, float], ...]:
    """Where so many stacks lie around a spot's middle, in board units; of many each lies on the next."""
    if count <= len(_AROUND):
        return _AROUND[count - 1]
    columns = -(-count // 2)
    step = _ROW_WIDTH / max(columns - 1, _ROW - 1)
    places = (divmod(at, columns) for at in range(count))
    return tuple(((column - (columns - 1) / 2) * step, (row * 2 - 1) * _ROW_Y) for row, column in places)


def _scale(spot: Spot | None, crowd: int) -> str:
    """How much smaller checks are drawn where there is little room or many lie."""
    if crowd > 2 * _ROW:
        return _SMALLEST
    if crowd >= _SMALL_FROM or spot is None or spot.mark == "zone":
        return _SMALL
    return _LESS if crowd > 1 else _WHOLE


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
        caption=one.caption if one.count <= TRAY_PILES else "",
    )
