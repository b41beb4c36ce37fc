"""The style of the house: in which language, currency and on which sheets its papers are printed."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal
from events.facts.papers import CROSS_AND_NAUGHT, PAPER_SIZES, ROLL, SHEET, TABS, PaperStyle
from reports.printing.printings import paper_style, style_of
from reports.render_options import HouseStyle
from reports.words.language import LANGUAGES, assert_known, currency_code
from web.app.errors import refusal_status
from web.app.request_parsing import assistant, command_id, sender
from web.papers.papers import house_style
from web.papers.print_jobs import printings_keeper

blueprint = Blueprint("house_style", __name__, url_prefix="/house-style")

_CHOICES = {
    "languages": {code: one.title for code, one in LANGUAGES.items()},
    "papers": {size: size for size in PAPER_SIZES},
    "marks": {TABS: "I, O, · and –", CROSS_AND_NAUGHT: "cross and naught"},
    "slips": {ROLL: "on the roll, 80 mm", SHEET: "three on a sheet"},
}


@blueprint.get("")
def page() -> Response:
    """The style as it is, and the form that changes it."""
    return _page(house_style(), _back(request.args.get("back", "")))


@blueprint.post("")
def choose() -> AnyResponse:
    """Print papers in another style from here on; the page then says that it is saved."""
    asked, back = house_style(), _back(request.form.get("back", ""))
    try:
        asked = _asked(asked)
        printings_keeper().choose(checked(asked), sender(), command_id())
    except Refusal as refusal:
        response = _page(asked, back, refusal.why)
        response.status_code = refusal_status(refusal)
        return response
    return redirect(url_for("house_style.page", saved=1, back=back or None), code=303)


def checked(asked: HouseStyle) -> PaperStyle:
    """A style in a language and a currency that there are; :class:`Refusal` (``bad_input``) for any other."""
    try:
        assert_known(asked)
    except ValueError as error:
        raise Refusal.told("bad_input", str(error)) from None
    return paper_style(asked)


def _asked(usual: HouseStyle) -> HouseStyle:
    """The style that the form asks for; what it leaves out is as it was."""
    before = paper_style(usual)
    asked = PaperStyle(
        language=request.form.get("language", before.language),
        currency=currency_code(request.form.get("currency", before.currency)),
        paper=request.form.get("paper", before.paper),
        marks=request.form.get("marks", before.marks),
        slips=request.form.get("slips", before.slips),
    )
    try:
        return style_of(asked)
    except ValueError as error:
        raise Refusal("bad_input", "There is no such style: %(error)s.", error=str(error)) from None


def _back(night: str) -> str:
    """The night whose papers the page was opened from, if there is such a night."""
    return night if night in assistant().nights() else ""


def _page(style: HouseStyle, back: str, refused: str = "") -> Response:
    return make_response(
        render_template(
            "house-style.html",
            style=style,
            back=back,
            refused=refused,
            saved="saved" in request.args,
            command_id=secrets.token_hex(16),
            **_CHOICES,
        )
    )
