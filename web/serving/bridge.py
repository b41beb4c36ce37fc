"""From a connection to the application: who calls, whether they may have a thread, and the answer back.

A request is read whole before it takes a thread, and its answer waits for its reader without one. The staff have
threads of their own; everybody else shares a few, and comes at a rate.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, Protocol

from flask import Flask

from events.cache import Cache
from events.frozen import Frozen
from web.app.background_work import touches_of
from web.app.callers import CALLER, STREAMS, Caller, caller_of, stranger_at
from web.app.links import without_key
from web.app.log import what_broke
from web.serving.admission import RequestRate
from web.serving.answering import Answering, Headers, environment
from web.serving.kept_files import KeptFiles
from web.serving.lane import Crowded, Lane
from web.serving.limits import Limits
from web.serving.protocol import CONNECTION, LimitedProtocol, Refused, refusal_body

_log = logging.getLogger(__name__)

KNOWN_S = 10.0
"""For how long one of the staff is taken for that without looking again. What they may do is looked at each time."""

REMEMBERED_S = 1_000.0
"""For how long whoever was one of the staff comes in ahead of strangers; a tablet's stream begins anew before that."""

KNOWN = 1_024
"""How many sessions are known at once."""

TOUCHED = "/commands"
"""How the addresses end that touches are sent to; what else the staff send in may wait for long, and nobody for it."""

BUSY = Refused(503, "busy", "The server has more to do than it can; try again in a moment.")
TOO_MANY = Refused(429, "too_many_requests", "Too many requests come from here; try again in a moment.")

Send = Callable[[bytes], Awaitable[None]]


class Stream(Protocol):
    """What a view answers with that tells of a night as it moves on."""

    async def run(self, send: Send) -> None:
        """Send until there is nothing more to tell; cancelled where the listener is gone.

        Raises :class:`TimeoutError` where the listener does not read.
        """


