"""How what lies on one spot keeps clear of what lies on the next, in pixels on the smallest tablet.

Where two crowds would lie on each other one moves up or down, as far as its spot reaches; else the larger is drawn in
its next form, at last heaped. So every amount that is written can be read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from events.frozen import Frozen
from web.games.faro.tablet.crowds import LINE_PX, MINI_PX, TOTAL_PX, Ground, Lie, forms_of, lies_of

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
"""Whither what lies on a ground may move, up (-1) or down: not towards what is written on cards."""
_CARDS = frozenset((Ground.UPPER_CARD, Ground.LOWER_CARD))
_CARD_PX = 6 * LINE_PX
"""So high is the place on a card for what lies there, with the rank's."""
LAID_KNOWN = 256
"""Of so many crowds is it kept how they lie: those of a table are mostly as they were before a touch."""
_STEP_PX = LINE_PX / 4
_SLACK_ACROSS_PX, _SLACK_DOWN_PX = 6, 2
"""So much of a line at its end, and so much of its height, has no letters."""


class Crowd(Frozen):
    """What lies on a spot whose middle is at ``x`` and ``y``: slim stacks of these ``widths``, or one as checks.

    ``alone`` is what one as checks takes around the middle: its left, top, right and bottom. ``total`` is how wide the
    sum of several is. ``reach`` is how far all may move up or down, and ``room`` how wide slim stacks may be.
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
        """The forms in which it can lie, the one that shows most first."""
        return forms_of(self.ground, self.widths, self.room) if len(self.widths) > 1 else (1,)


class _Laid(Frozen, eq=False):
    """A crowd as it lies, moved ``down`` by so much, and the rectangle that it takes."""

    crowd: Crowd
    lies: list[Lie]
    down: float
    left: float
    top: float
    right: float
    bottom: float

    def ways(self, end: float) -> Iterator[_Laid]:
        """How it may lie between the cloth's edge and ``end``: where it is, then moved, by the least first."""
        yield self
        reach = self.crowd.reach
        if self.crowd.ground in _CARDS:
            reach = _CARD_PX - (self.bottom - self.top) if len(self.lies) > 1 else 0
        steps = range(1, int(reach / _STEP_PX) + 1)
        for by in (way * step * _STEP_PX for step in steps for way in _MOVES.get(self.crowd.ground, ())):
            if self.top + by >= 0 and self.bottom + by <= end:
                yield replace(self, down=by, top=self.top + by, bottom=self.bottom + by)

    def is_over(self, other: _Laid) -> bool:
        """Whether the two lie over each other, or would where one moved; zones lie beside each other."""
        if self.right - other.left <= _SLACK_ACROSS_PX or other.right - self.left <= _SLACK_ACROSS_PX:
            return False
        return not (self.crowd.ground is other.crowd.ground is Ground.ZONE)

    def hides(self, other: _Laid) -> bool:
        """Whether it lies on one that :meth:`is_over` it, here or on a larger tablet, where spots are further apart."""
        upper, lower = (self, other) if self.crowd.y < other.crowd.y else (other, self)
        if upper.bottom - lower.top <= _SLACK_DOWN_PX:
            return False
        return upper.crowd.y < lower.crowd.y or lower.bottom - upper.top > _SLACK_DOWN_PX


def cleared(crowds: Sequence[Crowd], end: float) -> list[list[Lie]]:
    """How the stacks of each crowd lie, clear of those of all others; what moves stays above ``end``."""
    # What lies on cards and zones keeps its place where it can: the others move out of its way.
    order = sorted(range(len(crowds)), key=lambda at: (_is_moved_first(crowds[at]), len(crowds[at].widths) > 1))
    forms = [0] * len(crowds)
    laid: list[_Laid] = []
    while (at := len(laid)) < len(order):
        lies = _laid(crowds[order[at]], crowds[order[at]].forms[forms[at]])
        # Who moves up or down has the same ones over and below.
        near = [other for other, one in enumerate(laid) if lies.is_over(one)]
        found = next((way for way in lies.ways(end) if not any(way.hides(laid[other]) for other in near)), None)
        if not found:
            rivals = [at, *(other for other in near if lies.hides(laid[other]))]
            rivals = [one for one in rivals if forms[one] + 1 < len(crowds[order[one]].forms)]
            if rivals:
                largest = max(rivals, key=lambda one: len(crowds[order[one]].widths))
                forms[largest] += 1
                del laid[largest:]
                continue
        laid.append(found or lies)
    made = dict(zip(order, laid, strict=True))
    return [_moved(made[at].lies, made[at].down) for at in range(len(crowds))]


def _is_moved_first(crowd: Crowd) -> bool:
    return crowd.ground in _MOVES and crowd.ground not in _CARDS


@lru_cache(maxsize=LAID_KNOWN)
def _laid(crowd: Crowd, form: int) -> _Laid:
    """A crowd in one of its forms, where it lies if nothing is in its way."""
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
