"""The rules of the games and of the money, for everybody: rules are no secret. What cites one links here."""

from __future__ import annotations

from itertools import pairwise

from flask import Blueprint, Flask, render_template, url_for
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound

from reports.rulebook import Block, Citation, Drawing, Table, citations_in
from reports.rulebooks import ABOUT, book_called, book_citing, capital, provenance, rulebooks, settings_of
from web.app.authorization import open_to_all

blueprint = Blueprint("rules", __name__)


def register(app: Flask) -> None:
    """Add the pages, and the filter ``cited`` that makes links of what a sentence cites."""
    app.register_blueprint(blueprint)
    app.jinja_env.filters["cited"] = cited
    app.jinja_env.globals["address_of_rule"] = _address


@blueprint.get("/rules")
@open_to_all
def index() -> str:
    """The books of rules."""
    return render_template("rules.html", books=rulebooks(), about=ABOUT)


@blueprint.get("/rules/<name>")
@open_to_all
def book(name: str) -> str:
    """The rules of one game, or of the night's money; every rule, case and law has an anchor."""
    try:
        shown = book_called(name)
    except LookupError:
        raise NotFound from None
    return render_template(
        "rules.html",
        book=shown,
        books=rulebooks(),
        capital=capital,
        kind_of=_kind_of,
        provenance=provenance,
        settings_of=settings_of,
    )


def cited(sentence: str) -> Markup:
    """A sentence with the rules and laws that it cites as links to them; others are left as they are."""
    marks = [
        (start, end, address) for start, end, citation in citations_in(sentence) if (address := _address(citation))
    ]
    cuts = [(0, 0, ""), *marks, (len(sentence), len(sentence), "")]
    linked = Markup("")
    for (start, end, address), (following, _, _) in pairwise(cuts):
        if address:
            linked += Markup('<a class="cited" href="{}">{}</a>').format(address, sentence[start:end])
        linked += escape(sentence[end:following])
    return linked


def _address(citation: Citation) -> str:
    found = book_citing(citation)
    return url_for("rules.book", name=found.name, _anchor=citation.anchor) if found else ""


def _kind_of(block: Block) -> str:
    """What a block is, for the page to draw it."""
    if isinstance(block, Table):
        return "table"
    return "drawing" if isinstance(block, Drawing) else "text"
