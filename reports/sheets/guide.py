"""How a game is played, on one sheet for players who are new to it."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup
from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.games import game_called
from reports.game_papers import Blank, GamePapers
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rulebook import Guide


def with_guide(papers: GamePapers) -> GamePapers:
    """The papers of a game with the sheet of its guide among the blank ones, if it has a guide."""
    if papers.guide is None:
        return papers
    sheet = Blank(
        name=guide_sheet(papers.name),
        title=marked("How %(game)s is played"),
        about=marked("One sheet for players who are new to the game."),
        make=partial(_print, papers.guide),
        game=game_called(papers.name).title,
    )
    return replace(papers, blanks=(*papers.blanks, sheet))


def guide_sheet(game: str) -> str:
    """The name of the blank paper that tells how a game is played."""
    return f"{game.replace('_', '-')}-guide"


def _print(guide: Guide, title: str, options: RenderOptions) -> bytes:
    picture = guide.picture() if guide.picture else Markup("")
    return blank_paper(title, options, "guide", template="guide.html", guide=guide, picture=picture)
