"""The Faro layout in millimetres, on one sheet or as a poster, and blank cue-cards (rulebook 1.2, 1.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from markupsafe import Markup, escape

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.games.faro.cards import HOCK, LOSER, SODA, WINNER
from dealer.games.faro.layout import BOTTOM_ROW, SEVEN, TOP_ROW
from events.common.house import CROSS_AND_NAUGHT, TABS
from events.frozen import Frozen
from reports.game_papers import Blank
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.words.language import gettext as _

TEMPLATE = "faro/papers.html"
"""The template of the game's papers."""


class Signs(Frozen):
    """The signs for a card that won, for one that lost, for the soda and for the hock."""

    winner: str
    loser: str
    soda: str = SODA
    hock: str = HOCK

    def of(self, mark: str) -> str:
        """The sign for one of the case-keeper's marks."""
        return {WINNER: self.winner, LOSER: self.loser, SODA: self.soda, HOCK: self.hock}[mark]


SIGNS = {
    TABS: Signs(winner=WINNER, loser=LOSER),
    CROSS_AND_NAUGHT: Signs(winner="×", loser="0"),
}
"""The signs for each style of marks that a house may choose."""


WIDTH_MM, HEIGHT_MM = 60.0, 88.0
INK = "#1d1a16"
FELL = 'font-family="IM Fell DW Pica SC" text-anchor="middle"'

_LEFT, _MIDDLE, _RIGHT = 18.5, WIDTH_MM / 2, WIDTH_MM - 18.5
_TOP, _BOTTOM = 17.0, HEIGHT_MM - 17.0
_CENTRE = HEIGHT_MM / 2
_THIRD = (_BOTTOM - _TOP) / 3
_PIP = 0.138
_PIP_OF_INDEX = 0.055
_SPADE = "M0-50C-6-29-41-15-41 13-41 36-15 40-4 22-4 34-9 42-18 50H18C9 42 4 34 4 22 15 40 41 36 41 13 41-15 6-29 0-50Z"

