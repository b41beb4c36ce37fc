"""The layout on sheets of paper: all of it on one, or as a poster of four to cut and glue, at a size to play on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from markupsafe import Markup, escape

from events.frozen import Frozen
from reports.games.faro.layout_cards import INK
from reports.games.faro.layout_drawing import HIGH_MM, WIDE_MM, Cloth, layout_drawing
from reports.words.language import gettext as _

SIZES_MM = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}
"""The sheets lying: width and height."""

MARGIN_MM = 10.0
"""What most printers leave white is less."""

OVERLAP_MM = 10.0
"""How much of a poster's sheet lies under its neighbour."""

RULER_MM = 50.0
_TICK_MM = 5.0


class LayoutSheet(Frozen):
    """A sheet with the layout or a part of it: its bookmark, the drawing of the whole page, what to do with it."""

    bookmark: str
    drawing: Markup
    caption: str = ""


class _Part(Frozen):
    """A part of a poster: whether there are sheets to its left and above it, and its corner in the printed area."""

    right: bool
    lower: bool
    x_mm: float
    y_mm: float


def single_sheet(paper: str, cloth: Cloth) -> LayoutSheet:
    """The whole layout in the middle of one sheet."""
    wide, high = _printed_mm(paper)
    picture = _window(0, 0, wide, high, min(wide / WIDE_MM, high / HIGH_MM), (wide, high), cloth)
    return LayoutSheet(bookmark=_("The layout"), drawing=_page(paper, _title(), picture))


def poster_sheets(paper: str, cloth: Cloth) -> tuple[LayoutSheet, ...]:
    """The layout over two sheets by two, each overlapping the next, with marks where to cut and glue."""
    wide, high = _printed_mm(paper)
    area = (2 * wide - OVERLAP_MM, 2 * high - OVERLAP_MM)
    parts = [
        _Part(right=right, lower=lower, x_mm=right * (wide - OVERLAP_MM), y_mm=lower * (high - OVERLAP_MM))
        for lower, right in product((False, True), repeat=2)
    ]
    captions = _captions()
    return tuple(
        LayoutSheet(
            bookmark=_("Sheet %(number)s of %(all)s", number=number, all=len(parts)),
            drawing=_page(
                paper,
                _title(),
                _window(part.x_mm, part.y_mm, wide, high, poster_scale(paper), area, cloth),
                *_marks(part, wide, high),
                _ruler(paper),
            ),
            caption=captions[number - 1],
        )
        for number, part in enumerate(parts, start=1)
    )


def poster_scale(paper: str) -> float:
    """How large a poster is printed: 1 is millimetre for millimetre."""
    wide, high = (2 * side - OVERLAP_MM for side in _printed_mm(paper))
    return min(wide / WIDE_MM, high / HIGH_MM)


def _printed_mm(paper: str) -> tuple[float, float]:
    wide, high = SIZES_MM[paper]
    return wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM


def _title() -> str:
    return _(
        "The layout as the players see it: the seven by itself on the left, the six to the ace in the upper row, the"
        " eight to the king in the lower one, and above them the bar for high card."
    )


def _captions() -> tuple[str, ...]:
    return (
        _("Sheet 1 of 4, upper left: it lies undermost and is not cut."),
        _("Sheet 2 of 4, upper right: cut off its left margin and glue its edge to the marks of sheet 1."),
        _("Sheet 3 of 4, lower left: cut off its upper margin and glue its edge to the marks of sheet 1."),
        _("Sheet 4 of 4, lower right: cut off its left and upper margins and glue its edges to the marks of 2 and 3."),
    )


def _page(paper: str, title: str, *drawn: str) -> Markup:
    wide, high = SIZES_MM[paper]
    return Markup(
        f'<svg width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" role="img">'
        f"<title>{escape(title)}</title>{''.join(drawn)}</svg>"
    )


def _window(x: float, y: float, wide: float, high: float, scale: float, area: tuple[float, float], cloth: Cloth) -> str:
    """What of an area, the layout in its middle, is seen through a window at a place in it; all in millimetres."""
    left, top = (area[0] - scale * WIDE_MM) / 2, (area[1] - scale * HIGH_MM) / 2
    seen = f"{(x - left) / scale:.3f} {(y - top) / scale:.3f} {wide / scale:.3f} {high / scale:.3f}"
    return (
        f'<svg x="{MARGIN_MM}" y="{MARGIN_MM}" width="{wide}" height="{high}" viewBox="{seen}" overflow="hidden">'
        f"{layout_drawing(cloth)}</svg>"
    )


def _marks(part: _Part, wide: float, high: float) -> Iterator[str]:
    """Short lines in the margins: where a sheet is cut, or where the next one's edge comes to lie."""
    x = MARGIN_MM if part.right else MARGIN_MM + wide - OVERLAP_MM
    y = MARGIN_MM if part.lower else MARGIN_MM + high - OVERLAP_MM
    for edge, away in ((MARGIN_MM, -1), (MARGIN_MM + high, 1)):
        yield f'<path d="M{x:.2f} {edge + away:.2f}v{away * _TICK_MM}" {_LINE}/>'
    for edge, away in ((MARGIN_MM, -1), (MARGIN_MM + wide, 1)):
        yield f'<path d="M{edge + away:.2f} {y:.2f}h{away * _TICK_MM}" {_LINE}/>'


def _ruler(paper: str) -> str:
    """A line in the lower margin that shows whether a printer kept the size."""
    wide, high = SIZES_MM[paper]
    left, y = wide - MARGIN_MM - OVERLAP_MM - RULER_MM - 5, high - MARGIN_MM / 2
    said = escape(_("at full size 50 mm:"))
    return (
        f'<path d="M{left:.2f} {y - 1:.2f}v2m0-1h{RULER_MM}m0-1v2" {_LINE}/>'
        f'<text x="{left - 2:.2f}" y="{y + 0.9:.2f}" font-size="2.8" text-anchor="end" fill="{INK}"'
        f' font-family="Alegreya Sans">{said}</text>'
    )


_LINE = f'fill="none" stroke="{INK}" stroke-width=".25"'
