"""The board's routes: its page and its stream, for whoever holds the night's signed link, and for the staff."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.board.view import board_view
from web.following import follow, page
from web.guard import by_link, signed_in
from web.links import board_link, may_see_board
from web.live import Message, stream

blueprint = Blueprint("board", __name__)


def _holds_key(night: str) -> bool:
    return may_see_board(night, request.args.get("key", ""))


def _holds_key_or_signed_in(night: str) -> bool:
    return _holds_key(night) or signed_in() is not None


@blueprint.get("/board/<night>")
@by_link(_holds_key_or_signed_in)
def board(night: str) -> AnyResponse:
    """The board of a night. The staff may leave the key out, and are sent on to the signed address."""
    if not _holds_key(night):
        return redirect(board_link(night))
    source = url_for("board.listen", night=night, key=request.args["key"])
    return page("board/page.html", _told(night), source)


@blueprint.get("/board/<night>/stream")
@by_link(_holds_key)
def listen(night: str) -> Response:
    """The board, anew each time the night moves on."""
    return stream(night, lambda: _told(night))


def _told(night: str) -> Message:
    return follow(night, "board", "board/board.html", board_view)
