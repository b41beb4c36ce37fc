"""The ASGI application: admits a request, runs the WSGI application on a thread, and streams its answer."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote_to_bytes

from flask import Flask

from events.cache import Cache
from events.frozen import Frozen
from web.app.authorization import CALLER, STREAMS, Caller, caller_of, stranger_at
from web.app.background_work import touches_of
from web.app.links import without_key
from web.app.log import what_broke
from web.serving.file_cache import KeptFiles
from web.serving.limits import Limits, RequestRate
from web.serving.protocol import CONNECTION, LimitedProtocol, Refused, refusal_body
from web.serving.thread_pool import Crowded, Lane

Headers = list[tuple[bytes, bytes]]
T = TypeVar("T")

PART_BYTES = 256 * 1024
"""How much of an answer is made at a time; nearly every answer is one part."""

_EVENTS = b"text/event-stream"


class Answering:
    """An answer in the making: begun once, made part by part, and closed in any case.

    The steps may run in different threads, one after another: they share what belongs to the request.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], environ: dict[str, Any]) -> None:
        self._app = app
        self._environ = environ
        self._context = copy_context()
        self._parts: Iterable[bytes] = ()
        self._left: Iterator[bytes] = iter(())
        self.status = 500
        self.headers: Headers = []
        self.whole = False

    def begin(self) -> bytes:
        """Have the application answer, and give the first part; ``status`` and ``headers`` are then known."""
        return self._context.run(self._begin)

    def go_on(self) -> bytes:
        """Give the next part; after the last one the answer is ``whole``."""
        return self._context.run(self._part)

    def close(self) -> None:
        """Tell the application that the answer is over, however it ended; one that is whole was closed with that."""
        self._context.run(self._close)

    @property
    def is_open(self) -> bool:
        """Whether the application has begun to answer, and is still to be told that the answer is over."""
        return self._parts != ()

    @property
    def is_told(self) -> bool:
        """Whether the parts come as something happens, each to be sent on its own."""
        return (b"content-type", _EVENTS) in [(name, value.partition(b";")[0]) for name, value in self.headers]

    def _begin(self) -> bytes:
        self._parts = self._app(self._environ, self._start)
        self._left = iter(self._parts)
        return self._part()

    def _start(self, status: str, headers: list[tuple[str, str]], _: Any = None) -> Callable[[bytes], object]:
        self.status = int(status.partition(" ")[0])
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        # The server says when on every answer.
        self.headers = [(name, value) for name, value in named if name != b"date"]
        return _unwritable

    def _part(self) -> bytes:
        made, size, enough = [], 0, 1 if self.is_told else PART_BYTES
        for part in self._left:
            made.append(part)
            size += len(part)
            if size >= enough:
                return b"".join(made)
        self.whole = True
        self._close()
        return b"".join(made)

    def _close(self) -> None:
        close, self._parts = getattr(self._parts, "close", None), ()
        if close:
            close()


def _unwritable(_: bytes) -> object:
    raise AssertionError("the application writes past its answer")


_JOINED_BY = {"HTTP_COOKIE": "; "}
_OF_THE_CONNECTION = frozenset({b"transfer-encoding", b"content-length", b"expect", b"upgrade"})
"""Said of the way a request came, which is over: its body lies there whole."""


def environment(scope: Any, body: bytes) -> dict[str, Any]:
    """The environment for a request whose body was read whole."""
    server, client = scope["server"] or ("", None), scope["client"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # "a_b" would be taken for "a-b", which somebody in between may have vouched for.
        if name not in _OF_THE_CONNECTION and b"_" not in name:
            _add(environ, name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1"))
    return environ


def _add(environ: dict[str, Any], name: str, value: str) -> None:
    key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
    environ[key] = f"{environ[key]}{_JOINED_BY.get(key, ',')}{value}" if key in environ else value


_log = logging.getLogger(__name__)

KNOWN_S = 10.0
"""For how long one of the staff is taken for that without looking again. What they may do is looked at each time."""

REMEMBERED_S = 1_000.0
"""For how long a member of the staff comes in ahead of strangers; a tablet's stream reconnects before that."""

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
            # First of all: what is not whole takes nothing of anybody's share, and a refused client has sent all.
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
        # A client that was known a moment ago does not wait behind the strangers at their address.
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
            # A client that does not read gets no orderly end.
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