_CORNERS = ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM))
_SIX = (*_CORNERS, (_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_EIGHT_AT_THE_SIDES = (*_CORNERS, *((x, y) for y in (_TOP + _THIRD, _BOTTOM - _THIRD) for x in (_LEFT, _RIGHT)))
_IN_THE_MIDDLE = (_MIDDLE, _CENTRE)
_UPPER, _LOWER = (_MIDDLE, (_TOP + _CENTRE) / 2), (_MIDDLE, (_BOTTOM + _CENTRE) / 2)
_PIPS = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    "3": ((_MIDDLE, _TOP), _IN_THE_MIDDLE, (_MIDDLE, _BOTTOM)),
    "4": _CORNERS,
    "5": (*_CORNERS, _IN_THE_MIDDLE),
    "6": _SIX,
    "7": (*_SIX, _UPPER),
    "8": (*_SIX, _UPPER, _LOWER),
    "9": (*_EIGHT_AT_THE_SIDES, _IN_THE_MIDDLE),
    "10": (*_EIGHT_AT_THE_SIDES, (_MIDDLE, _TOP + _THIRD / 2), (_MIDDLE, _BOTTOM - _THIRD / 2)),
}
"""Positions of the pips, as on any pack."""

_CROWN = (
    '<path d="M-26-8-32-29-16-17 0-36 16-17 32-29 26-8Z"/><rect x="-26" y="-6.6" width="52" height="6.6" rx="1.4"/>'
    '<circle cx="-32.4" cy="-31.4" r="3"/><circle cx="32.4" cy="-31.4" r="3"/>'
    '<path d="M-1.7-50H1.7V-46H5.7V-42.6H1.7V-37H-1.7V-42.6H-5.7V-46H-1.7Z"/>'
)
_CORONET = (
    '<path d="M-25-8-31-25Q-21-16-16-28-8-16 0-31 8-16 16-28 21-16 31-25L25-8Z"/>'
    '<rect x="-25" y="-6.6" width="50" height="6.6" rx="1.4"/>'
    '<circle cx="-31.6" cy="-28" r="2.7"/><circle cx="-16.2" cy="-31.4" r="2.7"/><circle cx="0" cy="-35" r="3.2"/>'
    '<circle cx="16.2" cy="-31.4" r="2.7"/><circle cx="31.6" cy="-28" r="2.7"/>'
)
_CAP = (
    '<path d="M-25-8C-32-20-18-29-3-25 12-30 31-21 25-8Z"/><rect x="-25" y="-6.6" width="50" height="6.6" rx="1.4"/>'
    '<path d="M4-26C6-41 17-50 37-49 34-46 33-44 33.5-41.5 30-41 28.5-38.5 29-35.5 25-36 23-33.5 23-30.5'
    ' 16-30 11-28 8-25Z"/>'
)
_WORN = {"K": _CROWN, "Q": _CORONET, "J": _CAP}
"""The headgear of the court cards' spades: crown, coronet or plumed cap, standing on zero."""


def layout_card(rank: str, x: float, y: float, paper: str) -> str:
    """The card of a rank with its upper left corner at a point, in ink on coloured paper."""
    face = _pips(_PIPS[rank]) if rank in _PIPS else _ace(paper) if rank == "A" else _court(rank, paper)
    turned = f"rotate(180 {WIDTH_MM / 2} {HEIGHT_MM / 2})"
    return (
        f'<g transform="translate({x:.2f} {y:.2f})">'
        f'<rect width="{WIDTH_MM}" height="{HEIGHT_MM}" rx="4" fill="{paper}" stroke="{INK}" stroke-width=".5"/>'
        f'<g fill="{INK}">{face}{_index(rank)}<g transform="{turned}">{_index(rank)}</g></g></g>'
    )


def spade(x: float, y: float, size: float, fill: str = INK, *, inverted: bool = False) -> str:
    """A spade centred on a point; ``size`` is its height for each hundred units."""
    scale = f"{size:.4f} {-size if inverted else size:.4f}"
    return f'<path d="{_SPADE}" transform="translate({x:.2f} {y:.2f}) scale({scale})" fill="{fill}"/>'


def _pips(places: tuple[tuple[float, float], ...]) -> str:
    return "".join(spade(x, y, _PIP, inverted=y > _CENTRE) for x, y in places)


def _index(rank: str) -> str:
    """The rank and a small spade in the upper left corner."""
    return f'<text x="6.4" y="11" font-size="9.6" {FELL}>{rank}</text>{spade(6.4, 16.2, _PIP_OF_INDEX)}'


def _ace(paper: str) -> str:
    """A large spade, engraved with a line and a star."""
    at = f'transform="translate({_MIDDLE} {_CENTRE})'
    rays = "".join(f'<path d="M0-2.4 .6-7 0-9-.6-7Z" transform="rotate({turn})"/>' for turn in range(0, 360, 30))
    return (
        spade(_MIDDLE, _CENTRE, 0.58)
        + f'<path d="{_SPADE}" {at} scale(.5)" fill="none" stroke="{paper}" stroke-width="1.1"/>'
        + f'<g transform="translate({_MIDDLE} {_CENTRE + 5})" fill="{paper}"><circle r="1.8"/>{rays}</g>'
    )


def _court(rank: str, paper: str) -> str:
    """A spade with the headgear of its rank and its letter cut out, in a frame."""
    lines = f'fill="none" stroke="{INK}"'
    frame = "".join(
        f'<rect x="{inset + 9}" y="{inset}" width="{WIDTH_MM - 18 - 2 * inset}" height="{HEIGHT_MM - 2 * inset}"'
        f' rx="{radius}" {lines} stroke-width="{wide}"/>'
        for inset, radius, wide in ((5.0, 1.2, 0.35), (6.3, 0.7, 0.9))
    )
    worn = f'<g transform="translate({_MIDDLE} 33) scale(.36)">{_WORN[rank]}</g>'
    letter = f'<text x="{_MIDDLE}" y="60.2" font-size="15" fill="{paper}" {FELL}>{rank}</text>'
    return frame + worn + spade(_MIDDLE, 54.5, 0.33) + letter


WIDE_MM, HIGH_MM = 544.0, 370.0

_SIDE = 22.0
_STEP = (WIDE_MM - 2 * _SIDE - WIDTH_MM) / len(TOP_ROW)
_STRIP_TOP, _STRIP_HIGH = 20.0, 41.0
_TOP_ROW_AT, _BOTTOM_ROW_AT = 86.0, 206.0
_SEVEN_AT = (_TOP_ROW_AT + _BOTTOM_ROW_AT) / 2
_TITLE_AT = 340.0


class Cloth(Frozen):
    """The colours of a layout: the cloth, its lines and words, and the cards' paper."""

    ground: str
    lines: str
    paper: str


GREEN = Cloth(ground="#1b5a45", lines="#d9b65f", paper="#fbf6e9")
WHITE = Cloth(ground="#ffffff", lines=INK, paper="#ffffff")
"""A white cloth, which saves ink."""


def layout_drawing(cloth: Cloth) -> str:
    """The whole layout, ``WIDE_MM`` by ``HIGH_MM``, without the enclosing ``svg``."""
    cards = [layout_card(SEVEN, _column(0), _SEVEN_AT, cloth.paper)]
    for row, y in ((TOP_ROW, _TOP_ROW_AT), (BOTTOM_ROW, _BOTTOM_ROW_AT)):
        cards += [layout_card(rank, _column(at), y, cloth.paper) for at, rank in enumerate(row, start=1)]
    return "".join((_ground(cloth), _rosette(cloth), _strip(cloth), _title(cloth), *cards))


def _column(at: int) -> float:
    """The left edge of a column of cards, counted from the seven."""
    return _SIDE + at * _STEP


def _ground(cloth: Cloth) -> str:
    lines = f'fill="none" stroke="{cloth.lines}"'
    return (
        f'<rect width="{WIDE_MM}" height="{HIGH_MM}" fill="{cloth.ground}"/>'
        f'<rect x="6" y="6" width="{WIDE_MM - 12}" height="{HIGH_MM - 12}" rx="7" {lines} stroke-width="1.6"/>'
        f'<rect x="9" y="9" width="{WIDE_MM - 18}" height="{HIGH_MM - 18}" rx="4.5" {lines} stroke-width=".5"/>'
    )


def _rosette(cloth: Cloth) -> str:
    """Four spades in a ring, beside the bar."""
    x, y, lines = _column(0) + WIDTH_MM / 2, _STRIP_TOP + _STRIP_HIGH / 2, f'fill="none" stroke="{cloth.lines}"'
    spades = "".join(
        f'<g transform="rotate({turn})">{spade(0, -9.6, 0.12, cloth.lines)}</g>' for turn in (0, 90, 180, 270)
    )
    rings = "".join(
        f'<circle r="{radius}" {lines} stroke-width="{width}"/>' for radius, width in ((20.4, 1.2), (18.2, 0.5))
    )
    return f'<g transform="translate({x:.2f} {y:.2f})">{rings}{spades}</g>'


def _strip(cloth: Cloth) -> str:
    """The bar for high card, nearest the dealer."""
    left, wide = _column(1), _column(len(TOP_ROW)) + WIDTH_MM - _column(1)
    middle, lines = left + wide / 2, f'fill="none" stroke="{cloth.lines}"'
    words_at, name = _STRIP_TOP + _STRIP_HIGH / 2, escape(_("High Card"))
    return (
        f'<rect x="{left:.2f}" y="{_STRIP_TOP}" width="{wide:.2f}" height="{_STRIP_HIGH}" rx="4" {lines}'
        ' stroke-width="1.2"/>'
        f'<text x="{middle:.2f}" y="{words_at + 7.2}" font-size="25" letter-spacing="9" fill="{cloth.lines}" {FELL}>'
        f"{name}</text>"
    )


def _title(cloth: Cloth) -> str:
    """The game's name at the players' side, between two spades."""
    middle = WIDE_MM / 2
    rules = "".join(
        f'<path d="M{middle + side * 62:.1f} {_TITLE_AT - 6}H{middle + side * 205:.1f}" stroke="{cloth.lines}"'
        ' stroke-width=".6" fill="none"/>' + spade(middle + side * 53, _TITLE_AT - 6, 0.1, cloth.lines)
        for side in (-1, 1)
    )
    look = f'font-size="24" letter-spacing="8" fill="{cloth.lines}" {FELL}'
    title = escape(_("Faro"))
    return f'{rules}<text x="{middle}" y="{_TITLE_AT}" {look}>{title}</text>'


SIZES_MM = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}
"""Width and height of sheets in landscape."""

