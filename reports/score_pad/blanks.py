"""Blank score sheets, to keep a match by hand."""

from __future__ import annotations

from dealer.game.game import Game
from reports.game_papers import Blank
from reports.pdf.render import pdf
from reports.render_options import RenderOptions
from reports.score_pad.sheet import SheetForm
from reports.words.language import gettext as _

HANDS = 24


def score_blank(game: Game, form: SheetForm) -> Blank:
    """The blank score sheet of a game."""

    def make(_title: str, options: RenderOptions) -> bytes:
        title = _("%(game)s score sheet", game=game.title)
        tables, has_bids = form.tables(), "bid" in game.words
        return pdf(form.blank, title, options, form=form, tables=tables, has_bids=has_bids, hands=HANDS)

    return Blank(
        name=f"{game.name.replace('_', '-')}-score",
        title=f"{game.title} score sheet",
        about=form.about,
        make=make,
    )
