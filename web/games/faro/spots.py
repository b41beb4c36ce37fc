"""The places for checks on the tablet's layout, seen from the dealer's side (rulebook 1.2, 1.3)."""

from __future__ import annotations

import json
from functools import cache
from math import inf

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.games.faro.layout import BOTTOM_ROW, SEVEN, TOP_ROW, name_of
from events.frozen import Frozen
from events.games.faro import Place
from web.games.faro.crowding import Ground

BOARD_WIDTH, BOARD_HEIGHT = 900, 452
UPPER, LOWER = tuple(reversed(BOTTOM_ROW)), tuple(reversed(TOP_ROW))
"""The rows from the dealer's left; the king's row is the far row."""

COLUMN_X = tuple(116 + 118 * column for column in range(6))
CARD_WIDTH, CARD_HEIGHT = 88, 140
UPPER_TOP, LOWER_TOP, SEVEN_TOP = 26, 222, 124
SEVEN_X = 826
MIDDLE_Y = 194


class Parts(Frozen):
    """The positions of a card's parts, as shares of its height, so that they do not overlap.

    Figures and corners reach over its outer edge.
    """

    rank: float
    checks: float
    state: float
    drawn: float


UPPER_PARTS = Parts(rank=0.245, checks=0.57, state=0.805, drawn=0.925)
LOWER_PARTS = Parts(rank=0.375, checks=0.665, state=0.195, drawn=0.075)
"""The parts of a card whose outer edge is its upper or its lower edge."""


class Box(Frozen):
    """A rectangle on the board, in board units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle_x(self) -> float:
        """The x of its middle."""
        return self.left + self.width / 2

    @property
    def middle_y(self) -> float:
        """The y of its middle."""
        return self.top + self.height / 2


TRAY = Box(left=800, top=276, width=92, height=108)
"""The place of strings, heeled bets and calls."""

TRAY_PILES = 4
"""The most stacks that lie there as checks."""
_TRAY_COLUMN_PX, _TRAY_TO_EDGE_PX = 33, 24
"""On the smallest tablet: the distance of its second column from the first, and of the cloth's edge from the second."""
LEAST_UNIT_PX, LEAST_UNIT_DOWN_PX = 0.79, 0.96
"""The pixels of a board unit across and down, on the smallest tablet."""
TRAY_ROOM_PX = TRAY.width * LEAST_UNIT_PX
"""The width for more stacks there, slim or heaped."""
BAR_TOP = 394
_OVER_ZONE_PX = 8
"""How much wider than a zone its stacks may be without hiding letters of the next zone."""
_ZONE_CHECKS = 0.77
"""The position of checks beside a zone's words, as a share of its width."""


class Spot(Frozen, eq=False):
    """A place that can be touched: its name, the command's arguments, its touch area and the place for checks.

    ``place`` is what a bet there covers, as far as ranks are painted there. ``mark`` names the drawing that stands
    there while it is empty; ``caption`` and ``label`` are written on zones, in the middle, and at ``aside`` once checks
    lie there. ``ground`` says where there is room for several stacks. Each is built once.
    """

    id: str
    name: str
    place: Place
    arguments: str
    target: Box
    x: float
    y: float
    mark: str = ""
    caption: str = ""
    label: str = ""
    aside: tuple[float, float] = (0, 0)
    ground: Ground = Ground.GAP

    @property
    def room(self) -> float:
        """The width for slim stacks, in pixels: a zone has neighbours."""
        return self.target.width * LEAST_UNIT_PX + _OVER_ZONE_PX if self.ground is Ground.ZONE else inf

    @property
    def room_beside(self) -> float:
        """The width for an amount beside a zone's words, in pixels."""
        return 2 * self.target.width * LEAST_UNIT_PX * (1 - _ZONE_CHECKS) + _OVER_ZONE_PX


