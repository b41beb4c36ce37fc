"""A player's night in the height of a line: how far he was ahead or behind, beside his name on the table sheet."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from reports.rounds.course import Course, Point
from reports.words.formatting import signed
from reports.words.language import gettext as _

WIDTH, HEIGHT = 120, 30
_EDGE = 3
_INK, _EVEN, _FIELD = "#1d1a16", "#5f5340", "#d9d2c3"

Span = tuple[int, int]
"""How far anybody was behind (0 or less) and ahead (0 or more), in cents: the one scale on which all are drawn."""


def span_of(courses: Iterable[Course]) -> Span:
    """The span of courses."""
    points = [0, *(_ahead_cents(point) for course in courses for point in course.points)]
    return min(points), max(points)


def sparkline(course: Course, span: Span) -> Markup:
    """The line of a course through a night in which something was played; where it is even there is a dotted line.

    Of whoever never had checks in it, it stays on that line from beginning to end.
    """
    behind, ahead = span
    room = (HEIGHT - 2 * _EDGE) / max(ahead - behind, 1)

    def height(cents: int) -> float:
        return round(_EDGE + (ahead - cents) * room, 1)

    step = (WIDTH - 2 * _EDGE) / course.length
    drawn = [(round(_EDGE + at * step, 1), height(cents)) for at, cents in _ahead(course)]
    begin, end = drawn[0], drawn[-1]
    line = " ".join(f"{x} {y}" for x, y in drawn)
    return Markup(
        f'<svg class="sparkline" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(_said(course))}</title>'
        f'<path d="M{begin[0]} {height(0)} {line} {end[0]} {height(0)}Z" fill="{_FIELD}"/>'
        f'<path d="M0 {height(0)}H{WIDTH}" stroke="{_EVEN}" stroke-width=".8" stroke-dasharray="1 2.6"/>'
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
    """How far he was ahead of what he had put in; below nothing where he was behind."""
    return point.checks_cents - point.put_in_cents
