"""The layout of stacks on a crowded spot, clear of neighbouring spots, in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache

from msgspec.structs import replace

from events.frozen import Frozen

LINE_PX = 15


MARK_PX, COPPER_PX, CHARACTER_PX, POINT_PX, SIGN_PX, AIR_PX = 17, 13, 6.8, 3.4, 7, 5
"""The widths of a slim stack's parts: mark, copper, a character and a point of its amount, a sign, and padding."""


BETWEEN_PX = 2


HEAD_PX = 13
"""The height of the zone's name over slim stacks."""


_HEAD_OVER_CHECKS_PX, CHECKS_UNDER_HEAD_PX = -22.5, 10
"""The offsets of the name over checks, and of the checks under it, from the middle of the zone."""


MINI_PX = 13
"""The height of a stack in a heap, and its width where there is room."""


TOTAL_PX = 14
"""The height of the sum below a heap."""


_HEAP_PX = 46
"""The greatest width of a heap between cards: the width of a place on the smallest tablet."""


_COLUMNS_PX = 94
"""The greatest width of two columns over a card: the distance between the middles of two cards."""


_LINES, _FEW_LINES = 6, 3
"""The most slim stacks in a column, and in a column with little height."""


KEEPS_RANK = 3
"""The most stacks on a card that do not cover its rank."""


class Ground(Enum):
    """What a spot lies on, which decides where there is room around it."""

    UPPER_CARD = auto()
    LOWER_CARD = auto()
    UPPER_EDGE = auto()
    """A figure, on the outer edge of a card."""
    LOWER_EDGE = auto()
    UPPER_CORNER = auto()
    """A corner bet, between two cards at their outer edge."""
    LOWER_CORNER = auto()
    GAP = auto()
    """Between two cards of a row."""
    UPPER_INNER = auto()
    """At the inner corners of two cards of a row, by the rows' middle."""
    LOWER_INNER = auto()
    BESIDE_SEVEN = auto()
    """The pot and the splits of the seven, close above each other."""
    SEVEN = auto()
    """The card of the seven, which they touch."""
    MIDDLE = auto()
    """Between the rows."""
    CROSS = auto()
    """Between four cards."""
    ZONE = auto()
    """A zone with words, lower than it is wide: in the bar, or at the right edge of the board."""
    SIDE = auto()
    """An upright zone, its words at the top, at the left edge of the board."""
    TRAY = auto()
    """The place of strings, heeled bets and calls."""


_WIDE = frozenset((Ground.ZONE, Ground.TRAY, Ground.UPPER_EDGE, Ground.LOWER_EDGE, Ground.MIDDLE))
"""Grounds on which two columns may use the full room."""


_LOW = frozenset((Ground.ZONE, Ground.UPPER_EDGE, Ground.LOWER_EDGE, Ground.MIDDLE, Ground.BESIDE_SEVEN))
"""Grounds with room for few lines."""


_NARROW = frozenset((Ground.BESIDE_SEVEN, Ground.SIDE))
"""Grounds with room for one column."""


HEAPED = 0
"""The form of a heap. Other forms are the number of columns of slim stacks."""


class Lie(Frozen):
    """How a stack lies: its offset from the spot, as checks, ``slim``, or ``mini`` in a heap."""

    dx: float
    dy: float
    slim: bool = False
    mini: bool = False


def width_of(label: str, signs: str, coppered: bool) -> float:
    """The width of a slim stack with these texts."""
    return (
        MARK_PX
        + (COPPER_PX if coppered else 0)
        + sum(POINT_PX if letter == "." else CHARACTER_PX for letter in label)
        + (SIGN_PX * len(signs) + 2 if signs else 0)
        + AIR_PX
    )


def plate_of(label: str) -> float:
    """The width of the plate with an amount on checks."""
    return len(label) * 7 + 7


def forms_of(ground: Ground, widths: Sequence[float], room: float) -> tuple[int, ...]:
    """The possible forms of stacks with these widths, the most detailed first; the last always fits."""
    lines = _FEW_LINES if ground in _LOW else _LINES
    across = room if ground in _WIDE else min(room, _COLUMNS_PX)
    columns = [1] if len(widths) <= lines and max(widths) <= room else []
    if ground not in _NARROW and len(widths) <= 2 * lines and 2 * max(widths) + BETWEEN_PX <= across:
        columns.append(2)
    return (*columns, HEAPED)


