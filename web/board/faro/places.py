"""The layout as the players see it: the tablet's turned by 180°, with cards and checks upright (rulebook 1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from web.tablet.faro.spots import BOARD_HEIGHT, BOARD_WIDTH, TRAY, Box, Spot, cards
from web.tablet.faro.stacks import TRAY_ID, Stack
from web.tablet.marks import Mark

_TRAY_ROOM = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintedCard:
    """A card of the layout, in board units."""

    rank: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A place with words on it: a bet that lies on no card."""

    id: str
    left: float
    top: float
    width: float
    height: float
    caption: str
    label: str
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
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


def painted_cards() -> tuple[PaintedCard, ...]:
    """The thirteen cards, turned about the middle of the board."""
    turned = [(card.rank, _turned(card.box)) for card in cards()]
    return tuple(
        PaintedCard(rank=rank, left=box.left, top=box.top, width=box.width, height=box.height) for rank, box in turned
    )


def zones(spots: Iterable[Spot], busy: frozenset[str]) -> tuple[Zone, ...]:
    """The zones of a house; the words on those where checks lie (``busy``) make room for them."""
    return tuple(_zone(spot, spot.id in busy) for spot in spots if spot.mark == "zone")


def tray() -> Box:
    """Where strings, heeled bets and calls lie."""
    left, top, width, height = TRAY
    return _turned(Box(left=left, top=top, width=width, height=height))


def lying(stacks: Sequence[Stack], spots: Iterable[Spot]) -> tuple[Lying, ...]:
    """The checks on the layout; of those in the tray as many as have room."""
    by_id = {spot.id: spot for spot in spots}
    in_tray = [one for one in stacks if one.spot == TRAY_ID]
    places = {one.key: _in_tray(at) for at, one in enumerate(in_tray[:_TRAY_ROOM])}
    for one in stacks:
        if one.spot in by_id:
            spot = by_id[one.spot]
            places[one.key] = (BOARD_WIDTH - spot.x - one.dx, BOARD_HEIGHT - spot.y - one.dy)
    return tuple(_lying(one, *places[one.key]) for one in stacks if one.key in places)


def more_in_tray(stacks: Iterable[Stack]) -> int:
    """How many stacks of the tray have no room on it."""
    return max(0, sum(one.spot == TRAY_ID for one in stacks) - _TRAY_ROOM)


def _turned(box: Box) -> Box:
    return Box(
        left=BOARD_WIDTH - box.left - box.width,
        top=BOARD_HEIGHT - box.top - box.height,
        width=box.width,
        height=box.height,
    )


def _zone(spot: Spot, busy: bool) -> Zone:
    box = _turned(spot.target)
    middle = (box.left + box.width / 2, box.top + box.height / 2)
    aside = (BOARD_WIDTH - spot.aside[0], BOARD_HEIGHT - spot.aside[1])
    x, y = aside if busy else middle
    return Zone(
        id=spot.id,
        left=box.left,
        top=box.top,
        width=box.width,
        height=box.height,
        caption=spot.caption,
        label=spot.label,
        label_x=x,
        label_y=y,
    )


def _in_tray(at: int) -> tuple[float, float]:
    box = tray()
    return box.left + box.width * (0.27 + 0.46 * (at % 2)), box.top + box.height * (0.24 + 0.48 * (at // 2))


def _lying(one: Stack, x: float, y: float) -> Lying:
    return Lying(
        key=one.key,
        mark=one.mark,
        name=one.player_name,
        x=round(x, 1),
        y=round(y, 1),
        scale=one.scale,
        discs=one.discs,
        coppered=one.coppered,
        dead=one.dead,
        badge=one.badge,
        caption=one.caption,
    )
