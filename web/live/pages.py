"""What a screen that follows a night is told: a fragment, made once for each version however many screens follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, make_response, render_template, request

from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.records import Head
from web.app.authorization import LOOKS_BACK
from web.app.request_parsing import assistant, moment, newest_versions
from web.live.message import Message
from web.looking_back.scrubber import scrubber_of

Shown = Callable[[Night, EffectiveFacts], str]
"""Makes a fragment of a night and the facts that stand."""


def follow(night: str, what: str, shown: Shown, since: Head | None = None) -> Message:
    """The fragment that ``shown`` makes of the night, as it stands on disk; ``what`` tells it from its others.

    ``since`` is a head that was read just now, which spares a look at the book.
    """
    state, head, facts = assistant().with_facts(night, since)

    def fragment() -> str:
        return shown(state, facts.effective)

    return Message(version=head.version, data=newest_versions().of((night, what), head.version, fragment))


def past(night: str, shown: Shown, template: str) -> Response | None:
    """The page with the fragment as of the fact that the request asks for; nothing where it asks for none."""
    if LOOKS_BACK not in request.args:
        return None
    then = moment(night)
    told = Message(version=then.head.version, data=shown(then.night, then.facts.effective))
    return _unnamed(make_response(render_template(template, message=told, scrubber=scrubber_of(then))))


def page(template: str, told: Message, source: str, **shown: Any) -> Response:
    """A page that shows what is told and follows on from it; ``source`` is the address of its stream."""
    return _unnamed(make_response(render_template(template, message=told, stream=source, **shown)))


def _unnamed(response: Response) -> Response:
    """A page of which no other is told where its reader comes from: its address is its key."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
