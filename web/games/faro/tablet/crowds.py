"""Where stacks lie around a spot, so that each can be read: in pixels, from the place where a lone stack lies.

A stack by itself is drawn as checks. Several lie as slim stacks, one below the other: whose it is, the copper, the
amount and its signs in one line, which is as legible at arm's length as a lone stack. Six have room; of more there is
a count.

A zone lies wall to wall with the next and at the board's edge. What lies on it keeps to its width: two columns where
both have room, else one, and a stack that is wider than its zone is counted. So no amount is half hidden.

A card keeps four places apart, from its outer edge inward: a margin into which figures and corners reach, the rank,
the checks, and two lines for what is written, its state (case or dead) and what was drawn. More than three stacks take
the rank's place too; it is then written small, in the line of what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from events.frozen import Frozen

MOST_SHOWN = 6
"""So many stacks on one spot are shown; the last of them gives way to a count where there are more."""

LINE_PX = 15
MARK_PX, COPPER_PX, CHARACTER_PX, POINT_PX, SIGN_PX, AIR_PX = 17, 13, 6.8, 3.4, 7, 5
"""What a slim stack needs: for its owner's mark, its copper, a character of its amount and of its signs."""

BETWEEN_PX = 2
HEAD_PX = 13
"""The line over slim stacks in a zone, on which its name is written."""
_HEAD_OVER_CHECKS_PX, CHECKS_UNDER_HEAD_PX = -22.5, 10
"""Where that line is over checks, and they under it, from the middle of the zone."""
COUNT_PX = 30
"""What a count needs where no stack has room."""
ONE_COLUMN = 3
"""So many slim stacks lie below each other where there is little height."""
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


_WIDE = frozenset((Ground.ZONE, Ground.UPPER_EDGE, Ground.LOWER_EDGE, Ground.MIDDLE))
"""Where slim stacks lie in two columns once they are more than :data:`ONE_COLUMN`."""


class Lie(Frozen):
    """How one stack of several lies: moved by so much from the spot, as checks or slim, or not at all (``hidden``)."""

    dx: float
    dy: float
    slim: bool = False
    hidden: bool = False


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


def lies_of(ground: Ground, widths: Sequence[float], room: float, most: int = MOST_SHOWN) -> list[Lie]:
    """How each stack lies on a spot with ``room``, in ``most`` places: slim, or as checks if it is one; so wide."""
    if len(widths) == 1:
        return [Lie(dx=_shift(ground, 1, widths[0])[0], dy=0)]
    width = _widest(widths, room)
    fitting = [at for at, one in enumerate(widths) if one <= room]
    places = len(fitting) + (len(fitting) < len(widths))
    columns, lines = _columns(ground, min(places, most), width, room)
    places = min(places, columns * lines)
    shown = fitting if len(widths) <= places else fitting[: places - 1]
    right, down = _shift(ground, lines, width)
    made = []
    for at in range(len(widths)):
        # Filled down the first column, then down the second; the count of those without room comes last.
        column, line = divmod(shown.index(at) if at in shown else places - 1, lines)
        dx = (column - (columns - 1) / 2) * (width + BETWEEN_PX) + right
        dy = (line - (lines - 1) / 2) * LINE_PX + down
        made.append(Lie(dx=round(dx, 1), dy=round(dy, 1), slim=True, hidden=at not in shown))
    return made


def slim_width(widths: Sequence[float], room: float, lies: Sequence[Lie]) -> float:
    """How wide the slim stacks of one spot are drawn, with their count; that by itself is narrower."""
    return COUNT_PX if all(lie.hidden for lie in lies) else _widest(widths, room)


def _widest(widths: Sequence[float], room: float) -> float:
    return max((one for one in widths if one <= room), default=COUNT_PX)


def head_of(lies: Sequence[Lie]) -> float:
    """Where the name of a zone is written over what lies on it, from its middle."""
    slim = [lie.dy for lie in lies if lie.slim]
    return min(slim) - (LINE_PX + HEAD_PX) / 2 if slim else _HEAD_OVER_CHECKS_PX


def _columns(ground: Ground, places: int, width: float, room: float) -> tuple[int, int]:
    """The columns in which so many slim stacks lie, and the lines of each."""
    if ground is Ground.BESIDE_SEVEN:
        return 1, min(places, ONE_COLUMN)
    if ground not in _WIDE or places <= ONE_COLUMN:
        return 1, places
    return (2, -(-places // 2)) if 2 * width + BETWEEN_PX <= room else (1, ONE_COLUMN)


def _shift(ground: Ground, lines: int, width: float) -> tuple[float, float]:
    """How far the middle of all lies from the spot: away from what is written, and from the edges of the board."""
    half = lines * LINE_PX / 2
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