class Bridge:
    """The application of ASGI that has a Flask application answer, within :class:`Limits`."""

    def __init__(self, app: Flask, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._identifying = self._lane("caller", limits.caller_threads)
        self._staff = self._lane("staff", limits.staff_threads)
        self._others = self._lane("other", limits.other_threads, self._staff)
        self._telling = self._lane("telling", limits.telling_threads)
        self._rates = _Rates(
            self._rate(limits.files_s, limits.files_at_once),
            self._rate(limits.files_of_all_s, limits.files_of_all_at_once),
        )
        self._rates_of_kept = _Rates(
            self._rate(limits.kept_files_s, limits.kept_files_at_once),
            self._rate(limits.kept_files_of_all_s, limits.kept_files_of_all_at_once),
        )
        self._touches = touches_of(app)
        self._kept_files = KeptFiles()
        self._known: Cache[str, tuple[Caller, float]] = Cache(KNOWN)
        self._streams: set[asyncio.Future[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        connection: LimitedProtocol = scope["state"][CONNECTION]
        try:
            # First of all: what is not whole takes nothing of anybody's share, and whoever is refused has sent all.
            body = await _body(scope, receive)
            if body is None or await self._answer_kept(scope, connection, send):
                return
            caller = await self._caller(scope)
            connection.known_as(caller)
            count = 1 if self._is_file(scope) else self._limits.page_in_files
            if not await _let_in(caller, self._rates, count, self._limits.turned_away_s, send):
                return
            environ = environment(scope, body) | {CALLER: caller}
            await self._answer(caller, connection, scope, environ, receive, send)
        except Crowded:
            await _refuse(send, BUSY)
        except Exception as error:
            path = without_key(scope["path"])
            _log.error("%s %s came to no end: %s [request_failed]", scope["method"], path, what_broke(error))
            # The connection ends; where nothing was sent yet, with status 500.
            raise

    def end_streams(self) -> None:
        """End every stream, so that nothing but short answers is waited for."""
        for stream in self._streams:
            stream.cancel()

    def close(self) -> None:
        """Take no more requests."""
        for lane in (self._identifying, self._staff, self._others, self._telling):
            lane.close()

    def knows(self, cookie: str) -> bool:
        """Whether a session was shown to be that of one of the staff, and none of its requests to have ended since."""
        return self._known_within(cookie, REMEMBERED_S) is not None

    def _known_within(self, cookie: str, seconds: float) -> Caller | None:
        """Whose session it is, where that was looked at so short a time ago."""
        known, looked_at = self._known.get(cookie) or (None, 0.0)
        return known if asyncio.get_running_loop().time() < looked_at + seconds else None

    def _lane(self, name: str, threads: int, behind: Lane | None = None) -> Lane:
        limits = self._limits
        return Lane(name, threads=threads, waiting=limits.waiting, waiting_each=limits.waiting_each, behind=behind)

    def _rate(self, rate_s: float, at_once: int) -> RequestRate:
        return RequestRate(rate_s=rate_s, at_once=at_once, longest_pause_s=self._limits.longest_pause_s)

    async def _answer_kept(self, scope: Any, connection: LimitedProtocol, send: Any) -> bool:
        """Answer what is kept; gives whether it was. Who asks is looked at no further than that costs no thread."""
        kept = self._kept_files.find(scope)
        if kept is None:
            return False
        caller = self._known_within(_cookie(scope), REMEMBERED_S) or _stranger(scope)
        connection.known_as(caller)
        if await _let_in(caller, self._rates_of_kept, 1, self._limits.turned_away_s, send):
            await send({"type": "http.response.start", "status": 200, "headers": kept.headers})
            await send({"type": "http.response.body", "body": kept.body})
        return True

    async def _caller(self, scope: Any) -> Caller:
        stranger, cookie = _stranger(scope), _cookie(scope)
        query: str = scope["query_string"].decode("latin-1")
        if not cookie and self._is_file(scope):
            return stranger
        known = self._known_within(cookie, KNOWN_S)
        if known:
            return known
        find = partial(caller_of, self._app, scope["path"], query, cookie, stranger.key)
        # Whoever was known a moment ago does not wait behind the strangers at their address.
        before = self._known_within(cookie, REMEMBERED_S) or stranger
        looked_at = asyncio.get_running_loop().time()
        caller = await self._identifying.run(before, find, always=True)
        if caller.kind == "staff":
            self._known.put(cookie, (caller, looked_at))
        else:
            self._known.pop(cookie)
        return caller

    def _is_file(self, scope: Any) -> bool:
        return str(scope["path"]).startswith(f"{self._app.static_url_path}/")

    async def _answer(
        self, caller: Caller, connection: LimitedProtocol, scope: Any, environ: dict[str, Any], receive: Any, send: Any
    ) -> None:
        of_staff, asks = caller.kind == "staff", environ["REQUEST_METHOD"] in ("GET", "HEAD")
        lane = self._staff if of_staff else self._others
        streams: list[Stream] = []
        environ[STREAMS] = streams
        answering = Answering(self._app, environ)

        def begin() -> bytes | None:
            # What nobody waits for any more is not worth a thread; what the staff sent in is done all the same.
            unwanted = connection.gone and (not of_staff or asks)
            return None if unwanted else answering.begin()

        try:
            with self._touches if of_staff and not asks and scope["path"].endswith(TOUCHED) else nullcontext():
                part = await lane.run(caller, begin)
            if part is None:
                return
            if streams:
                await self._stream(streams[0], answering, connection, receive, send)
                return
            if answering.whole:
                self._kept_files.keep(scope, answering.status, answering.headers, part)
            await send(_start(answering, part, environ["REQUEST_METHOD"]))
            while not answering.whole:
                await send({"type": "http.response.body", "body": part, "more_body": True})
                if connection.gone:
                    return
                part = await (self._telling if answering.is_told else lane).run(caller, answering.go_on, always=True)
            await send({"type": "http.response.body", "body": part})
        finally:
            if answering.is_open:
                await lane.run(caller, answering.close, always=True)
            # Its request holds it, and it the request.
            environ.pop("werkzeug.request", None)

    async def _stream(
        self, stream: Stream, answering: Answering, connection: LimitedProtocol, receive: Any, send: Any
    ) -> None:
        await send({"type": "http.response.start", "status": answering.status, "headers": answering.headers})

        async def tell(part: bytes) -> None:
            await send({"type": "http.response.body", "body": part, "more_body": True})

        telling = asyncio.ensure_future(stream.run(tell))
        leaving = asyncio.ensure_future(_left(receive))
        self._streams.add(telling)
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._streams.discard(telling)
            telling.cancel()
            leaving.cancel()
            ended = await asyncio.gather(telling, leaving, return_exceptions=True)
        if isinstance(ended[0], TimeoutError):
            # Whoever does not read is not told in good order that there is no more.
            connection.cut()
        elif isinstance(ended[0], Exception):
            raise ended[0]
        await send({"type": "http.response.body", "body": b""})


class _Rates(Frozen, kw_only=False):
    """How much one caller may ask for, and all of them together."""

    each: RequestRate
    everybody: RequestRate


async def _let_in(caller: Caller, rates: _Rates, count: int, turned_away_s: float, send: Any) -> bool:
    """Let the staff in at once, and everybody else at their rate; a request counts as so many."""
    if caller.kind == "staff":
        return True
    now = asyncio.get_running_loop().time()
    own = rates.each.pause_s(caller, now, count)
    pause = None if own is None else rates.everybody.pause_s(None, now, count)
    if own is None or pause is None:
        # Answered at once they would come again at once.
        await asyncio.sleep(turned_away_s)
        await _refuse(send, TOO_MANY)
        return False
    if own or pause:
        await asyncio.sleep(max(own, pause))
    return True


def _stranger(scope: Any) -> Caller:
    return stranger_at(scope["client"][0] if scope["client"] else "")


def _cookie(scope: Any) -> str:
    return "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")


async def _body(scope: Any, receive: Any) -> bytes | None:
    """A request's body, whole; nothing, where it was cut off."""
    if not any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]):
        return b""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message["body"])
        if not message["more_body"]:
            return b"".join(parts)


async def _left(receive: Any) -> None:
    """Wait until the other side is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(answering: Answering, part: bytes, method: str) -> dict[str, Any]:
    headers: Headers = answering.headers
    sized = any(name == b"content-length" for name, _ in headers)
    if answering.whole and not sized and method != "HEAD" and answering.status not in (204, 304):
        headers = [*headers, (b"content-length", b"%d" % len(part))]
    return {"type": "http.response.start", "status": answering.status, "headers": headers}


async def _refuse(send: Any, refused: Refused) -> None:
    body = refusal_body(refused)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"retry-after", b"1"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