class Card(Frozen, eq=False):
    """A painted card of the layout; each is built once."""

    rank: str
    box: Box

    @property
    def parts(self) -> Parts:
        """The positions of its parts; the seven is drawn like the dealer's far row."""
        return LOWER_PARTS if self.box.top == LOWER_TOP else UPPER_PARTS

    def part(self, share: float) -> float:
        """The y of a share of its height."""
        return self.box.top + self.box.height * share


def across(units: float) -> str:
    """Board units as a percentage of the board's width."""
    return f"{units / BOARD_WIDTH * 100:.3f}%"


def down(units: float) -> str:
    """Board units as a percentage of the board's height."""
    return f"{units / BOARD_HEIGHT * 100:.3f}%"


def aside_in_tray(at: int, plate: float) -> float:
    """How far left a stack of the tray is moved, in pixels, so that amounts of that width fit side by side."""
    right = min(0, _TRAY_TO_EDGE_PX - plate / 2)
    return right if at % 2 else min(0, right + _TRAY_COLUMN_PX - plate)


def in_tray(tray: Box, at: int) -> tuple[float, float]:
    """The position of one of up to four stacks in the tray, the first two above; ``at`` counts from 0."""
    return tray.left + tray.width * (0.27 + 0.46 * (at % 2)), tray.top + tray.height * (0.24 + 0.48 * (at // 2))


def spot_id(place: Place) -> str | None:
    """The id of a bet's spot; ``None`` for strings and heeled bets, which lie in the tray."""
    if place.kind in ("string", "heeled"):
        return None
    if place.kind in ("row", "parity_string", "side", "colors", "parity"):
        return "-".join(part for part in (place.kind, place.card, place.choice) if part)
    if place.kind in ("pot", "high_card"):
        return place.kind
    return "-".join((place.kind, *place.ranks))


@cache
def cards() -> tuple[Card, ...]:
    """The thirteen painted cards."""
    tops = [(rank, x, UPPER_TOP) for rank, x in zip(UPPER, COLUMN_X, strict=True)]
    tops += [(rank, x, LOWER_TOP) for rank, x in zip(LOWER, COLUMN_X, strict=True)]
    tops.append((SEVEN, SEVEN_X, SEVEN_TOP))
    return tuple(
        Card(rank=rank, box=Box(left=x - CARD_WIDTH / 2, top=top, width=CARD_WIDTH, height=CARD_HEIGHT))
        for rank, x, top in tops
    )


@cache
def spots(kinds: tuple[str, ...]) -> tuple[Spot, ...]:
    """Every spot of a house that takes these kinds of bet; spots on top of others come last."""
    all_spots = [*_singles(), *_splits(), *_figures(), *_inner_and_outer_corners(), _pot()]
    taken = [spot for spot in all_spots if spot.id.split("-")[0] in kinds]
    return (*taken, *_rows(kinds), *_colors(kinds), *_bar(kinds))


def _spot(place: Place, target: Box, x: float, y: float, ground: Ground = Ground.GAP, *, mark: str = "") -> Spot:
    ident = spot_id(place)
    if ident is None:
        raise AssertionError("only places on the layout have spots")
    return Spot(
        id=ident,
        name=name_of(place),
        place=place,
        arguments=json.dumps(_arguments(place), separators=(",", ":")),
        target=target,
        x=x,
        y=y,
        mark=mark,
        ground=ground,
    )


def _arguments(place: Place) -> dict[str, object]:
    match place.kind:
        case "pot" | "high_card":
            return {"kind": place.kind}
        case "row":
            return {"kind": place.kind, "row": place.choice}
        case "parity_string":
            return {"kind": place.kind, "parity": place.choice}
        case "side" | "colors":
            return {"kind": place.kind, "win": place.choice}
        case "parity":
            return {"kind": place.kind, "card": place.card, "parity": place.choice}
        case _:
            return {"kind": place.kind, "ranks": list(place.ranks)}


def _ranks(kind: str, *ranks: str) -> Place:
    """A place on ranks, in the order of the rules."""
    return Place(kind=kind, ranks=tuple(sorted(ranks, key=RANKS.index)))


def _around(x: float, y: float, width: float = 56, height: float = 44) -> Box:
    return Box(left=x - width / 2, top=y - height / 2, width=width, height=height)


def _singles() -> list[Spot]:
    placed = []
    upper_y, lower_y = UPPER_TOP + CARD_HEIGHT * UPPER_PARTS.checks, LOWER_TOP + CARD_HEIGHT * LOWER_PARTS.checks
    for column, (upper, lower) in enumerate(zip(UPPER, LOWER, strict=True)):
        x, at_an_end = COLUMN_X[column], column in (0, 5)
        upper_top, lower_end = (UPPER_TOP, 362) if at_an_end else (48, 340)
        far = Box(left=x - 31, top=upper_top, width=62, height=172 - upper_top)
        near = Box(left=x - 31, top=216, width=62, height=lower_end - 216)
        placed.append(_spot(_ranks("single", upper), far, x, upper_y, Ground.UPPER_CARD))
        placed.append(_spot(_ranks("single", lower), near, x, lower_y, Ground.LOWER_CARD))
    seven = Box(left=793, top=SEVEN_TOP, width=77, height=CARD_HEIGHT)
    seven_y = SEVEN_TOP + CARD_HEIGHT * UPPER_PARTS.checks
    placed.append(_spot(_ranks("single", SEVEN), seven, SEVEN_X, seven_y, Ground.SEVEN))
    return placed


def _splits() -> list[Spot]:
    placed = []
    for column, (upper, lower) in enumerate(zip(UPPER, LOWER, strict=True)):
        x = COLUMN_X[column]
        placed.append(
            _spot(_ranks("split", upper, lower), _around(x, MIDDLE_Y, 62), x, MIDDLE_Y, Ground.MIDDLE, mark="upright")
        )
    for column in range(5):
        x = COLUMN_X[column] + 59
        far, near = Box(left=x - 28, top=48, width=56, height=80), Box(left=x - 28, top=260, width=56, height=80)
        placed.append(_spot(_ranks("split", *UPPER[column : column + 2]), far, x, 88, mark="pair"))
        placed.append(_spot(_ranks("split", *LOWER[column : column + 2]), near, x, 300, mark="pair"))
    x = COLUMN_X[5] + 59
    for other, below, mark in (("8", -1, "falling"), ("6", 1, "rising")):
        target, y = _around(x, MIDDLE_Y + 44 * below), MIDDLE_Y + 46 * below
        placed.append(_spot(_ranks("split", other, SEVEN), target, x, y, Ground.BESIDE_SEVEN, mark=mark))
    return placed


def _figures() -> list[Spot]:
    placed = []
    # The checks lie a little inward, clear of the board's edge and the bar's words.
    edges = ((UPPER, UPPER_TOP, 4, Ground.UPPER_EDGE), (LOWER, LOWER_TOP + CARD_HEIGHT, -4, Ground.LOWER_EDGE))
    for row, y, inward, ground in edges:
        for column in range(1, 5):
            x = COLUMN_X[column]
            place = _ranks("figure", *row[column - 1 : column + 2])
            placed.append(_spot(place, _around(x, y, 62), x, y + inward, ground, mark="three"))
    return placed


def _inner_and_outer_corners() -> list[Spot]:
    placed = []
    for column in range(5):
        x = COLUMN_X[column] + 59
        (upper, upper_right), (lower, lower_right) = UPPER[column : column + 2], LOWER[column : column + 2]
        square = _ranks("square", upper, upper_right, lower, lower_right)
        falling, rising = _ranks("diagonal", upper, lower_right), _ranks("diagonal", lower, upper_right)
        placed.append(_spot(square, _around(x, MIDDLE_Y), x, MIDDLE_Y, Ground.CROSS, mark="four"))
        placed.append(
            _spot(falling, _around(x, MIDDLE_Y - 44), x - 6, MIDDLE_Y - 42, Ground.UPPER_INNER, mark="falling")
        )
        placed.append(_spot(rising, _around(x, MIDDLE_Y + 44), x - 6, MIDDLE_Y + 42, Ground.LOWER_INNER, mark="rising"))
        edges = ((UPPER, UPPER_TOP, Ground.UPPER_CORNER), (LOWER, LOWER_TOP + CARD_HEIGHT, Ground.LOWER_CORNER))
        for row, y, ground in edges:
            over = (*row, SEVEN)[column + 2]
            placed.append(_spot(_ranks("corner", row[column], over), _around(x, y), x, y, ground, mark="barred"))
    return placed


def _pot() -> Spot:
    x = COLUMN_X[5] + 59
    return _spot(
        Place(kind="pot", ranks=("6", SEVEN, "8")), _around(x, MIDDLE_Y), x, MIDDLE_Y, Ground.BESIDE_SEVEN, mark="pot"
    )


def _zone(place: Place, box: Box, caption: str, label: str, ground: Ground = Ground.ZONE) -> Spot:
    """A zone with words; checks lie at its right, in an upright zone below."""
    x, y = box.left + box.width * _ZONE_CHECKS, box.middle_y
    aside = (box.left + box.width * 0.28, box.middle_y)
    if ground is Ground.SIDE:
        x, y, aside = box.middle_x, box.top + box.height * 0.6, (box.middle_x, box.top + box.height * 0.15)
    return replace(_spot(place, box, x, y, ground, mark="zone"), caption=caption, label=label, aside=aside)


def _rows(kinds: tuple[str, ...]) -> list[Spot]:
    if "row" not in kinds:
        return []
    return [
        _zone(
            Place(kind="row", choice=choice),
            Box(left=8, top=top, width=57, height=CARD_HEIGHT),
            "row",
            ranks,
            Ground.SIDE,
        )
        for choice, top, ranks in (("high", UPPER_TOP, "8–K"), ("low", LOWER_TOP, "A–6"))
    ]


def _colors(kinds: tuple[str, ...]) -> list[Spot]:
    if "colors" not in kinds:
        return []
    return [
        _zone(
            Place(kind="colors", choice=choice),
            Box(left=798, top=top, width=94, height=48),
            suits,
            choice.capitalize(),
        )
        for choice, top, suits in (("black", 10, "♠ ♣"), ("red", 66, "♥ ♦"))
    ]


_BAR: tuple[tuple[Place, float, str, str], ...] = (
    (Place(kind="high_card"), 2.1, "High", "Card"),
    (Place(kind="side", choice="high"), 1, "side", "High"),
    (Place(kind="side", choice="low"), 1, "side", "Low"),
    (Place(kind="parity_string", choice="odd"), 1, "all", "Odd"),
    (Place(kind="parity_string", choice="even"), 1, "all", "Even"),
    (Place(kind="parity", card="winner", choice="odd"), 1, "winner", "Odd"),
    (Place(kind="parity", card="winner", choice="even"), 1, "winner", "Even"),
    (Place(kind="parity", card="loser", choice="odd"), 1, "loser", "Odd"),
    (Place(kind="parity", card="loser", choice="even"), 1, "loser", "Even"),
)


def _bar(kinds: tuple[str, ...]) -> list[Spot]:
    """The bets on no card, in a bar at the dealer's edge of the layout."""
    taken = [bar_spot for bar_spot in _BAR if bar_spot[0].kind in kinds]
    if not taken:
        return []
    gap, left, room = 4.0, 8.0, 884.0
    unit = min((room - gap * (len(taken) - 1)) / sum(weight for _, weight, _, _ in taken), 150)
    placed = []
    for place, weight, caption, label in taken:
        placed.append(_zone(place, Box(left=left, top=BAR_TOP, width=unit * weight, height=50), caption, label))
        left += unit * weight + gap
    return placed