MARGIN_MM = 10.0
"""Most printers leave a smaller margin."""

OVERLAP_MM = 10.0
"""How far a sheet of a poster overlaps its neighbour."""

RULER_MM = 50.0
_TICK_MM = 5.0


class LayoutSheet(Frozen):
    """A sheet with the layout or a part of it: bookmark, drawing of the whole page, and instructions."""

    bookmark: str
    drawing: Markup
    caption: str = ""


class _Part(Frozen):
    """A part of a poster: whether it has neighbours on the left and above, and its corner in the printed area."""

    right: bool
    lower: bool
    x_mm: float
    y_mm: float


def single_sheet(paper: str, cloth: Cloth) -> LayoutSheet:
    """The whole layout, centred on one sheet."""
    wide, high = _printed_mm(paper)
    picture = _window(0, 0, wide, high, min(wide / WIDE_MM, high / HIGH_MM), (wide, high), cloth)
    return LayoutSheet(bookmark=_("The layout"), drawing=_page(paper, _sheet_title(), picture))


def poster_sheets(paper: str, cloth: Cloth) -> tuple[LayoutSheet, ...]:
    """The layout on two by two sheets that overlap, with marks for cutting and gluing."""
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
                _sheet_title(),
                _window(part.x_mm, part.y_mm, wide, high, poster_scale(paper), area, cloth),
                *_marks(part, wide, high),
                _ruler(paper),
            ),
            caption=captions[number - 1],
        )
        for number, part in enumerate(parts, start=1)
    )


