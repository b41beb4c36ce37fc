"""One connection's HTTP/1.1: uvicorn's protocol with limits and deadlines for requests and for unread answers."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from http import HTTPStatus

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from events.frozen import Frozen
from web.app.authorization import Caller
from web.serving.limits import Connections, Limits, Place

DISCARDED_BYTES = 1024 * 1024
"""How much is still received, and thrown away, from a caller who was refused."""

BODY_WITH_CHUNKS = 2
"""How many times the size of a body may be received if it comes in chunks, each of which states its length."""

CONNECTION = "casekeeper.connection"
"""The key of the connection in the ``state`` of a request's scope."""


class HttpError(Frozen, kw_only=False):
    """Why a request is refused: the status, a stable code, and one sentence."""

    status: int
    code: str
    why: str


class RefusedError(Exception):
    """Raised in the parser's callbacks. A new one each time, since an exception keeps its frames."""

    def __init__(self, refused: HttpError) -> None:
        super().__init__(refused.why)
        self.refused = refused


MALFORMED = HttpError(400, "bad_request", "The request is invalid.")
HEAD_TOO_LARGE = HttpError(431, "head_too_large", "The request's header fields are too large.")
BODY_TOO_LARGE = HttpError(413, "too_large", "The request is too large.")
TOO_SLOW = HttpError(408, "too_slow", "The request took too long to arrive.")


def refusal_body(refused: HttpError) -> bytes:
    """The JSON body of a refusal."""
    return json.dumps({"code": refused.code, "why": refused.why}).encode() + b"\n"


def refusal_bytes(refused: HttpError, default_headers: list[tuple[bytes, bytes]]) -> bytes:
    """A whole answer that refuses a request and ends the connection."""
    body = refusal_body(refused)
    head = [f"HTTP/1.1 {refused.status} {HTTPStatus(refused.status).phrase}".encode()]
    head += [name + b": " + value for name, value in default_headers]
    head += [b"content-type: application/json", b"content-length: %d" % len(body), b"connection: close", b"", body]
    return b"\r\n".join(head)


