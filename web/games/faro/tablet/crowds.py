"""Where stacks lie around a spot, so that each can be read: in pixels, from the place where a lone stack lies.

A stack by itself is drawn as checks. Several lie as slim stacks, one below the other: whose it is, the copper, the
amount and its signs in one line, which is as legible at arm's length as a lone stack. Six have room; of more there is
a count.

A card keeps four places apart, from its outer edge inward: a margin into which figures and corners reach, the rank,
the checks, and two lines for what is written, its state (case or dead) and what was drawn. More than three stacks take
the rank's place too; it is then written small, in the line of what was drawn.
"""

from __future__ import annotations

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
    MIDDLE = auto()
    """Between the rows."""
    BAR = auto()
    """A zone with words, lower than it is wide."""
    RIGHT_ZONE = auto()
    """The same at the right edge of the board."""
    SIDE = auto()
    """An upright zone, its words at the top, at the left edge of the board."""


HEADED = frozenset((Ground.BAR, Ground.RIGHT_ZONE))
"""Zones that are named on a line of their own over slim stacks."""
_WIDE = frozenset((*HEADED, Ground.UPPER_EDGE, Ground.LOWER_EDGE, Ground.MIDDLE))
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


def lies_of(ground: Ground, count: int, width: float) -> list[Lie]:
    """How each of ``count`` stacks lies on a spot where the widest slim one takes ``width``."""
    if count == 1:
        return [Lie(dx=0, dy=0)]
    shown = min(count, MOST_SHOWN)
    columns, lines = _columns(ground, shown)
    right, down = _shift(ground, lines, columns, width)
    made = []
    for at in range(count):
        # Filled down the first column, then down the second.
        column, line = divmod(min(at, shown - 1), lines)
        dx = (column - (columns - 1) / 2) * (width + BETWEEN_PX) + right
        dy = (line - (lines - 1) / 2) * LINE_PX + down
        made.append(Lie(dx=round(dx, 1), dy=round(dy, 1), slim=True, hidden=count > shown and at >= shown - 1))
    return made


def head_of(ground: Ground, count: int) -> float:
    """Where the name of a zone is written over so many slim stacks, from its middle."""
    return -_columns(ground, min(count, MOST_SHOWN))[1] * LINE_PX / 2


def _columns(ground: Ground, shown: int) -> tuple[int, int]:
    """The columns in which so many slim stacks lie, and the lines of each."""
    columns = 2 if ground in _WIDE and shown > ONE_COLUMN else 1
    return columns, -(-shown // columns)


def _shift(ground: Ground, lines: int, columns: int, width: float) -> tuple[float, float]:
    """How far the middle of all lies from the spot: away from what is written, and from the edges of the board."""
    half = lines * LINE_PX / 2
    match ground:
        case Ground.UPPER_CARD:
            return 0, 26 - half
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
        case Ground.BAR:
            return 0, HEAD_PX / 2
        case Ground.RIGHT_ZONE:
            return (-width / 2 + 7 if columns > 1 else 0), HEAD_PX / 2
        case Ground.SIDE:
            return max(0, width / 2 - 28), 0
        case _:
            return 0, 0
