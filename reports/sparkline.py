"""A player's night in the height of a line: how far he was ahead or behind, beside his name on the table sheet."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from reports.course import Course, Point
from reports.language import gettext as _
from reports.wording import signed

WIDTH, HEIGHT = 120, 24
_EDGE = 3
_INK, _EVEN = "#1d1a16", "#5f5340"

Span = tuple[int, int]
"""How far anybody was behind (0 or less) and ahead (0 or more), in cents: the one scale on which all are drawn."""


def span_of(courses: Iterable[Course]) -> Span:
    """The span of courses."""
    points = [0, *(_ahead_cents(point) for course in courses for point in course.points)]
    return min(points), max(points)


def sparkline(course: Course, span: Span) -> Markup:
    """The line of a course that is to be drawn; where it is even there is a dotted line."""
    behind, ahead = span
    room = (HEIGHT - 2 * _EDGE) / max(ahead - behind, 1)

    def height(cents: int) -> float:
        return round(_EDGE + (ahead - cents) * room, 1)

    step = (WIDTH - 2 * _EDGE) / course.length
    drawn = [(round(_EDGE + point.at * step, 1), height(_ahead_cents(point))) for point in course.points]
    end = drawn[-1]
    return Markup(
        f'<svg class="sparkline" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(_said(course))}</title>'
        f'<path d="M0 {height(0)}H{WIDTH}" stroke="{_EVEN}" stroke-width=".8" stroke-dasharray="1 2.6"/>'
        f'<path d="M{" ".join(f"{x} {y}" for x, y in drawn)}" fill="none" stroke="{_INK}" stroke-width="1.6"'
        f' stroke-linejoin="round"/><circle cx="{end[0]}" cy="{end[1]}" r="2.6" fill="{_INK}"/></svg>'
    )


def _said(course: Course) -> str:
    ahead = [_ahead_cents(point) for point in course.points]
    least, most, end = map(signed, (min(ahead), max(ahead), ahead[-1]))
    return _("between %(least)s and %(most)s, at the end %(end)s", least=least, most=most, end=end)


def _ahead_cents(point: Point) -> int:
    """How far he was ahead of what he had put in; below nothing where he was behind."""
    return point.checks_cents - point.put_in_cents
