"""The course of a player's checks, drawn so that it reads without colour: as a chart, and in the height of a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from reports.rounds.course import Course, Point, Stretch
from reports.words.formatting import signed
from reports.words.language import currency_amount
from reports.words.language import gettext as _
from reports.words.naming import round_called

WIDTH = 680
HEIGHT, LOW_HEIGHT = 118, 92
_FOR_TICKS, _TICK_LETTER, _GAP = 44, 4.7, 5
"""How much room the amounts beside the chart have at least, what a letter of them takes, and how far off they stand."""
_TOP, _BOTTOM = 8, 16
_STEPS = (1, 2, 5)
_MOST_NAMED = 13
"""From so many rounds on, each has its number only."""
_NAME_LETTER = 4
"""What a letter of a round's name takes; where the name does not fit its round, the number alone stands there, or
nothing where that of the round before is too near."""
_LABEL = 'font-family="Alegreya Sans" font-size="9.5" fill="#5f5340"'
SPARK_WIDTH, SPARK_HEIGHT = 120, 30
_EDGE = 3
_INK, _EVEN, _FIELD = "#1d1a16", "#5f5340", "#d9d2c3"


def chart(course: Course, *, low: bool = False) -> Markup:
    """The chart of a course that is to be drawn, ``low`` where there is little room."""
    height = LOW_HEIGHT if low else HEIGHT
    scale = _Scale(course, height - _BOTTOM)
    parts = [_between(course.points, scale), *_levels(scale), *_stretches(course, scale), *_lines(course.points, scale)]
    said = escape(_("the course of the checks, turn by turn"))
    drawn = f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img"><title>{said}</title>{"".join(parts)}</svg>'
    return Markup(drawn)


class _Scale:
    """From turns and cents to a place on paper."""

    def __init__(self, course: Course, base: int) -> None:
        values = [cents for point in course.points for cents in (point.checks_cents, point.put_in_cents)]
        self.low, self.high = min(values), max(max(values), min(values) + 100)
        room = (self.high - self.low) * 0.06
        self._floor, self._ceiling = self.low - room, self.high + room
        self._length = course.length
        longest = max(len(_tick(cents)) for cents in self.levels())
        self.right = round(WIDTH - max(_FOR_TICKS, _GAP + longest * _TICK_LETTER), 1)
        self.base = base

    def x(self, at: int) -> float:
        return round(at * self.right / self._length, 1)

    def y(self, cents: int) -> float:
        part = (cents - self._floor) / (self._ceiling - self._floor)
        return round(self.base - part * (self.base - _TOP), 1)

    def levels(self) -> list[int]:
        """Round amounts to draw lines at: two to four of them."""
        span, size = self.high - self.low, 100
        while True:
            for step in (size * factor for factor in _STEPS):
                if span // step <= 3:
                    first = -(-self.low // step) * step
                    return list(range(first, self.high + 1, step))
            size *= 10


def _levels(scale: _Scale) -> list[str]:
    parts = []
    for cents in scale.levels():
        y = scale.y(cents)
        parts.append(f'<path d="M0 {y}H{scale.right}" stroke="#d9d2c3" stroke-width=".6"/>')
        amount = escape(_tick(cents))
        parts.append(f'<text x="{scale.right + _GAP}" y="{round(y + 3.2, 1)}" {_LABEL}>{amount}</text>')
    return parts


def _stretches(course: Course, scale: _Scale) -> list[str]:
    parts = [f'<path d="M0 {scale.base}H{scale.right}" stroke="#1d1a16" stroke-width=".8"/>']
    game, free_from = ("", 0), 0.0
    for place, one in enumerate(course.stretches):
        if place:
            parts.append(f'<path d="M{scale.x(one.start)} {_TOP}V{scale.base}" stroke="#a89c85" stroke-width=".6"/>')
        if one.start < one.end:
            middle = round((scale.x(one.start) + scale.x(one.end)) / 2, 1)
            name = _named(one)
            room = scale.x(one.end) - scale.x(one.start)
            if (one.game, one.match) == game or len(course.stretches) >= _MOST_NAMED or len(name) * _NAME_LETTER > room:
                name = str(one.number)
            game = one.game, one.match
            half = len(name) * _TICK_LETTER / 2
            if middle - half < free_from:
                continue
            free_from = middle + half + _GAP
            y = scale.base + _BOTTOM - 4
            parts.append(f'<text x="{middle}" y="{y}" text-anchor="middle" {_LABEL}>{name}</text>')
    return parts


def _tick(cents: int) -> str:
    return currency_amount(cents, whole=True)


def _named(one: Stretch) -> str:
    return escape(round_called(one.game, one.number, match=one.match))


def _between(points: Sequence[Point], scale: _Scale) -> str:
    """The field between what they had and what they had put in: what they were winning or losing."""
    had = [(scale.x(one.at), scale.y(one.checks_cents)) for one in points]
    put_in = _stairs([(scale.x(one.at), scale.y(one.put_in_cents)) for one in points])
    return f'<path d="{_path([*had, *reversed(put_in)])}Z" fill="#efe9dc"/>'


def _lines(points: Sequence[Point], scale: _Scale) -> list[str]:
    had = [(scale.x(one.at), scale.y(one.checks_cents)) for one in points]
    put_in = _stairs([(scale.x(one.at), scale.y(one.put_in_cents)) for one in points])
    end = had[-1]
    return [
        f'<path d="{_path(put_in)}" fill="none" stroke="#1d1a16" stroke-width=".9" stroke-dasharray="1.2 2.6"/>',
        f'<path d="{_path(had)}" fill="none" stroke="#8e2a22" stroke-width="1.7" stroke-linejoin="round"/>',
        f'<circle cx="{end[0]}" cy="{end[1]}" r="2.6" fill="#8e2a22"/>',
    ]


def _stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same points with every change of height straight up or down."""
    made = list(points[:1])
    for before, after in pairwise(points):
        made += [(after[0], before[1])] if after[1] != before[1] else []
        made.append(after)
    return made


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " ".join(f"{x} {y}" for x, y in points)