def lies_of(ground: Ground, widths: Sequence[float], room: float, form: int) -> list[Lie]:
    """How each stack lies in one of the spot's :func:`forms_of`; a single stack lies as checks."""
    if len(widths) == 1:
        return [Lie(dx=_shift(ground, LINE_PX, widths[0])[0], dy=0)]
    if form == HEAPED:
        return _heap(ground, len(widths), room)
    width, lines = max(widths), -(-len(widths) // form)
    right, down = _shift(ground, lines * LINE_PX, width)
    lies = []
    for at in range(len(widths)):
        column, line = divmod(at, lines)
        dx = (column - (form - 1) / 2) * (width + BETWEEN_PX) + right
        dy = (line - (lines - 1) / 2) * LINE_PX + down
        lies.append(Lie(dx=round(dx, 1), dy=round(dy, 1), slim=True))
    return lies


def _heap(ground: Ground, count: int, room: float) -> list[Lie]:
    """The stacks of a heap in rows over their sum; they overlap where there is little room."""
    width: float
    if ground in (Ground.UPPER_CARD, Ground.LOWER_CARD, Ground.SEVEN, Ground.TRAY):
        width, rows = 4 * MINI_PX, -(-count // 4)
    elif ground is Ground.ZONE:
        width, rows = room, 1
    else:
        width, rows = _HEAP_PX, 1 if count <= 3 else 2
    columns = -(-count // rows)
    step = min(MINI_PX, (width - MINI_PX) / max(columns - 1, 1))
    right, down = _shift(ground, rows * MINI_PX + TOTAL_PX, width)
    lies = []
    for at in range(count):
        row, column = divmod(at, columns)
        dx = (column - (columns - 1) / 2) * step + right
        dy = (row - (rows - 1) / 2) * MINI_PX - TOTAL_PX / 2 + down
        lies.append(Lie(dx=round(dx, 1), dy=round(dy, 1), mini=True))
    return lies


def total_at(moved: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The offset of a heap's sum, from the offsets of its stacks."""
    across = [dx for dx, _ in moved]
    return (min(across) + max(across)) / 2, max(dy for _, dy in moved) + (MINI_PX + TOTAL_PX) / 2


def head_of(lies: Sequence[Lie]) -> float:
    """The offset of a zone's name over its stacks, from the zone's middle."""
    if not (lies[0].slim or lies[0].mini):
        return _HEAD_OVER_CHECKS_PX
    return min(lie.dy for lie in lies) - ((LINE_PX if lies[0].slim else MINI_PX) + HEAD_PX) / 2


def _shift(ground: Ground, height: float, width: float) -> tuple[float, float]:
    """The offset of the whole crowd from the spot, away from printed text and the board's edges."""
    half = height / 2
    match ground:
        case Ground.UPPER_CARD:
            return 0, 26 - half
        case Ground.SEVEN:
            return max(0, min(width - 46, 58 - width / 2)), 26 - half
        case Ground.LOWER_CARD:
            return 0, 31 - half
        case Ground.UPPER_EDGE:
            return 0, min(0, 17 - half)
        case Ground.LOWER_EDGE:
            return 0, max(0, half - 14)
        case Ground.UPPER_CORNER:
            return 0, max(0, half - 24)
        case Ground.LOWER_CORNER:
            return 0, min(0, 30 - half)
        case Ground.ZONE:
            return 0, HEAD_PX / 2
        case Ground.SIDE:
            return max(0, width / 2 - 28), 0
        case _:
            return 0, 0


_MOVES: dict[Ground, tuple[int, ...]] = {
    Ground.UPPER_EDGE: (-1,),
    Ground.LOWER_EDGE: (1,),
    Ground.UPPER_CORNER: (1,),
    Ground.LOWER_CORNER: (-1,),
    Ground.GAP: (-1,),
    Ground.UPPER_INNER: (1,),
    Ground.LOWER_INNER: (-1,),
    Ground.MIDDLE: (-1, 1),
    Ground.CROSS: (1, -1),
    Ground.SIDE: (1, -1),
    Ground.UPPER_CARD: (1,),
    Ground.LOWER_CARD: (-1,),
}
"""The directions in which stacks on a ground may move, up (-1) or down: not towards text on cards."""


_CARDS = frozenset((Ground.UPPER_CARD, Ground.LOWER_CARD))


_CARD_PX = 6 * LINE_PX
"""The height on a card for stacks, including the rank's place."""


LAID_KNOWN = 256
"""The cache size for laid crowds: most crowds of a table do not change with a touch."""


_STEP_PX = LINE_PX / 4


_SLACK_ACROSS_PX, _SLACK_DOWN_PX = 6, 2
"""The parts of a line without letters: at its end, and of its height."""


class Crowd(Frozen):
    """The stacks on a spot with its middle at ``x`` and ``y``: slim stacks of these ``widths``, or one as checks.

    ``alone`` is the box of a single stack around the middle: left, top, right and bottom. ``total`` is the width of
    the sum of several. ``reach`` is how far all may move up or down, and ``room`` the most width for slim stacks.
    """

    ground: Ground
    x: float
    y: float
    room: float
    reach: float
    widths: tuple[float, ...]
    alone: tuple[float, float, float, float]
    total: float

    @property
    def forms(self) -> tuple[int, ...]:
        """Its possible forms, the most detailed first."""
        return forms_of(self.ground, self.widths, self.room) if len(self.widths) > 1 else (1,)


class _Laid(Frozen, eq=False):
    """A crowd in its place, moved ``down``, with its rectangle."""

    crowd: Crowd
    lies: list[Lie]
    down: float
    left: float
    top: float
    right: float
    bottom: float

    def ways(self, end: float) -> Iterator[_Laid]:
        """Its possible places between the cloth's edge and ``end``: unmoved, then by growing distance."""
        yield self
        reach = self.crowd.reach
        if self.crowd.ground in _CARDS:
            reach = _CARD_PX - (self.bottom - self.top) if len(self.lies) > 1 else 0
        steps = range(1, int(reach / _STEP_PX) + 1)
        for by in (way * step * _STEP_PX for step in steps for way in _MOVES.get(self.crowd.ground, ())):
            if self.top + by >= 0 and self.bottom + by <= end:
                yield replace(self, down=by, top=self.top + by, bottom=self.bottom + by)

    def is_over(self, other: _Laid) -> bool:
        """Whether the two overlap across, so that one could cover the other; two zones never do."""
        if self.right - other.left <= _SLACK_ACROSS_PX or other.right - self.left <= _SLACK_ACROSS_PX:
            return False
        return not (self.crowd.ground is other.crowd.ground is Ground.ZONE)

    def hides(self, other: _Laid) -> bool:
        """Whether it covers another that :meth:`is_over` it, here or on a larger tablet with wider spaces."""
        upper, lower = (self, other) if self.crowd.y < other.crowd.y else (other, self)
        if upper.bottom - lower.top <= _SLACK_DOWN_PX:
            return False
        return upper.crowd.y < lower.crowd.y or lower.bottom - upper.top > _SLACK_DOWN_PX


def cleared(crowds: Sequence[Crowd], end: float) -> list[list[Lie]]:
    """How the stacks of each crowd lie without covering others; moved crowds stay above ``end``."""
    # Crowds on cards and zones keep their places if possible: the others move out of the way.
    order = sorted(range(len(crowds)), key=lambda at: (_is_moved_first(crowds[at]), len(crowds[at].widths) > 1))
    forms = [0] * len(crowds)
    laid: list[_Laid] = []
    while (at := len(laid)) < len(order):
        lies = _laid(crowds[order[at]], crowds[order[at]].forms[forms[at]])
        # A crowd that moves up or down keeps the same neighbours across.
        near = [index for index, other in enumerate(laid) if lies.is_over(other)]
        free = next((way for way in lies.ways(end) if not any(way.hides(laid[other]) for other in near)), None)
        if not free:
            rivals = [at, *(other for other in near if lies.hides(laid[other]))]
            rivals = [rival for rival in rivals if forms[rival] + 1 < len(crowds[order[rival]].forms)]
            if rivals:
                largest = max(rivals, key=lambda rival: len(crowds[order[rival]].widths))
                forms[largest] += 1
                del laid[largest:]
                continue
        laid.append(free or lies)
    by_place = dict(zip(order, laid, strict=True))
    return [_moved(by_place[at].lies, by_place[at].down) for at in range(len(crowds))]


def _is_moved_first(crowd: Crowd) -> bool:
    return crowd.ground in _MOVES and crowd.ground not in _CARDS


@lru_cache(maxsize=LAID_KNOWN)
def _laid(crowd: Crowd, form: int) -> _Laid:
    """A crowd in one of its forms, unmoved."""
    lies = lies_of(crowd.ground, crowd.widths, crowd.room, form)
    across, down = [lie.dx for lie in lies], [lie.dy for lie in lies]
    left, top, right, bottom = crowd.alone
    if lies[0].slim:
        half = max(crowd.widths) / 2
        left, top, right, bottom = -half, -LINE_PX / 2, half, LINE_PX / 2
    elif lies[0].mini:
        half = max(MINI_PX, crowd.total - (max(across) - min(across))) / 2
        left, top, right, bottom = -half, -MINI_PX / 2, half, MINI_PX / 2 + TOTAL_PX
    return _Laid(
        crowd=crowd,
        lies=lies,
        down=0,
        left=crowd.x + min(across) + left,
        top=crowd.y + min(down) + top,
        right=crowd.x + max(across) + right,
        bottom=crowd.y + max(down) + bottom,
    )


def _moved(lies: list[Lie], down: float) -> list[Lie]:
    return [replace(lie, dy=lie.dy + down) for lie in lies] if down else lies
