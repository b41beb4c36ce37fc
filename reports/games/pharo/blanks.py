"""The blank paper of Pharo: a punter's livret, to cut out (rulebook G1)."""

from __future__ import annotations

from dealer.commands.fields import RANKS
from dealer.commands.phrases import marked
from dealer.games.pharo.livret import FIGURES, named
from reports.game_papers import Blank
from reports.pdf.render import pdf
from reports.render_options import RenderOptions
from reports.words.phrases import said

INKS = {"A": "little", "4": "yellow", "7": "black", "J": "red"}
"""The colour of each figure's card, by its first rank."""


def _livret(title: str, options: RenderOptions) -> bytes:
    figures = [(INKS[ranks[0]], ranks, said(named(ranks))) for ranks in FIGURES]
    return pdf("pharo/blank.html", title, options, ranks=RANKS, figures=figures)


LIVRET = Blank(
    name="livret",
    title=marked("A livret"),
    about="Seventeen cards to cut out: thirteen ranks and the four figures, to lay checks on and to bend corners of.",
    make=_livret,
)
