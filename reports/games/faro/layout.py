"""The sheets of the Faro layout, whole or as a poster, and blank cue-cards (rulebook 1.2, 1.10)."""

from __future__ import annotations

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
from reports.pdf.render import blank_paper, drawn
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


class Cloth(Frozen):
    """The colours of a layout: the cloth, its lines and words, and the cards' paper."""

    ground: str
    lines: str
    paper: str


INK = "#1d1a16"
GREEN = Cloth(ground="#1b5a45", lines="#d9b65f", paper="#fbf6e9")
WHITE = Cloth(ground="#ffffff", lines=INK, paper="#ffffff")
"""A white cloth, which saves ink."""

WIDE_MM, HIGH_MM = 544.0, 370.0
"""Width and height of the drawn layout."""

PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of sheets in portrait."""

MARGIN_MM = 10.0
"""Most printers leave a smaller margin."""

OVERLAP_MM = 10.0
"""How far a sheet of a poster overlaps its neighbour."""


class LayoutSheet(Frozen):
    """A sheet with the layout, or a part of a poster: whether it has neighbours on the left and above."""

    bookmark: str
    caption: str = ""
    right: bool = False
    lower: bool = False


class LayoutSheets(Frozen):
    """The layout on sheets of a paper in landscape, in millimetres: ``wide`` and ``high`` is their printed area."""

    wide: float
    high: float
    cloth: Cloth
    sheets: tuple[LayoutSheet, ...]
    margin: float = MARGIN_MM
    overlap: float = OVERLAP_MM
    seven: str = SEVEN
    rows: tuple[tuple[str, ...], ...] = (TOP_ROW, BOTTOM_ROW)

    @property
    def area(self) -> tuple[float, float]:
        """Width and height of all sheets together."""
        if len(self.sheets) == 1:
            return self.wide, self.high
        return 2 * self.wide - self.overlap, 2 * self.high - self.overlap

    @property
    def scale(self) -> float:
        """The scale of the layout; 1 is actual size."""
        wide, high = self.area
        return min(wide / WIDE_MM, high / HIGH_MM)

    def window(self, sheet: LayoutSheet) -> str:
        """The part of the layout, at the centre of the area, that a sheet shows."""
        x, y = sheet.right * (self.wide - self.overlap), sheet.lower * (self.high - self.overlap)
        wide, high = self.area
        left, top = (wide - self.scale * WIDE_MM) / 2, (high - self.scale * HIGH_MM) / 2
        return " ".join(f"{side / self.scale:.3f}" for side in (x - left, y - top, self.wide, self.high))


def layout_sheets(paper: str, cloth: Cloth, *, poster: bool) -> LayoutSheets:
    """The whole layout on one sheet, or a poster of two by two sheets that overlap."""
    high, wide = (side - 2 * MARGIN_MM for side in PAPER_MM[paper])
    sheets = _parts() if poster else (LayoutSheet(bookmark=_("The layout")),)
    return LayoutSheets(wide=wide, high=high, cloth=cloth, sheets=sheets)


def _parts() -> tuple[LayoutSheet, ...]:
    captions = (
        _("Sheet 1 of 4, upper left: the bottom sheet, do not cut it."),
        _("Sheet 2 of 4, upper right: cut off its left margin and glue its edge to the marks of sheet 1."),
        _("Sheet 3 of 4, lower left: cut off its upper margin and glue its edge to the marks of sheet 1."),
        _("Sheet 4 of 4, lower right: cut off its left and upper margins and glue its edges to the marks of 2 and 3."),
    )
    return tuple(
        LayoutSheet(
            bookmark=_("Sheet %(number)s of %(all)s", number=number, all=len(captions)),
            caption=caption,
            right=right,
            lower=lower,
        )
        for number, (caption, (lower, right)) in enumerate(
            zip(captions, product((False, True), repeat=2), strict=True), start=1
        )
    )


CARD_MM = (92.0, 126.0)
"""Width and height of a cut cue-card, the same from either paper size."""

_CUT_MARK_MM = 5.0


def _cue_cards(title: str, options: RenderOptions) -> bytes:
    cuts = _cuts(options.style.paper)
    kind, signs = f"cue-cards {options.style.paper}", SIGNS[options.style.marks]
    return blank_paper(title, options, kind, template=TEMPLATE, ranks=RANKS, signs=signs, cuts=cuts)


def _layout(title: str, options: RenderOptions, *, cloth: Cloth, poster: bool = False) -> bytes:
    layout = layout_sheets(options.style.paper, cloth, poster=poster)
    return blank_paper(title, options, "layout", template=TEMPLATE, orientation="landscape", layout=layout)


def layout_picture() -> Markup:
    """The whole layout as a picture of any size."""
    return drawn("faro/layout.html", "picture", cloth=GREEN, seven=SEVEN, rows=(TOP_ROW, BOTTOM_ROW))


BLANKS = (
    Blank(
        name="cue-cards",
        title=marked("Blank cue-cards"),
        about=marked("Four to a sheet, to cut: thirteen ranks, four boxes each, soda and hock."),
        make=_cue_cards,
    ),
    Blank(
        name="layout",
        title=marked("The layout"),
        about=marked("The whole layout on one sheet, for the wall or for small counters."),
        make=partial(_layout, cloth=GREEN),
    ),
    Blank(
        name="layout-white",
        title=marked("The layout on white"),
        about=marked("The same in black lines, to save ink."),
        make=partial(_layout, cloth=WHITE),
    ),
    Blank(
        name="layout-poster",
        title=marked("The layout as a poster"),
        about=marked("Four sheets to cut and glue, large enough for checks of 39 mm."),
        make=partial(_layout, cloth=GREEN, poster=True),
    ),
    Blank(
        name="layout-poster-white",
        title=marked("The layout as a poster on white"),
        about=marked("The same four sheets in black lines."),
        make=partial(_layout, cloth=WHITE, poster=True),
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
