"""The board on the wall: its page and its stream, for holders of the night's link and for the staff."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from web.app.app_cache import drawn_once
from web.app.authorization import LOOKS_BACK, by_link, signed_in
from web.app.links import board_link, may_see_board
from web.box import board_box
from web.game_screens import Board, screens_of
from web.live.answer import stream
from web.live.channels import Message, follow, page, past

blueprint = Blueprint("board", __name__)

_WHAT = "board"
"""Tells the board from what else is shown of a night."""

ODDS = "odds"
"""The argument of a board's address that has it show the odds too."""


def _holds_key(night: str) -> bool:
    return may_see_board(night, request.args.get("key", ""))


def _holds_key_or_signed_in(night: str) -> bool:
    return _holds_key(night) or signed_in() is not None


@blueprint.get("/board/<night>")
@by_link(_holds_key_or_signed_in, "anybody with the board’s link, and the staff")
def board(night: str) -> AnyResponse:
    """The board of a night, with the odds if the address asks for them (``?odds=1``).

    The staff may leave the key out, and are sent on to the signed address. They see it as of an event too (``?at=``).
    """
    if not _holds_key(night):
        wanted = {name: request.args[name] for name in (LOOKS_BACK, ODDS) if name in request.args}
        return redirect("&".join((board_link(night), *(f"{name}={quote(text)}" for name, text in wanted.items()))))
    with_odds = ODDS in request.args
    looked_back = past(night, _shown_with_odds if with_odds else shown, "wall")
    if looked_back:
        return looked_back
    source = url_for("board.listen", night=night, key=request.args["key"], odds=1 if with_odds else None)
    return page("wall", _told(night, with_odds), source)


@blueprint.get("/board/<night>/stream")
@by_link(_holds_key, "anybody with the board’s link")
def listen(night: str) -> Response:
    """The stream of the board: sent again each time the night moves on."""
    with_odds = ODDS in request.args
    return stream(night, _what(with_odds), partial(_told, night, with_odds))


def _what(with_odds: bool) -> str:
    return f"{_WHAT} with {ODDS}" if with_odds else _WHAT


def _told(night: str, with_odds: bool) -> Message:
    return follow(night, _what(with_odds), _shown_with_odds if with_odds else shown)


def shown(night: Night, effective: EffectiveEvents) -> str:
    """The board of the game that is on in a night, or was last; ``effective`` are its effective events."""
    board = screens_of(night.dealing).board
    drawn_once().of(night.id)
    return html_of(board, board.view_of(night, effective)) + board_box(night)


def _shown_with_odds(night: Night, effective: EffectiveEvents) -> str:
    """The board with a strip of the odds below it, while there are any."""
    screen = screens_of(night.dealing).odds
    strip = screen.strip_of(night) if screen else None
    html = shown(night, effective)
    if not screen or not strip:
        return html
    macros: Any = current_app.jinja_env.get_template(screen.template).module
    return f"{html}{macros.strip(strip)}"


def html_of(board: Board, view: Any) -> str:
    """A board's view as HTML."""
    macros: Any = current_app.jinja_env.get_template(board.template).module
    return str(macros.board(view))