def poster_scale(paper: str) -> float:
    """The scale of a poster; 1 is actual size."""
    wide, high = (2 * side - OVERLAP_MM for side in _printed_mm(paper))
    return min(wide / WIDE_MM, high / HIGH_MM)


def _printed_mm(paper: str) -> tuple[float, float]:
    wide, high = SIZES_MM[paper]
    return wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM


def _sheet_title() -> str:
    return _(
        "The layout as the players see it: the seven on the left, the six to the ace in the upper row, the "
        "eight to the king in the lower row, and the high card bar on top."
    )


def _captions() -> tuple[str, ...]:
    return (
        _("Sheet 1 of 4, upper left: the bottom sheet, do not cut it."),
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
    """The part of an area, with the layout at its centre, that shows through a window; all in millimetres."""
    left, top = (area[0] - scale * WIDE_MM) / 2, (area[1] - scale * HIGH_MM) / 2
    seen = f"{(x - left) / scale:.3f} {(y - top) / scale:.3f} {wide / scale:.3f} {high / scale:.3f}"
    return (
        f'<svg x="{MARGIN_MM}" y="{MARGIN_MM}" width="{wide}" height="{high}" viewBox="{seen}" overflow="hidden">'
        f"{layout_drawing(cloth)}</svg>"
    )


def _marks(part: _Part, wide: float, high: float) -> Iterator[str]:
    """Short lines in the margins: where to cut a sheet, or where the edge of the next sheet goes."""
    x = MARGIN_MM if part.right else MARGIN_MM + wide - OVERLAP_MM
    y = MARGIN_MM if part.lower else MARGIN_MM + high - OVERLAP_MM
    for edge, away in ((MARGIN_MM, -1), (MARGIN_MM + high, 1)):
        yield f'<path d="M{x:.2f} {edge + away:.2f}v{away * _TICK_MM}" {_LINE}/>'
    for edge, away in ((MARGIN_MM, -1), (MARGIN_MM + wide, 1)):
        yield f'<path d="M{edge + away:.2f} {y:.2f}h{away * _TICK_MM}" {_LINE}/>'


def _ruler(paper: str) -> str:
    """A line in the lower margin for checking the printed size."""
    wide, high = SIZES_MM[paper]
    left, y = wide - MARGIN_MM - OVERLAP_MM - RULER_MM - 5, high - MARGIN_MM / 2
    label = escape(_("at full size 50 mm:"))
    return (
        f'<path d="M{left:.2f} {y - 1:.2f}v2m0-1h{RULER_MM}m0-1v2" {_LINE}/>'
        f'<text x="{left - 2:.2f}" y="{y + 0.9:.2f}" font-size="2.8" text-anchor="end" fill="{INK}"'
        f' font-family="Alegreya Sans">{label}</text>'
    )


_LINE = f'fill="none" stroke="{INK}" stroke-width=".25"'


PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of sheets in portrait."""

CARD_MM = (92.0, 126.0)
"""Width and height of a cut cue-card, the same from either paper size."""

_CUT_MARK_MM = 5.0


def _cue_cards(title: str, options: RenderOptions) -> bytes:
    cuts = _cuts(options.style.paper)
    kind, signs = f"cue-cards {options.style.paper}", SIGNS[options.style.marks]
    return blank_paper(title, options, kind, template=TEMPLATE, ranks=RANKS, signs=signs, cuts=cuts)


def _layout(title: str, options: RenderOptions, *, cloth: Cloth) -> bytes:
    return _on_sheets(title, options, [single_sheet(options.style.paper, cloth)])


def _poster(title: str, options: RenderOptions, *, cloth: Cloth) -> bytes:
    return _on_sheets(title, options, poster_sheets(options.style.paper, cloth))


def _on_sheets(title: str, options: RenderOptions, sheets: Sequence[LayoutSheet]) -> bytes:
    return blank_paper(title, options, "layout", template=TEMPLATE, orientation="landscape", sheets=sheets)


BLANKS = (
    Blank(
        name="cue-cards",
        title=marked("Blank cue-cards"),
        about="Four to a sheet, to cut: thirteen ranks, four boxes each, soda and hock.",
        make=_cue_cards,
    ),
    Blank(
        name="layout",
        title=marked("The layout"),
        about="The whole layout on one sheet, for the wall or for small counters.",
        make=partial(_layout, cloth=GREEN),
    ),
    Blank(
        name="layout-white",
        title=marked("The layout on white"),
        about="The same in black lines, to save ink.",
        make=partial(_layout, cloth=WHITE),
    ),
    Blank(
        name="layout-poster",
        title=marked("The layout as a poster"),
        about="Four sheets to cut and glue, large enough for checks of 39 mm.",
        make=partial(_poster, cloth=GREEN),
    ),
    Blank(
        name="layout-poster-white",
        title=marked("The layout as a poster on white"),
        about="The same four sheets in black lines.",
        make=partial(_poster, cloth=WHITE),
    ),
)


def _cuts(paper: str) -> Markup:
    """Cutting marks around and between four cue-cards in the middle of a sheet."""
    (wide, high), (across, down) = PAPER_MM[paper], CARD_MM
    marks = ""
    for step in (-1, 0, 1):
        x, y = wide / 2 + step * across, high / 2 + step * down
        for side in (-1, 1):
            marks += f"M{x:.2f} {high / 2 + side * (down + 1.5):.2f}v{side * _CUT_MARK_MM}"
            marks += f"M{wide / 2 + side * (across + 1.5):.2f} {y:.2f}h{side * _CUT_MARK_MM}"
    title = escape(_("Marks at which the cards are cut"))
    return Markup(
        f'<svg class="cuts" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" role="img">'
        f"<title>{title}</title>"
        f'<path d="{marks}M{wide / 2 - 3} {high / 2}h6m-3-3v6" stroke="{INK}" stroke-width=".25" fill="none"/></svg>'
    )
