"""The tablet's routes: the table of a night, the commands that its touches send, and the stream that keeps it live."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from dealer.refusal import Refusal
from web.asking import assistant, carry_out
from web.live import Message, stream
from web.tablet.faro.spots import TRAY, Box
from web.tablet.faro.table import SUITS, TRAY_ID, TableView, table_view

blueprint = Blueprint("tablet", __name__)

DEALT_BY_HAND = "faro"
"""The game that this tablet deals."""

COMMAND_VERSION = "Command-Version"
"""The header that says which version a command made: the table shown with it may be newer by another tablet's acts."""

_TRAY_BOX = Box(left=TRAY[0], top=TRAY[1], width=TRAY[2], height=TRAY[3])


def view_of(night: str) -> TableView:
    """The table of a night as it stands on disk; :class:`Refusal` where there is none that this tablet deals."""
    state, head = assistant().at(night)
    if state.opened.game != DEALT_BY_HAND:
        raise Refusal("not_allowed_here", f"This tablet deals {DEALT_BY_HAND}, not {state.opened.game}.")
    return table_view(state, head, assistant().book.facts(night, until=head.version))


def render_table(view: TableView, template: str) -> Response:
    """A view of the table, as a page or as the parts of one."""
    response = make_response(render_template(template, view=view, suits=SUITS, tray=TRAY_ID, tray_box=_TRAY_BOX))
    response.headers["ETag"] = f'"{view.version}"'
    return response


@blueprint.get("/nights/<night>/table")
def table(night: str) -> Response:
    """The table as it stands, as the parts that the page swaps."""
    return render_table(view_of(night), "tablet/faro/table.html")


@blueprint.post("/nights/<night>/commands")
def touch(night: str) -> Response:
    """Carry out what a touch asks for, and answer with the table after it."""
    receipt = carry_out(night)
    response = render_table(view_of(night), "tablet/faro/table.html")
    response.headers[COMMAND_VERSION] = str(receipt.version)
    return response


@blueprint.get("/nights/<night>/stream")
def follow(night: str) -> Response:
    """Tell a tablet each time the night has moved on.

    It is told the version and no more: the answer to its own touches holds the table already, and only the page knows
    whether what it shows is older.
    """
    _, head = assistant().at(night)

    def moved() -> Message:
        now = assistant().book.head(night) or head
        return Message(version=now.version, data=str(now.version), event="moved")

    return stream(night, moved)
