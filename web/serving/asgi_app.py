"""The ASGI application: admits a request, runs the WSGI application on a thread, and streams its answer.

Static files are kept as answered, and sent again without a thread.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from io import BytesIO
from math import inf
from typing import Any, Protocol
from urllib.parse import unquote_to_bytes

from flask import Flask
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from events.cache import Cache
from web.app.addresses import Hosts
from web.app.authorization import LOOKS_BACK, STREAMS, Caller, bears_token, caller_of, stranger_at
from web.app.background_work import Readings, touches_of
from web.app.links import without_key
from web.app.log import what_broke
from web.serving.limits import Limits, RequestRate
from web.serving.protocol import CONNECTION, HttpError, LimitedProtocol, refusal_body
from web.serving.thread_pool import Crowded, Lane

Headers = list[tuple[bytes, bytes]]
Send = Callable[[bytes], Awaitable[None]]

PART_BYTES = 256 * 1024
"""How much of an answer is made and sent at a time. Nearly every answer is one part. A reader has time for each."""

KNOWN_S = 10.0
"""How long a session counts as the staff's without being looked up again. Permissions are checked each time."""

REMEMBERED_S = 1_000.0
"""How long a session that was the staff's has priority over strangers. A tablet's stream reconnects sooner."""

KNOWN = 1_024
"""How many sessions are remembered."""

HEALTH = "/healthz"
"""An address that is answered without the house's root too: who looks after the server reaches it without the proxy."""

TOUCHED = "/commands"
"""How the addresses of touches end. Streams give way to no other request of the staff, which may take long."""

MOST_FILES = 1_024
"""How many answers with a file are kept; the least recently used one is forgotten."""

LARGEST_FILE = 128 * 1024
"""The largest body that is kept."""

_QUICK = re.compile(r"/nights/[^/]+(/table|/coming)?|/.*/stream")
"""The addresses of what a dealer waits for at a table. A stream only begins on a thread."""

FILES = ("/static/", "/fonts/")
"""Where the program's own files are, which every caller may have under any name."""

BUSY = HttpError(503, "busy", "The server is overloaded. Try again in a moment.")
TOO_MANY = HttpError(429, "too_many_requests", "Too many requests from here. Try again in a moment.")
NEEDS_TLS = HttpError(400, "needs_tls", "This server speaks TLS. Open its address with https://.")

_log = logging.getLogger(__name__)


class Stream(Protocol):
    """A view's answer that follows a night, and that the server runs as a task."""

    async def run(self, send: Send) -> None:
        """Send until there is nothing more to tell. It is cancelled if the listener is gone.

        Raises :class:`TimeoutError` if the listener does not read.
        """