Span = tuple[int, int]
"""How far anybody was behind (0 or less) and ahead (0 or more), in cents: the one scale on which all are drawn."""


def span_of(courses: Iterable[Course]) -> Span:
    """The span of courses."""
    points = [0, *(_ahead_cents(point) for course in courses for point in course.points)]
    return min(points), max(points)


def sparkline(course: Course, span: Span) -> Markup:
    """A course in the height of a line, through a night in which something was played; dotted where it is even.

    Of whoever never had checks in it, it stays on that line from beginning to end.
    """
    behind, ahead = span
    room = (SPARK_HEIGHT - 2 * _EDGE) / max(ahead - behind, 1)

    def height(cents: int) -> float:
        return round(_EDGE + (ahead - cents) * room, 1)

    step = (SPARK_WIDTH - 2 * _EDGE) / course.length
    drawn = [(round(_EDGE + at * step, 1), height(cents)) for at, cents in _ahead(course)]
    begin, end = drawn[0], drawn[-1]
    line = " ".join(f"{x} {y}" for x, y in drawn)
    return Markup(
        f'<svg class="sparkline" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" role="img">'
        f"<title>{escape(_said(course))}</title>"
        f'<path d="M{begin[0]} {height(0)} {line} {end[0]} {height(0)}Z" fill="{_FIELD}"/>'
        f'<path d="M0 {height(0)}H{SPARK_WIDTH}" stroke="{_EVEN}" stroke-width=".8" stroke-dasharray="1 2.6"/>'
        f'<path d="M{line}" fill="none" stroke="{_INK}" stroke-width="1.6"'
        f' stroke-linejoin="round"/><circle cx="{end[0]}" cy="{end[1]}" r="2.6" fill="{_INK}"/></svg>'
    )


def _said(course: Course) -> str:
    ahead = [cents for _, cents in _ahead(course)]
    least, most, end = map(signed, (min(ahead), max(ahead), ahead[-1]))
    return _("between %(least)s and %(most)s, at the end %(end)s", least=least, most=most, end=end)


def _ahead(course: Course) -> list[tuple[int, int]]:
    """Where the line goes, from the first checks to the end: steps, and how far ahead at each, in cents."""
    points = [(point.at, _ahead_cents(point)) for point in course.points] or [(0, 0)]
    last = points[-1][1]
    return [*points, (course.length, last)] if len(points) == 1 else points


def _ahead_cents(point: Point) -> int:
    """How far they were ahead of what they had put in; below nothing where they were behind."""
    return point.checks_cents - point.put_in_cents
