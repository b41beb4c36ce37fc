"""Where stacks lie around a spot: in pixels, from the place where a lone stack lies.

A stack by itself is drawn as checks. Several are drawn slim, one below the other or in two columns: whose it is, the
copper, the amount and its signs in one line. Where that has no room they are heaped: each stack is its owner's mark,
and their sum is written below. Every stack is drawn, however many lie there.

A zone lies wall to wall with the next and at the board's edge, so what lies on it keeps to its width.

A card keeps four places apart, from its outer edge inward: a margin into which figures and corners reach, the rank,
the checks, and two lines for what is written, its state (case or dead) and what was drawn. More than three stacks take
the rank's place too; it is then written small, in the line of what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from events.frozen import Frozen

LINE_PX = 15
MARK_PX, COPPER_PX, CHARACTER_PX, POINT_PX, SIGN_PX, AIR_PX = 17, 13, 6.8, 3.4, 7, 5
"""What a slim stack needs: for its owner's mark, its copper, a character of its amount and of its signs."""

BETWEEN_PX = 2
HEAD_PX = 13
"""The line over slim stacks in a zone, on which its name is written."""
_HEAD_OVER_CHECKS_PX, CHECKS_UNDER_HEAD_PX = -22.5, 10
"""Where that line is over checks, and they under it, from the middle of the zone."""
MINI_PX = 13
"""The height and, where there is room, the width that a stack of a heap takes."""
TOTAL_PX = 14
"""The line below a heap, on which its sum is written."""
_HEAP_PX = 46
"""No heap between cards is wider than this, which is the width of a place on the smallest tablet."""
_COLUMNS_PX = 94
"""Two columns over a card are no wider: so far is it from the middle of one card to the next."""
_LINES, _FEW_LINES = 6, 3
"""So many slim stacks lie below each other, and where there is little height."""
KEEPS_RANK = 3
"""So many stacks on a card leave the rank its place."""


class Ground(Enum):
    """What a spot lies on, and so where there is room around it."""

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
    """The card of the seven, to which those reach."""
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
"""Where two columns may be as wide as the room is."""
_LOW = frozenset((Ground.ZONE, Ground.UPPER_EDGE, Ground.LOWER_EDGE, Ground.MIDDLE, Ground.BESIDE_SEVEN))
"""Where there is room for few lines."""
_NARROW = frozenset((Ground.BESIDE_SEVEN, Ground.SIDE))
"""Where there is room for one column."""

HEAPED = 0
"""The form of a crowd that is heaped. Other forms are the number of columns in which slim stacks lie."""


class Lie(Frozen):
    """How one stack lies: moved by so much from the spot, as checks, ``slim``, or ``mini`` in a heap."""

    dx: float
    dy: float
    slim: bool = False
    mini: bool = False


def width_of(label: str, signs: str, coppered: bool) -> float:
    """How wide a slim stack has to be for what is written on it."""
    return (
        MARK_PX
        + (COPPER_PX if coppered else 0)
        + sum(POINT_PX if one == "." else CHARACTER_PX for one in label)
        + (SIGN_PX * len(signs) + 2 if signs else 0)
        + AIR_PX
    )


def plate_of(label: str) -> float:
    """How wide the plate is on which an amount is written on checks."""
    return len(label) * 7 + 7


def forms_of(ground: Ground, widths: Sequence[float], room: float) -> tuple[int, ...]:
    """The forms in which stacks so wide can lie, the one that shows most first; the last always has room."""
    lines = _FEW_LINES if ground in _LOW else _LINES
    across = room if ground in _WIDE else min(room, _COLUMNS_PX)
    columns = [1] if len(widths) <= lines and max(widths) <= room else []
    if ground not in _NARROW and len(widths) <= 2 * lines and 2 * max(widths) + BETWEEN_PX <= across:
        columns.append(2)
    return (*columns, HEAPED)


def lies_of(ground: Ground, widths: Sequence[float], room: float, form: int) -> list[Lie]:
    """How each stack lies on a spot in one of its :func:`forms_of`; one by itself lies as checks."""
    if len(widths) == 1:
        return [Lie(dx=_shift(ground, LINE_PX, widths[0])[0], dy=0)]
    if form == HEAPED:
        return _heap(ground, len(widths), room)
    width, lines = max(widths), -(-len(widths) // form)
    right, down = _shift(ground, lines * LINE_PX, width)
    made = []
    for at in range(len(widths)):
        column, line = divmod(at, lines)
        dx = (column - (form - 1) / 2) * (width + BETWEEN_PX) + right
        dy = (line - (lines - 1) / 2) * LINE_PX + down
        made.append(Lie(dx=round(dx, 1), dy=round(dy, 1), slim=True))
    return made


def _heap(ground: Ground, count: int, room: float) -> list[Lie]:
    """The stacks of a heap in rows over the line of their sum; where there is little room each lies on the next."""
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
    made = []
    for at in range(count):
        row, column = divmod(at, columns)
        dx = (column - (columns - 1) / 2) * step + right
        dy = (row - (rows - 1) / 2) * MINI_PX - TOTAL_PX / 2 + down
        made.append(Lie(dx=round(dx, 1), dy=round(dy, 1), mini=True))
    return made


def total_at(moved: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Where the sum of a heap is written, of whose stacks each is moved from the spot by so much, across and down."""
    across = [dx for dx, _ in moved]
    return (min(across) + max(across)) / 2, max(dy for _, dy in moved) + (MINI_PX + TOTAL_PX) / 2


def head_of(lies: Sequence[Lie]) -> float:
    """Where the name of a zone is written over what lies on it, from its middle."""
    if not (lies[0].slim or lies[0].mini):
        return _HEAD_OVER_CHECKS_PX
    return min(lie.dy for lie in lies) - ((LINE_PX if lies[0].slim else MINI_PX) + HEAD_PX) / 2


def _shift(ground: Ground, height: float, width: float) -> tuple[float, float]:
    """How far the middle of all lies from the spot: away from what is written, and from the edges of the board."""
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