class LimitedProtocol(HttpToolsProtocol):
    """A connection within :class:`Limits`. A request that is too large or too late is refused and ends it.

    A request that comes before the last one was answered is not read, and the connection ends after that answer.
    Browsers send no such requests.
    """

    def __init__(
        self, config: Config, state: ServerState, *, limits: Limits, connections: Connections, place: Place
    ) -> None:
        super().__init__(config, state, {}, asyncio.get_running_loop())
        self._limits = limits
        self._connections_known = connections
        self._place = place
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._in_head = True
        self._whole = 0
        self._fed_bytes = self._head_bytes = self._body_bytes = 0
        self._deaf = False
        self._discarded_bytes = 0

    @property
    def gone(self) -> bool:
        """Whether the caller is gone."""
        return self.transport.is_closing()

    def cut(self) -> None:
        """End the connection at once."""
        # Python 3.11.2 raises for a TLS connection that was closed twice: nothing of it is left to abort.
        with suppress(Exception):
            self.transport.abort()

    def known_as(self, caller: Caller) -> None:
        """Count the connection as its caller's."""
        self._connections_known.known(self._place, caller)

    # What asyncio calls.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin: the head of the first request has its deadline."""
        super().connection_made(transport)
        # Writing pauses as soon as anything is left, so that an unread answer has its deadline.
        transport.set_write_buffer_limits(high=1, low=0)
        self._place.cut = self.cut
        self._set_deadline(self._limits.head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give everything back."""
        self._clear_deadline()
        self.resume_writing()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._connections_known.leave(self._place)
        # Cycles are seldom collected here, so the connection must leave none.
        self._place.cut = _nothing
        self.scope = self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Parse what came."""
        if self._deaf:
            self._discard(data)
            return
        self._unset_keepalive_if_required()
        if self._in_head and self._deadline is None:
            self._set_deadline(self._limits.head_s)
        whole_before = self._whole
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # Only HTTP is spoken here. The request is answered, and what follows is not read.
            self._deaf = True
        except httptools.HttpParserError as error:
            self._refuse(error.__context__.refused if isinstance(error.__context__, RefusedError) else MALFORMED)
        if self._whole == whole_before and not self._deaf:
            # The parser reports no field before it is whole, and nothing between the chunks of a body.
            self._fed_bytes += len(data)
            if self._fed_bytes > self._most_fed():
                self._refuse(HEAD_TOO_LARGE if self._in_head else BODY_TOO_LARGE)

    def pause_writing(self) -> None:
        """Wait for the reader, but not for ever."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self._limits.unread_s, self.cut)

    def resume_writing(self) -> None:
        """Go on, since all was read."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    # What the parser calls.

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head_bytes = self._body_bytes = 0
        self.scope["state"][CONNECTION] = self

    def on_url(self, url: bytes) -> None:
        """A piece of the first line."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header field."""
        if not self._in_head:
            # A field after the body could contradict those before it.
            raise RefusedError(MALFORMED)
        self._count_head(len(name) + len(value))
        if len(self.headers) >= self._limits.head_fields:
            raise RefusedError(HEAD_TOO_LARGE)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole: check it, and begin to answer."""
        if self._answering():
            raise RefusedError(MALFORMED)
        self._check_head()
        self._in_head = False
        self._clear_deadline()
        super().on_headers_complete()
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False
        self._set_deadline(self._limits.body_s)

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._body_bytes += len(body)
        if self._body_bytes > self._limits.body_bytes:
            raise RefusedError(BODY_TOO_LARGE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._clear_deadline()
        self._in_head = True
        self._whole += 1
        self._fed_bytes = 0
        super().on_message_complete()

    # What it takes.

    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _most_fed(self) -> int:
        limits = self._limits
        return limits.head_bytes if self._in_head else limits.head_bytes + BODY_WITH_CHUNKS * limits.body_bytes

    def _count_head(self, count: int) -> None:
        self._head_bytes += count
        if self._head_bytes > self._limits.head_bytes:
            raise RefusedError(HEAD_TOO_LARGE)

    def _check_head(self) -> None:
        """Raise :class:`RefusedError` for a head that is ambiguous or announces too large a body."""
        found: dict[bytes, list[bytes]] = {}
        for name, value in self.headers:
            found.setdefault(name, []).append(value)
        hosts = found.get(b"host", [])
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1") or len(hosts) > 1 or (not hosts and version == "1.1"):
            raise RefusedError(MALFORMED)
        lengths, coded = found.get(b"content-length", []), found.get(b"transfer-encoding", [])
        if len(lengths) > 1 or (lengths and coded) or any(coding.strip().lower() != b"chunked" for coding in coded):
            raise RefusedError(MALFORMED)
        if (lengths or coded) and self.parser.should_upgrade():
            # The parser reads no body with an upgrade, so the body would be read as a request.
            raise RefusedError(MALFORMED)
        if lengths and int(lengths[0]) > self._limits.body_bytes:
            raise RefusedError(BODY_TOO_LARGE)

    # How a connection ends.

    def _refuse(self, refused: HttpError) -> None:
        """Send a refusal, unless another answer is on its way, and end the connection."""
        if self.transport.is_closing():
            return
        self._deaf = True
        self._clear_deadline()
        cycle = self.cycle
        if self._answering():
            if self._in_head:
                # The request before this one is whole and has its answer.
                cycle.keep_alive = False
                return
            cycle.disconnected = True
            cycle.message_event.set()
            if cycle.response_started:
                self.transport.close()
                return
        self.transport.write(refusal_bytes(refused, self.server_state.default_headers))
        self._end_slowly()

    def _end_slowly(self) -> None:
        """End once the caller had time to read the refusal. Closing with unread bytes would reset the connection.

        Over TLS a connection cannot be closed in one direction, so all of it stays open until then.
        """
        plain = self.transport.can_write_eof()
        if plain:
            self.transport.write_eof()
        self._deadline = self.loop.call_later(self._limits.linger_s, self.cut if plain else self.transport.close)

    def _discard(self, data: bytes) -> None:
        self._discarded_bytes += len(data)
        if self._discarded_bytes > DISCARDED_BYTES:
            self.cut()

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        self._refuse(TOO_SLOW)


def _nothing() -> None:
    """Do nothing: the connection is gone."""
