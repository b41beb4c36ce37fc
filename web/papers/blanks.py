"""The blank papers that the house offers: cue-cards, the layout, score sheets; printed when they are asked for."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, make_response, render_template, request
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.phrases import Listed
from dealer.commands.refusal import Refusal
from events.facts.papers import LANGUAGE_CODES, MARKS, PAPER_SIZES
from reports.game_papers import all_blanks
from reports.render_options import HouseStyle
from web.papers import papers
from web.papers.print_jobs import print_jobs

blueprint = Blueprint("blanks", __name__)

KEPT = 16
"""How many printed blanks are kept: they change with nothing but the style."""

_KNOWN = {"language": LANGUAGE_CODES, "paper": PAPER_SIZES, "marks": MARKS}
"""What an address may ask for, by its words."""


@blueprint.get("/papers")
def page() -> Response:
    """All blank papers, each on every sheet that they come on."""
    return make_response(render_template("blanks.html", blanks=all_blanks().values(), papers=PAPER_SIZES))


@blueprint.get("/papers/<name>.pdf")
def paper(name: str) -> Response:
    """A blank paper as a PDF, in the style of the house or in another that the address asks for (``?paper=Letter``)."""
    if name not in all_blanks():
        raise NotFound
    return papers.pdf(_printed(name, _style()), name)


@lru_cache(KEPT)
def _printed(name: str, style: HouseStyle) -> bytes:
    return print_jobs().workers.blank(name, style)


def _style() -> HouseStyle:
    """The house's style with what the address says; :class:`Refusal` (``bad_input``) where that is no style."""
    usual = papers.house_style()
    asked = {word: request.args.get(word, getattr(usual, word)) for word in _KNOWN}
    for word, value in asked.items():
        if value not in _KNOWN[word]:
            raise Refusal(
                "bad_input",
                "No %(word)s of %(value)s is printed; there are %(known)s.",
                word=word,
                value=repr(value[:20]),
                known=Listed(tuple(_KNOWN[word])),
            )
    return replace(usual, **asked)
