"""Pages for people: the nights of the book, a night's table, a closed night, and what they are printed with."""

from __future__ import annotations

import secrets
from datetime import datetime

from flask import Blueprint, Response, make_response, redirect, render_template, request, send_from_directory, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal
from reports.paths import FONTS
from web.app.authorization import open_to_all, signed_in
from web.app.errors import refusal_status
from web.app.request_parsing import assistant, moment, open_night
from web.looking_back.scrubber import scrubber_of
from web.nights.closed_night import closed_night
from web.nights.link_page import player_links
from web.nights.night_form import NightForm, game_choices, style_of_choices
from web.nights.night_list import kept_lines, night_lines
from web.papers import papers
from web.tablet.routes import render_table

blueprint = Blueprint("pages", __name__)

_A_DAY = 24 * 60 * 60


@blueprint.get("/")
def nights() -> Response:
    """The nights of the book, and the form that opens one."""
    today = datetime.now().astimezone().date().isoformat()
    member = signed_in()
    return _list_page(NightForm(date=today, dealer=member.name if member else ""))


@blueprint.post("/nights")
def new_night() -> AnyResponse:
    """Open a night as typed, and go to its table; what is refused is said beside its field.

    Asked to ``show`` the rules of a game, the form comes back with those of its chosen house.
    """
    form = NightForm.read(request.form)
    if "show" in request.form:
        return _list_page(form, shown=request.form["show"])
    try:
        receipt = open_night(form.arguments())
    except Refusal as refusal:
        response = _list_page(form, refusal.why, form.field_of(refusal))
        response.status_code = refusal_status(refusal)
        return response
    return redirect(url_for("pages.night", night=receipt.night), code=303)


@blueprint.get("/opening.css")
@open_to_all
def opening_style() -> Response:
    """The style of the form that opens a night: it shows the rules of the games that are chosen."""
    response = make_response(style_of_choices())
    response.mimetype = "text/css"
    return response


@blueprint.get("/nights/<night>")
def night(night: str) -> Response:
    """The table of an open night; the settlement of a closed one; either as of a fact (``?at=``), with the scrubber.

    Between rounds the table of another of its games can be asked for (``?game=``).
    """
    then = moment(night)
    scrubber = scrubber_of(then) if then.past else None
    if not then.night.closed:
        return render_table(then, "past/night.html" if scrubber else "night.html", scrubber=scrubber)
    view = closed_night(then.night, then.facts, papers.papers_by_name(then.night, then.facts))
    return make_response(render_template("closed.html", view=view, codes=player_links(then.night), scrubber=scrubber))


@blueprint.get("/nights/<night>/papers/<name>.pdf")
def paper(night: str, name: str) -> Response:
    """One of a night's papers as a PDF."""
    state, head = assistant().at(night)
    facts = assistant().book.facts(night, until=head.version)
    return papers.pdf(papers.print_paper(state, facts, name), f"{night}-{name}")


@blueprint.get("/fonts/<name>")
@open_to_all
def font(name: str) -> Response:
    """A font; pages and papers use the same."""
    response = send_from_directory(FONTS, name, max_age=_A_DAY)
    response.headers["Cache-Control"] = f"public, max-age={_A_DAY}"
    return response


@blueprint.get("/favicon.ico")
@open_to_all
def icon() -> AnyResponse:
    """The icon, for browsers that look for it in the old place."""
    return redirect(url_for("static", filename="icon.svg"), code=301)


def _list_page(form: NightForm, refused: str = "", wrong: str = "", *, shown: str = "") -> Response:
    return make_response(
        render_template(
            "nights.html",
            nights=night_lines(assistant(), kept_lines()),
            form=form,
            games=game_choices(),
            refused=refused,
            wrong=wrong,
            shown=shown,
            command_id=secrets.token_hex(16),
        )
    )
