"""Answers that are streams: each begins with the current state, sends updates, and beats between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Event
from time import monotonic

from flask import Flask, Response, current_app, request, session, stream_with_context

from events.frozen import Frozen
from events.records import Head
from web.app.authorization import CALLER, STREAMS, Caller, caller_of, still_signed_in, stranger_at
from web.app.background_work import touches_of
from web.app.request_parsing import number_of, service
from web.live.channels import BEAT, BUSY, CROWDED, OPENING, Channel, Channels, Listener, Message, Tell, Wake
from web.live.stream_quota import Holder, Kind, Place, Places

BEAT_S = 4.0
"""A listener who has heard nothing for some beats knows that their line is dead."""

ASKED_AGAIN_S = 4.0
"""How soon a stream notices that the session of its listener has ended."""

LONGEST_S = 900.0
"""A stream ends after this long, and its listener reconnects and is authenticated again."""

SEND_S = 15.0
"""How long a part of a stream may take to be sent: a reader who takes in nothing for so long is given up."""

EXTENSION = "casekeeper streams"
MEDIA_TYPE = "text/event-stream"

Part = str | None
"""What a stream sends next; nothing where it waits for its channel, or for the time of a beat."""


class _Room(Frozen, kw_only=False):
    channels: Channels
    places: Places


def register(app: Flask) -> None:
    """Have room for an application's streams."""
    with app.app_context():
        app.extensions[EXTENSION] = _Room(Channels(service().book, app.logger, touches_of(app)), Places())


def stream(night: str, what: str, tell: Tell, *, quick: bool = False) -> Response:
    """Answer with a stream about a night; ``tell`` gives the message for the night as it stands on disk.

    Of those who follow the same ``what`` of a night one's ``tell`` makes the message for all, in nobody's request.
    ``quick`` says that it takes no longer than a look at the book, and asks for no request or application.
    """
    message_of = tell if quick else _in_nobodys_request(tell)
    made = Stream(_room(), _holder(), night, what, message_of, _last_seen(), quick, still_signed_in())
    takers: list[Stream] | None = request.environ.get(STREAMS)
    if request.method == "HEAD":
        return _answer(())
    if takers is None:
        return _answer(made.parts())
    takers.append(made)
    answer = _answer(())
    # A stream that ends leaves no connection behind, which would count as its link's.
    answer.headers["Connection"] = "close"
    return answer


def told(parts: Iterator[str]) -> Response:
    """Answer with a stream of parts as they come, which holds the thread that answers and a place until its end."""

    def holding() -> Iterator[str]:
        with room.places.hold(holder, lambda: None):
            for part in parts:
                if not is_let_in():
                    return
                yield part

    room, holder, is_let_in = _room(), _holder(), still_signed_in()
    return _answer(stream_with_context(holding()))


class Stream:
    """One listener's stream."""

    def __init__(
        self,
        room: _Room,
        holder: Holder,
        night: str,
        what: str,
        tell: Tell,
        seen: int,
        quick: bool,
        is_let_in: Callable[[], bool],
    ) -> None:
        self._room = room
        self._holder = holder
        self._night, self._what, self._tell, self._quick = night, what, tell, quick
        self._listener = Listener(seen)
        self._is_let_in = is_let_in
        self._ask_again_at = monotonic() + ASKED_AGAIN_S

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send the stream's parts until it ends.

        Its place is given back when it ends, is cancelled, or sending raises. Raises :class:`TimeoutError` where a part
        is not taken in in time; the connection is then to be dropped, not closed in good order.
        """
        loop, moved = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            # A loop that has been stopped has nobody to wake.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(moved.set)

        with self._listening(wake) as (place, channel):
            listening = self._room.channels.listening
            await loop.run_in_executor(listening, channel.refresh)
            moved.clear()
            parts = self._text_of(place, channel)
            woken = True
            with suppress(StopIteration):
                part = next(parts)
                while True:
                    if part is None:
                        woken = await _set_within(moved, BEAT_S)
                        moved.clear()
                        if self._asks_again() and not await loop.run_in_executor(listening, self._is_let_in):
                            return
                    else:
                        async with asyncio.timeout(SEND_S):
                            await send(part.encode())
                    part = parts.send(woken)

    def parts(self) -> Iterator[str]:
        """The stream's parts, for a server that gives it a thread."""
        moved = Event()
        with self._listening(moved.set) as (place, channel):
            channel.refresh()
            moved.clear()
            parts = self._text_of(place, channel)
            woken = True
            with suppress(StopIteration):
                part = next(parts)
                while True:
                    if part is None:
                        woken = moved.wait(BEAT_S)
                        if woken:
                            # Else what comes right after the time was up would be forgotten.
                            moved.clear()
                        if self._asks_again() and not self._is_let_in():
                            return
                    else:
                        yield part
                    part = parts.send(woken)

    def _asks_again(self) -> bool:
        """Whether it is time to ask whether the listener's session still stands."""
        now = monotonic()
        if now < self._ask_again_at:
            return False
        self._ask_again_at = now + ASKED_AGAIN_S
        return True

    @contextmanager
    def _listening(self, wake: Wake) -> Iterator[tuple[Place, Channel]]:
        channel: AbstractContextManager[Channel] = self._room.channels.listen(
            self._night, self._what, self._tell, wake, quick=self._quick
        )
        with self._room.places.hold(self._holder, wake) as place, channel as found:
            yield place, found

    def _text_of(self, place: Place, channel: Channel) -> Generator[Part, bool, None]:
        """The parts of the stream; the caller sends whether anything happened while it waited."""
        give_up = monotonic() + LONGEST_S
        yield OPENING
        while monotonic() < give_up:
            message = channel.told
            if place.taken_away:
                # Said in the stream: a listener whom a status turns away may never come again.
                yield CROWDED
                return
            if message is None:
                yield BUSY
                return
            yield self._listener.told(message)
            while not (yield None):
                yield BEAT
                if monotonic() > give_up:
                    return


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    # It may have been set after the time was up, and before this went on.
    return event.is_set()


def _room() -> _Room:
    room: _Room = current_app.extensions[EXTENSION]
    return room


def _answer(parts: Iterator[str] | tuple[()]) -> Response:
    # An iterator, of which nobody can say how long it is.
    response = Response(iter(parts), mimetype=MEDIA_TYPE)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _holder() -> Holder:
    """Who asks for the stream; the guard has let them in, so they are of the staff or hold a link."""
    environ, address = request.environ, stranger_at(request.remote_addr or "").key
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    caller: Caller = environ.get(CALLER) or caller_of(
        app, request.path, environ.get("QUERY_STRING", ""), environ.get("HTTP_COOKIE", ""), address
    )
    if caller.kind == "staff":
        return Holder("staff", f"{caller.key}\n{session.get('device', '')}", address)
    kind: Kind = "board" if caller.key.startswith("board ") else "player"
    return Holder(kind, caller.key, address)


def _in_nobodys_request(tell: Tell) -> Tell:
    """What makes a message for everybody who listens, so that it can hold nothing of the one who asked first."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    with app.test_request_context(base_url=request.host_url) as context:
        environ = {name: value for name, value in context.request.environ.items() if name != "werkzeug.request"}

    def made(since: Head | None) -> Message:
        with app.request_context(environ.copy()):
            return tell(since)

    return made


def _last_seen() -> int:
    seen = number_of(request.headers.get("Last-Event-ID", ""))
    return -1 if seen is None else seen