class Bridge:
    """The ASGI application that runs a Flask application within :class:`Limits`.

    The application answers under its root (``APPLICATION_ROOT``), which is taken off the paths of requests here.
    """

    def __init__(self, app: Flask, limits: Limits) -> None:
        self._app = app
        self._root = app.config["APPLICATION_ROOT"].rstrip("/")
        self._limits = limits
        self._identifying = self._lane("caller", limits.caller_threads)
        self._staff = self._lane("staff", limits.staff_threads)
        self._reading = self._lane("reading", limits.reading_threads)
        self._others = self._lane("other", limits.other_threads, self._staff, self._reading)
        self._telling = self._lane("telling", limits.telling_threads)
        self._rates = (
            self._rate(limits.files_s, limits.files_at_once),
            self._rate(limits.files_of_all_s, limits.files_of_all_at_once),
        )
        self._rates_of_kept = (
            self._rate(limits.kept_files_s, limits.kept_files_at_once),
            self._rate(limits.kept_files_of_all_s, limits.kept_files_of_all_at_once),
        )
        self._touches = touches_of(app)
        self._readings = Readings(limits.reading_at_once, self._touches)
        self._kept_files = FileCache()
        self._known: Cache[str, tuple[Caller, float]] = Cache(KNOWN)
        self._streams: set[asyncio.Future[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        connection: LimitedProtocol = scope["state"][CONNECTION]
        try:
            # Read the body first: an incomplete request uses no one's share, and a refused client has sent it all.
            body = await _body(scope, receive)
            if body is None:
                return
            if self._root and scope["path"] != HEALTH:
                if not scope["path"].startswith(f"{self._root}/"):
                    await _refuse(send, HttpError(404, "not_found", f"The pages of this house are at {self._root}/."))
                    return
                scope = {**scope, "path": scope["path"].removeprefix(self._root), "root_path": self._root}
            if await self._answer_kept(scope, connection, send):
                return
            caller = await self._caller(scope)
            connection.known_as(caller)
            count = 1 if self._is_file(scope) else self._limits.page_in_files
            if await self._let_in(caller, self._rates, count, send):
                await self._answer(caller, connection, scope, environment(scope, body), receive, send)
        except Crowded:
            await _refuse(send, BUSY)
        except Exception as error:
            path = without_key(scope["path"])
            _log.error("%s %s came to no end: %s [request_failed]", scope["method"], path, what_broke(error))
            # The connection ends, with status 500 if nothing was sent yet.
            raise

    def end_streams(self) -> None:
        """End every stream, so that only short answers are waited for."""
        for stream in self._streams:
            stream.cancel()

    def close(self) -> None:
        """Take no more requests."""
        for lane in (self._identifying, self._staff, self._reading, self._others, self._telling):
            lane.close()

    def knows(self, cookie: str) -> bool:
        """Whether a session was that of a member of the staff, and no request has found it ended since."""
        return self._known_within(cookie, REMEMBERED_S) is not None

    def _known_within(self, cookie: str, seconds: float) -> Caller | None:
        """The member of the staff whose session was looked up within these ``seconds``, or ``None``."""
        known, looked_at = self._known.get(cookie) or (None, 0.0)
        return known if asyncio.get_running_loop().time() < looked_at + seconds else None

    def _lane(self, name: str, threads: int, *behind: Lane) -> Lane:
        limits = self._limits
        return Lane(name, threads=threads, waiting=limits.waiting, waiting_each=limits.waiting_each, behind=behind)

    def _rate(self, rate_s: float, at_once: int) -> RequestRate:
        return RequestRate(rate_s=rate_s, at_once=at_once, longest_pause_s=self._limits.longest_pause_s)

    async def _let_in(self, caller: Caller, rates: tuple[RequestRate, RequestRate], count: int, send: Any) -> bool:
        """Let the staff in at once and everybody else at the rates for each and for all; ``count`` is the weight."""
        if caller.kind == "staff":
            return True
        now = asyncio.get_running_loop().time()
        each, everybody = rates
        own = each.pause_s(caller, now, count)
        pause = None if own is None else everybody.pause_s(None, now, count)
        if own is None or pause is None:
            # Answered at once, they would ask again at once.
            await asyncio.sleep(self._limits.turned_away_s)
            await _refuse(send, TOO_MANY)
            return False
        if own or pause:
            await asyncio.sleep(max(own, pause))
        return True

    async def _answer_kept(self, scope: Any, connection: LimitedProtocol, send: Any) -> bool:
        """Answer from the file cache; returns whether it could. The caller is looked up only where that is free."""
        kept = self._kept_files.find(scope)
        if kept is None:
            return False
        caller = self._known_within(_cookie(scope), REMEMBERED_S) or _stranger(scope)
        connection.known_as(caller)
        if await self._let_in(caller, self._rates_of_kept, 1, send):
            headers, body = kept
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        return True

    async def _caller(self, scope: Any) -> Caller:
        stranger, authorization = _stranger(scope), _field(scope, b"authorization")
        cookie = "" if bears_token(scope["path"], authorization) else _cookie(scope)
        query: str = scope["query_string"].decode("latin-1")
        if not cookie and self._is_file(scope):
            return stranger
        known = self._known_within(cookie, KNOWN_S)
        if known:
            return known
        find = partial(caller_of, self._app, scope["path"], query, cookie, stranger.key, authorization)
        # Staff who were known a moment ago do not wait behind the strangers at their address.
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
        reads = of_staff and asks and not _is_quick(scope)
        lane = self._reading if reads else self._staff if of_staff else self._others
        computing = self._readings if reads else nullcontext()
        streams: list[Stream] = []
        environ[STREAMS] = streams
        answering = Answering(self._app, environ)

        def begin() -> bytes | None:
            # Nobody waits any more: a thread would be wasted. What the staff sent in is done all the same.
            unwanted = connection.gone and (not of_staff or asks)
            with computing:
                return None if unwanted else answering.begin()

        def go_on() -> bytes:
            with computing:
                return answering.go_on()

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
                await _send_body(send, part, more_body=True)
                if connection.gone:
                    return
                told = answering.is_told
                part = await (
                    self._telling.run(caller, answering.go_on, always=True)
                    if told
                    else lane.run(caller, go_on, always=True)
                )
            await _send_body(send, part, more_body=False)
        finally:
            if answering.is_open:
                await lane.run(caller, answering.close, always=True)
            # The request and its environment refer to each other, and cycles are seldom collected here.
            environ.pop("werkzeug.request", None)

    async def _stream(
        self, stream: Stream, answering: Answering, connection: LimitedProtocol, receive: Any, send: Any
    ) -> None:
        async def tell(part: bytes) -> None:
            await send({"type": "http.response.body", "body": part, "more_body": True})

        async def leave() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        await send({"type": "http.response.start", "status": answering.status, "headers": answering.headers})
        telling, leaving = asyncio.ensure_future(stream.run(tell)), asyncio.ensure_future(leave())
        self._streams.add(telling)
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._streams.discard(telling)
            telling.cancel()
            leaving.cancel()
            ended, _ = await asyncio.gather(telling, leaving, return_exceptions=True)
        if isinstance(ended, TimeoutError):
            # A client that does not read gets no orderly end.
            connection.cut()
        elif isinstance(ended, Exception):
            raise ended
        await send({"type": "http.response.body", "body": b""})


class BehindProxy(ProxyHeadersMiddleware):
    """Takes the caller's address, scheme and host from ``X-Forwarded-`` headers where a trusted proxy connects.

    Of several addresses it takes the last one that is no trusted proxy's, of several hosts the last one.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on a request as the proxy received it."""
        named = [value for name, value in scope["headers"] if name == b"x-forwarded-host"]
        host = named[-1].rpartition(b",")[2].strip() if named else b""
        if host and scope["client"] and scope["client"][0] in self.trusted_hosts:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*others, (b"host", host)]
        await super().__call__(scope, receive, send)


class RedirectToTls:
    """Redirects plain HTTP on a port for TLS to the same address over TLS, under the house's own names only."""

    def __init__(self, known_as: Hosts | None) -> None:
        self._known_as = known_as

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        host = _field(scope, b"host")
        if not host or (self._known_as and not self._known_as.holds(host, scope["server"][0])):
            await _refuse(send, NEEDS_TLS)
            return
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        headers = [
            (b"location", b"https://" + host.encode("latin-1") + scope["raw_path"] + query),
            (b"content-length", b"0"),
            # The house may be served without TLS again.
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": 308, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


class Answering:
    """A WSGI answer: begun once, made part by part, and closed in any case.

    The steps may run in different threads, one after another, and share the request's context.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], environ: dict[str, Any]) -> None:
        self._app = app
        self._environ = environ
        self._run = copy_context().run
        self._parts: Iterable[bytes] = ()
        self._left: Iterator[bytes] = iter(())
        self._due = inf
        self.status = 500
        self.headers: Headers = []
        self.whole = False

    def begin(self) -> bytes:
        """Call the application, and return the first part; ``status`` and ``headers`` are then known."""
        self._parts = self._run(self._app, self._environ, self._start)
        self._left = iter(self._parts)
        return self.go_on()

    def go_on(self) -> bytes:
        """The next part; after the last one the answer is ``whole``.

        The last byte of its stated length ends an answer: a client then sends its next request at once.
        """
        part = self._run(self._part)
        if self.whole:
            self.close()
        return part

    def close(self) -> None:
        """Tell the application that the answer is over."""
        close, self._parts = getattr(self._parts, "close", None), ()
        if close:
            self._run(close)

    @property
    def is_open(self) -> bool:
        """Whether the application has begun to answer and was not told yet that the answer is over."""
        return self._parts != ()

    @property
    def is_told(self) -> bool:
        """Whether the parts come as something happens, and each is sent on its own."""
        return any(name == b"content-type" and value.startswith(b"text/event-stream") for name, value in self.headers)

    def _start(self, status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        self.status = int(status.partition(" ")[0])
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        # The server adds the date to every answer.
        self.headers = [(name, value) for name, value in named if name != b"date"]
        self._due = float(dict(self.headers).get(b"content-length", inf))

    def _part(self) -> bytes:
        parts, size, enough = [], 0, 1 if self.is_told else PART_BYTES
        for part in self._left:
            parts.append(part)
            size += len(part)
            if size >= min(enough, self._due):
                break
        else:
            self.whole = True
        self._due -= size
        self.whole |= not self._due
        return b"".join(parts)


_CONDITIONAL = frozenset({b"range", b"if-range", b"if-match", b"if-none-match", b"if-modified-since"})
_ENCODINGS = ("br", "gzip")


class FileCache:
    """Whole answers to plain requests for files that the application calls ``public``."""

    def __init__(self) -> None:
        self._kept: Cache[tuple[str, ...], tuple[Headers, bytes]] = Cache(MOST_FILES)

    def find(self, scope: Any) -> tuple[Headers, bytes] | None:
        """The headers and body of the answer to a request, if it is kept."""
        key = _cache_key(scope)
        return self._kept.get(key) if key else None

    def keep(self, scope: Any, status: int, headers: Headers, body: bytes) -> None:
        """Keep a whole answer, if it is one to be kept."""
        key, named = _cache_key(scope), dict(headers)
        is_public = b"public" in named.get(b"cache-control", b"") and b"set-cookie" not in named
        if key and status == 200 and is_public and len(body) <= LARGEST_FILE:
            lasting = [(name, value) for name, value in headers if name != b"content-length"]
            self._kept.put(key, ([*lasting, (b"content-length", b"%d" % len(body))], body))


def _cache_key(scope: Any) -> tuple[str, ...] | None:
    """The path and the encodings that a browser accepts; ``None`` if the answer depends on more."""
    path: str = scope["path"]
    # A file has one plain path, and any number of roundabout ones.
    is_plain = path.startswith(FILES) and "/." not in path and "//" not in path and not scope["query_string"]
    fields = dict(scope["headers"])
    accepted = fields.get(b"accept-encoding", b"").decode("latin-1").lower()
    # The application works out what a browser prefers.
    if scope["method"] != "GET" or not is_plain or _CONDITIONAL & fields.keys() or ";" in accepted or "*" in accepted:
        return None
    encodings = {encoding.strip() for encoding in accepted.split(",")}
    return (path, *(encoding for encoding in _ENCODINGS if encoding in encodings))


_OF_THE_CONNECTION = frozenset({b"transfer-encoding", b"content-length", b"expect", b"upgrade"})
"""Fields about the way a request came. Its body was read whole by now."""


def environment(scope: Any, body: bytes) -> dict[str, Any]:
    """The WSGI environment of a request whose body was read whole."""
    server, client = scope["server"] or ("", None), scope["client"] or ("", 0)
    root: str = scope.get("root_path", "")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1").removeprefix(root),
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
    for field, value in scope["headers"]:
        # "a_b" would be taken for "a-b", which a proxy may have vouched for.
        if field in _OF_THE_CONNECTION or b"_" in field:
            continue
        name = field.decode("latin-1").upper().replace("-", "_")
        key, text = name if name == "CONTENT_TYPE" else f"HTTP_{name}", value.decode("latin-1")
        joined_by = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{joined_by}{text}" if key in environ else text
    return environ


def _is_quick(scope: Any) -> bool:
    """Whether a page is a table's own, as it stands. Any other one gives way to touches."""
    return _QUICK.fullmatch(scope["path"]) is not None and f"{LOOKS_BACK}=".encode() not in scope["query_string"]


def _stranger(scope: Any) -> Caller:
    return stranger_at(scope["client"][0] if scope["client"] else "")


def _cookie(scope: Any) -> str:
    return _field(scope, b"cookie")


def _field(scope: Any, field: bytes) -> str:
    return "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == field)


async def _body(scope: Any, receive: Any) -> bytes | None:
    """The whole body of a request; ``None`` if it was cut off."""
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


def _start(answering: Answering, part: bytes, method: str) -> dict[str, Any]:
    headers: Headers = answering.headers
    sized = any(name == b"content-length" for name, _ in headers)
    if answering.whole and not sized and method != "HEAD" and answering.status not in (204, 304):
        headers = [*headers, (b"content-length", b"%d" % len(part))]
    return {"type": "http.response.start", "status": answering.status, "headers": headers}


async def _send_body(send: Any, part: bytes, *, more_body: bool) -> None:
    for at in range(0, len(part) or 1, PART_BYTES):
        ends = at + PART_BYTES >= len(part)
        body = part[at : at + PART_BYTES]
        await send({"type": "http.response.body", "body": body, "more_body": more_body or not ends})


async def _refuse(send: Any, refused: HttpError) -> None:
    body = refusal_body(refused)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"retry-after", b"1"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
