"""Blank papers to print and use by hand: cue-cards, the layout on one sheet or as a poster, Fan-Tan score sheets.

They belong to no night: no seal, no date, no facts with them; the same style gives the same bytes always.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup, escape

from dealer.fields import RANKS
from dealer.phrases import marked
from reports.blanks.layout_cards import INK
from reports.blanks.layout_drawing import GREEN, WHITE, Cloth
from reports.blanks.layout_sheets import poster_sheets, single_sheet
from reports.edition import PLAIN, Edition
from reports.marks import SIGNS
from reports.render import pdf
from reports.words.language import gettext as _
from reports.words.language import written_in

PAPER_MM = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The sheets standing: width and height."""

CARD_MM = (92.0, 126.0)
"""A cue-card, cut: width and height; the same from either sheet."""

_HANDS = 24
_SEATS = 8
_TICK_MM = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A blank paper: the name of its file without its end, what it is called and is for, and what prints it."""

    name: str
    title: str
    about: str
    make: Callable[[str, Edition], bytes]

    def print(self, edition: Edition = PLAIN) -> bytes:
        """The paper as PDF."""
        with written_in(edition.style):
            return self.make(_(self.title), edition)


def _cue_cards(title: str, edition: Edition) -> bytes:
    cuts = _cuts(edition.style.paper)
    return pdf("cue_cards.html", title, edition, ranks=RANKS, signs=SIGNS[edition.style.marks], cuts=cuts)


def _layout(title: str, edition: Edition, *, cloth: Cloth) -> bytes:
    return pdf("layout.html", title, edition, sheets=[single_sheet(edition.style.paper, cloth)])


def _poster(title: str, edition: Edition, *, cloth: Cloth) -> bytes:
    return pdf("layout.html", title, edition, sheets=poster_sheets(edition.style.paper, cloth))


def _score_sheet(title: str, edition: Edition) -> bytes:
    return pdf("score_sheet.html", title, edition, hands=_HANDS, seats=_SEATS)


_ALL = (
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
    Blank(
        name="fan-tan-score",
        title=marked("Fan-Tan score sheet"),
        about="Twenty-four hands of up to eight players, in chips.",
        make=_score_sheet,
    ),
)

BLANKS = {one.name: one for one in _ALL}
"""The blank papers by their names."""


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
