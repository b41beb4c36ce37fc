"""Answers that are streams: each begins with the current state, sends updates, and beats between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import nullcontext, suppress
from time import monotonic

from flask import Flask, Response, current_app, request, session, stream_with_context

from events.frozen import Frozen
from events.records import BookError
from web.app.authentication import authentication
from web.app.authorization import STREAMS, caller_of, program, still_signed_in, stranger_at
from web.app.background_work import touches_of
from web.app.request_parsing import service
from web.language import screen, written_for
from web.live.channels import (
    BUSY,
    CROWDED,
    OPENING,
    Channel,
    Channels,
    EventListener,
    Listener,
    Message,
    Read,
    Tell,
    opening_of_page,
    version_of,
)
from web.live.presence import Presence
from web.live.stream_quota import Holder, Kind, Places

BEAT_S = 4.0
"""A listener who hears nothing for a few beats knows that their line is dead. Their session is checked as often."""

LONGEST_S = 900.0
"""A stream ends after this long, and its listener reconnects and is authenticated again."""

SEND_S = 15.0
"""How long a part of a stream may take to be sent. A reader who takes longer is disconnected."""

EXTENSION = "casekeeper streams"
MEDIA_TYPE = "text/event-stream"


class _Room(Frozen, kw_only=False):
    channels: Channels
    places: Places
    presence: Presence
    version: str


def register(app: Flask, version: str) -> None:
    """Make the channels and the stream quota of an application whose pages are of a version."""
    with app.app_context():
        channels = Channels(service(), app.logger, touches_of(app))
        presence = Presence(authentication().shared)
        app.extensions[EXTENSION] = _Room(channels=channels, places=Places(), presence=presence, version=version)


TABLET = "tablet"
"""What the streams of the dealers' tablets tell."""


EVENTS = "events"
"""What the streams of a night's events tell."""


def presence() -> Presence:
    """Which tablets are connected to the tables of this application."""
    return _room().presence


def stream(night: str, what: str, tell: Tell, *, quick: bool = False) -> Response:
    """Answer with a stream about a night, which the server runs; ``tell`` makes the message for the night on disk.

    All who follow the same ``what`` of a night in one language share one message, made in nobody's request. ``quick``
    means that ``tell`` takes no longer than a look at the book, has no words, and needs neither request nor
    application.
    """
    if not quick:
        about, language = screen()
        what = f"{what} {language}"
        tell = _in_nobodys_request(_in_words(tell, about, language))
    return _streamed(night, what, tell, Listener(request.headers.get("Last-Event-ID", "")), quick=quick)


def stream_of_events(night: str, after: int, read: Read) -> Response:
    """Answer with a stream of all events of a night after a version, then of each new event."""
    nights = service()

    def moved() -> Message:
        return Message(version=version_of(nights, night), data="")

    return _streamed(night, EVENTS, moved, EventListener(after, read), quick=True)


def _streamed(night: str, what: str, tell: Tell, listener: Listener, *, quick: bool) -> Response:
    if request.method != "HEAD":
        streams: list[Stream] = request.environ.setdefault(STREAMS, [])
        streams.append(
            Stream(
                _room(),
                _holder(),
                night,
                what,
                tell,
                listener,
                quick,
                still_signed_in(),
                session.get("device", ""),
            )
        )
    answer = _answer(iter(()))
    # The connection ends with its stream. It would count as its link's otherwise.
    answer.headers["Connection"] = "close"
    return answer


def told(parts: Iterator[str]) -> Response:
    """Answer with a stream of parts as they come. It holds the thread that answers, and a place, until it ends."""

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
        listener: Listener,
        quick: bool,
        is_let_in: Callable[[], bool],
        device: str,
    ) -> None:
        self._channels, self._places = room.channels, room.places
        self._opening = OPENING if listener.reads_book else opening_of_page(room.version)
        self._presence = room.presence if what == TABLET else None
        self._device = device
        self._holder = holder
        self._night, self._what, self._tell, self._quick = night, what, tell, quick
        self._listener = listener
        self._is_let_in = is_let_in

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send the stream's parts until it ends.

        Its place is given back when it ends, is cancelled, or sending raises. Raises :class:`TimeoutError` if a part
        is not read in time. The connection must then be dropped.
        """
        loop, moved = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            # A loop that has stopped has nobody to wake.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(moved.set)

        async def say(text: str) -> None:
            async with asyncio.timeout(SEND_S):
                await send(text.encode())

        listening = self._channels.listen(self._night, self._what, self._tell, wake, quick=self._quick)
        threads = self._channels.listening
        at_table = self._presence.follow(self._night, self._device) if self._presence else nullcontext()
        with self._places.hold(self._holder, wake) as place, listening as channel, at_table:
            await loop.run_in_executor(threads, self._begin, channel)
            await say(self._opening)
            end = monotonic() + LONGEST_S
            check_at = monotonic() + BEAT_S
            while monotonic() < end:
                # Cleared before looking: what comes later wakes the next round.
                moved.clear()
                message = channel.message
                if place.taken_away or message is None:
                    # Said in the stream: a listener who is turned away by a status may never come again.
                    await say(CROWDED if place.taken_away else BUSY)
                    return
                if self._listener.reads_book:
                    try:
                        await say(await loop.run_in_executor(threads, self._listener.told, message))
                    except BookError:
                        await say(BUSY)
                        return
                else:
                    await say(self._listener.told(message))
                if not self._listener.is_behind:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(BEAT_S):
                            await moved.wait()
                if monotonic() >= check_at:
                    check_at = monotonic() + BEAT_S
                    if not await loop.run_in_executor(threads, self._may_stay):
                        return

    def _begin(self, channel: Channel) -> None:
        channel.refresh()
        self._tell_others()

    def _may_stay(self) -> bool:
        self._tell_others()
        return self._is_let_in()

    def _tell_others(self) -> None:
        if self._presence:
            self._presence.tell_others(self._night, self._device)


def _room() -> _Room:
    room: _Room = current_app.extensions[EXTENSION]
    return room


def _answer(parts: Iterator[str]) -> Response:
    response = Response(parts, mimetype=MEDIA_TYPE)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _holder() -> Holder:
    """The holder of the request's stream: a member of the staff, a program or, since it was let in, of a link."""
    address, token = stranger_at(request.remote_addr or "").key, program()
    if token:
        return Holder("staff", token.holder, address)
    query, cookie = request.query_string.decode("latin-1"), request.environ.get("HTTP_COOKIE", "")
    caller = caller_of(current_app, request.path, query, cookie, address)
    if caller.kind == "staff":
        return Holder("staff", f"{caller.key}\n{session.get('device', '')}", address)
    kind: Kind = "board" if caller.key.startswith("board ") else "player"
    return Holder(kind, caller.key, address)


def _in_words(tell: Tell, night: str, language: str) -> Tell:
    """Make the message in a language, and in the currency of the night as it is then."""

    def made() -> Message:
        with written_for(night, language):
            return tell()

    return made


def _in_nobodys_request(tell: Tell) -> Tell:
    """Make the message in a request of its own, so that it can hold nothing of the listener who came first."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    with app.test_request_context(base_url=request.url_root) as context:
        environ = {name: value for name, value in context.request.environ.items() if name != "werkzeug.request"}

    def made() -> Message:
        with app.request_context(environ.copy()):
            return tell()

    return made
