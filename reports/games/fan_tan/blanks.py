"""The blank papers of Fan-Tan: a score sheet."""

from __future__ import annotations

from dealer.commands.phrases import marked
from reports.game_papers import Blank
from reports.pdf.render import pdf
from reports.render_options import RenderOptions

_HANDS = 24
_SEATS = 8


def _score_sheet(title: str, options: RenderOptions) -> bytes:
    return pdf("fan_tan/score_sheet.html", title, options, hands=_HANDS, seats=_SEATS)


BLANKS = (
    Blank(
        name="fan-tan-score",
        title=marked("Fan-Tan score sheet"),
        about="Twenty-four hands of up to eight players, in chips.",
        make=_score_sheet,
    ),
)
