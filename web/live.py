"""Server-sent events: a stream that tells of a night anew each time it moves on, and beats while it does not.

A stream begins with the night as it stands, unless its listener has seen just that (``Last-Event-ID``). Every
message's id is the night's version, so that a listener whose line was cut is told what he missed, and nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import monotonic

from flask import Flask, Response, current_app, request, stream_with_context
from werkzeug.exceptions import ServiceUnavailable

from events.records import BookError
from web.asking import assistant, number_of

BEAT_S = 4.0
"""A listener who has heard nothing for some beats knows that his line is dead."""

LONGEST_S = 900.0
"""A stream ends after this long, and its listener comes again: a thread is not held by who is long gone."""

RETRY_MS = 700

MOST_STREAMS = 96
"""How many streams are open at once: each holds a thread of the server, and the rest of its threads answer touches."""

RETRY_S = 2
"""How long a listener who found no room is to wait; sooner or later another one leaves."""

_ROOM = "casekeeper streams"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a listener is told of a night at a version: a fragment to show, or an event by name."""

    version: int
    data: str
    event: str = ""

    def __str__(self) -> str:
        named = f"event: {self.event}\n" if self.event else ""
        lines = "".join(f"data: {line}\n" for line in self.data.split("\n"))
        return f"id: {self.version}\n{named}{lines}\n"


def register(app: Flask) -> None:
    """Have room for an application's streams."""
    app.extensions[_ROOM] = BoundedSemaphore(MOST_STREAMS)


def stream(night: str, tell: Callable[[], Message]) -> Response:
    """Answer with a stream about a night; ``tell`` gives the message for the night as it stands on disk.

    :class:`ServiceUnavailable` where as many are open as there is room for.
    """
    return told(_messages(night, tell, _last_seen()))


def told(parts: Iterator[str]) -> Response:
    """Answer with a stream of parts as they come; :class:`ServiceUnavailable` where there is no room for one more."""
    room: BoundedSemaphore = current_app.extensions[_ROOM]
    if not room.acquire(blocking=False):
        raise ServiceUnavailable(retry_after=RETRY_S)
    response = Response(stream_with_context(parts), mimetype="text/event-stream")
    response.call_on_close(room.release)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _last_seen() -> int:
    seen = number_of(request.headers.get("Last-Event-ID", ""))
    return -1 if seen is None else seen


def _messages(night: str, tell: Callable[[], Message], seen: int) -> Iterator[str]:
    give_up = monotonic() + LONGEST_S
    shown = ""
    yield f"retry: {RETRY_MS}\n\n"
    while monotonic() < give_up:
        try:
            message = tell()
            if message.version == seen:
                yield _BEAT
            elif message.data == shown and not message.event:
                # Nothing that this listener sees has changed: he learns the version and keeps what he shows.
                yield f"id: {message.version}\n{_BEAT}"
            else:
                yield str(message)
            seen, shown = message.version, message.data
            while assistant().book.wait_beyond(night, seen, BEAT_S) is None:
                yield _BEAT
                if monotonic() > give_up:
                    return
        except BookError:
            # Said in the stream: a listener whom a status turns away may never come again.
            yield _BUSY
            return


_BEAT = "event: beat\ndata: \n\n"
_BUSY = "event: busy\ndata: \n\n"
