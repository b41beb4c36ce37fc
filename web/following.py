"""What a screen that follows a night is told: a fragment, made once for each version however many screens follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Response, make_response, render_template
from werkzeug.exceptions import NotFound

from dealer.night import Night
from dealer.standing import standing
from events.records import Recorded
from web.asking import assistant
from web.latest import latest
from web.live import Message

FOLLOWED = "faro"
"""The game that these screens show."""


def follow(night: str, what: str, template: str, view_of: Callable[[Night, Sequence[Recorded]], object]) -> Message:
    """The fragment that a template makes of a view of the night, as the night stands on disk.

    ``what`` tells it from the night's other fragments. :class:`NotFound` where the night is of another game.
    """
    state, head = assistant().at(night)
    if state.opened.game != FOLLOWED:
        raise NotFound

    def kept() -> list[Recorded]:
        return standing(assistant().book.facts(night, until=head.version))

    def fragment() -> str:
        facts = latest().of((night, "facts"), head.version, kept)
        return render_template(template, view=view_of(state, facts))

    return Message(version=head.version, data=latest().of((night, what), head.version, fragment))


def page(template: str, told: Message, source: str) -> Response:
    """A page that shows what is told and follows on from it; ``source`` is the address of its stream."""
    response = make_response(render_template(template, told=told, stream=source))
    # The address of the page is its key.
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
