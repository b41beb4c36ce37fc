"""Results as pictures: curves through a night and over the nights of the house, and bars side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Recorded
from reports.rounds.curves import CURVES
from reports.words.formatting import signed
from reports.words.language import gettext as _

WIDTH, HEIGHT = 200, 60
"""The box in which a curve is drawn. It has a value for each unit of the width at most, however long the night is."""

Points = Sequence[tuple[int, int]]
"""Steps and results in cents, the first at step 0."""


class Curve(Frozen):
    """A curve whose result stays level until a step changes it.

    ``line`` is its path, and ``zero`` the height of nothing won or lost; ``sentence`` has its lowest, highest and last
    result.
    """

    title: str
    sentence: str
    result_cents: int
    line: str
    zero: float


def player_curve(night: Night, effective: Iterable[Recorded], player: str) -> Curve | None:
    """The curve of one player; ``None`` before the first step of the play."""
    curves = CURVES.of(effective)
    if not curves.steps:
        return None
    points = curves.of(player)
    return drawn(_("Your result, turn by turn"), points, curves.length, span_of([points]), is_over=night.closed)


def sum_curve(title: str, amounts: Iterable[int]) -> Curve | None:
    """The running sum of amounts in cents, in order; ``None`` for fewer than two."""
    points = list(enumerate(accumulate(amounts, initial=0)))
    return drawn(title, points, len(points) - 1, span_of([points]), is_over=True) if len(points) > 2 else None


class Bar(Frozen):
    """A bar of a chart: where it begins, how long it is and where nothing is, in percent of the width."""

    start: float
    length: float
    zero: float
    lost: bool


def bars(values: Sequence[int]) -> tuple[Bar, ...]:
    """The bars of some values at one scale; empty if there is nothing to draw."""
    low, high = min((0, *values)), max((0, *values))
    if low == high:
        return ()
    unit = 100 / (high - low)
    return tuple(
        Bar(
            start=round((min(0, value) - low) * unit, 2),
            length=round(abs(value) * unit, 2),
            zero=round(-low * unit, 2),
            lost=value < 0,
        )
        for value in values
    )


def span_of(curves: Iterable[Points]) -> tuple[int, int]:
    """The lowest and highest result of curves, nothing included."""
    cents = [0, *(cents for points in curves for _, cents in points)]
    return min(cents), max(cents)


def drawn(title: str, points: Points, length: int, span: tuple[int, int], *, is_over: bool) -> Curve:
    """The curve of some points over ``length`` steps, between the lowest and the highest result of ``span``."""
    low, high = span
    unit = HEIGHT / max(high - low, 1)
    # A step fills its width with its result. Of steps that begin at one place the last is drawn.
    heights = {round(max(at - 1, 0) * WIDTH / length): round((high - cents) * unit, 1) for at, cents in points}
    least, most = span_of([points])
    results = {"least": signed(least), "most": signed(most), "end": signed(points[-1][1])}
    return Curve(
        title=title,
        sentence=_("between %(least)s and %(most)s, at the end %(end)s", **results)
        if is_over
        else _("between %(least)s and %(most)s, now %(end)s", **results),
        result_cents=points[-1][1],
        line=f"M0 {heights.pop(0)}{''.join(f'H{x}V{y}' for x, y in heights.items())}H{WIDTH}",
        zero=round(high * unit, 1),
    )
