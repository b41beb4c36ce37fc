"""The tablet's routes: the table of a night, the commands that its touches send, and the stream that keeps it live."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from dealer.games import game_called
from dealer.night.command_parsing import as_document
from dealer.night.night import Night
from events.records import Head
from reports.words.commands import waiting_words
from web.app.request_parsing import Moment, as_it_stands, assistant, carry_out, json_of, moment
from web.game_screens import screens_of
from web.live.answer import stream
from web.live.message import Message
from web.tablet import drawings
from web.tablet.pieces import drawing, piece, pieces

blueprint = Blueprint("tablet", __name__)
blueprint.add_app_template_global(piece)
blueprint.add_app_template_global(pieces)

COMMAND_VERSION = "Command-Version"
"""The header that says which version a command made: the table shown with it may be newer by another tablet's acts."""


def render_table(then: Moment, page: str | None = None, **shown: Any) -> Response:
    """The table of a night at a moment: of the game that is on, else of the one asked for (``?game=``) or the last one.

    It is rendered as the parts that a page swaps, or as a whole page by its template's name. A request that names the
    drawing that its page shows is answered with what differs from it, as long as that is at hand.
    """
    night = _at_table_asked(then.night)
    tablet = screens_of(night.dealing).tablet
    view = tablet.view_of(night, then.head, then.facts)
    begins = " ".join(game.starts for game in night.games)
    words = waiting_words(night.games_by_turn) if page else {}
    shared = " ".join(sorted(night.shared_words(game_called(night.dealing))))
    name = drawings.new_name()
    now = drawing(
        night.id,
        lambda: render_template(
            page or tablet.template,
            view=view,
            tablet=tablet,
            drawn=name,
            begins=begins,
            shared=shared,
            words=words,
            **tablet.drawn_with,
            **shown,
        ),
    )
    response = drawings.answer(night.id, now, name) if not then.past else make_response(now.html)
    response.headers["ETag"] = f'"{view.version}"'
    return response


def _at_table_asked(night: Night) -> Night:
    """The night as if the game that the address asks for had been on last, where it has that game and none is on."""
    asked = request.args.get("game")
    return replace(night, dealing=asked) if asked in night.tables and not night.game_on else night


@blueprint.get("/nights/<night>/table")
def table(night: str) -> Response:
    """The table as it stands or stood (``?at=``), as the parts that the page swaps."""
    return render_table(moment(night))


@blueprint.get("/nights/<night>/coming")
def coming(night: str) -> str:
    """What a command (`?command=`) would come to at a table, or in place of the last one there (`?instead=`)."""
    state = _at_table_asked(as_it_stands(night).night)
    coming_of = screens_of(state.dealing).tablet.coming
    if coming_of is None:
        raise NotFound
    try:
        document = as_document(json_of(request.args.get("command", "")))
    except ValueError as error:
        raise Refusal("bad_input", "A command is a JSON object.") from error
    asked = state.addressed(game_called(state.dealing), document)
    drawn = coming_of(state, asked, "instead" in request.args)
    return render_template(drawn.template, view=drawn.view)


@blueprint.post("/nights/<night>/commands")
def touch(night: str) -> Response:
    """Carry out what a touch asks for, and answer with the table after it."""
    receipt = carry_out(night)
    # As it stands, whatever fact the address may ask for.
    response = render_table(as_it_stands(night, receipt.head))
    response.headers[COMMAND_VERSION] = str(receipt.version)
    return response


@blueprint.get("/nights/<night>/stream")
def follow(night: str) -> Response:
    """Tell a tablet each time the night has moved on.

    It is told the version and no more: the answer to its own touches holds the table already, and only the page knows
    whether what it shows is older.
    """
    book = assistant().book
    _, head = assistant().at(night)

    def moved(since: Head | None) -> Message:
        now = since or book.head(night) or head
        return Message(version=now.version, data=str(now.version), event="moved")

    return stream(night, "tablet", moved, quick=True)
