"""The blank papers of Faro: cue-cards, and the layout on one sheet or as a poster."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup, escape

from dealer.commands.fields import RANKS
from dealer.commands.phrases import marked
from reports.game_papers import Blank
from reports.games.faro.layout_cards import INK
from reports.games.faro.layout_drawing import GREEN, WHITE, Cloth
from reports.games.faro.layout_sheets import poster_sheets, single_sheet
from reports.games.faro.tab_sheet import SIGNS
from reports.pdf.render import pdf
from reports.render_options import RenderOptions
from reports.words.language import gettext as _

PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The sheets standing: width and height."""

CARD_MM = (92.0, 126.0)
"""A cue-card, cut: width and height; the same from either sheet."""

_TICK_MM = 5.0


def _cue_cards(title: str, options: RenderOptions) -> bytes:
    cuts = _cuts(options.style.paper)
    return pdf("faro/blank.html", title, options, ranks=RANKS, signs=SIGNS[options.style.marks], cuts=cuts)


def _layout(title: str, options: RenderOptions, *, cloth: Cloth) -> bytes:
    return pdf("faro/blank.html", title, options, sheets=[single_sheet(options.style.paper, cloth)])


def _poster(title: str, options: RenderOptions, *, cloth: Cloth) -> bytes:
    return pdf("faro/blank.html", title, options, sheets=poster_sheets(options.style.paper, cloth))


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
        about="All of it on one sheet: for the wall, or for small counters.",
        make=partial(_layout, cloth=GREEN),
    ),
    Blank(
        name="layout-white",
        title=marked("The layout on white"),
        about="The same in black lines, for those short of ink.",
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
    """The marks around four cue-cards in the middle of a sheet, and between them, at which they are cut."""
    (wide, high), (across, down) = PAPER_MM[paper], CARD_MM
    marks = ""
    for step in (-1, 0, 1):
        x, y = wide / 2 + step * across, high / 2 + step * down
        for side in (-1, 1):
            marks += f"M{x:.2f} {high / 2 + side * (down + 1.5):.2f}v{side * _TICK_MM}"
            marks += f"M{wide / 2 + side * (across + 1.5):.2f} {y:.2f}h{side * _TICK_MM}"
    title = escape(_("Marks at which the cards are cut"))
    return Markup(
        f'<svg class="cuts" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" role="img">'
        f"<title>{title}</title>"
        f'<path d="{marks}M{wide / 2 - 3} {high / 2}h6m-3-3v6" stroke="{INK}" stroke-width=".25" fill="none"/></svg>'
    )
