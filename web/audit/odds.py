"""The page of the odds now: what the cards to come mean for every bet, or for every player of a hand."""

from __future__ import annotations

from flask import Blueprint, Response

from dealer.commands.refusal import Refusal
from reports.words.language import gettext as _
from web.app.errors import refusal_in_words
from web.app.request_parsing import moment
from web.audit.pages import render_room
from web.game_screens import Drawn, screens_of
from web.nights.house_form import title_of

blueprint = Blueprint("odds", __name__)


@blueprint.get("/nights/<night>/odds")
def page(night: str) -> Response:
    """The odds of the game that is on in a night, as it stands or as of an event; or why there are none."""
    now = moment(night)
    game = next(game for game in now.night.games if game.name == now.night.dealing)
    screen = screens_of(game.name).odds
    drawn, why = None, ""
    if screen is None:
        why = _("No odds are worked out for %(game)s.", game=title_of(game))
    else:
        try:
            drawn = Drawn(template=screen.template, view=screen.view_of(now.night))
        except Refusal as refusal:
            why = refusal_in_words(refusal)
    return render_room(
        "audit/odds.html", now.night, now.head, at=now.at, drawn=drawn, why=why, looks_back=bool(screen and not now.at)
    )
