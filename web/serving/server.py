"""uvicorn's server with a listener of our own, and a stop that ends within seconds."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import re
import resource
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

import uvicorn
from uvicorn.config import Config
from uvicorn.server import ServerState

from web.app.addresses import Hosts
from web.serving.asgi_app import BehindProxy, Bridge, RedirectToTls
from web.serving.limits import Admission, Connections, Limits, Place, RequestRate
from web.serving.protocol import LimitedProtocol

FILES_BESIDE = 256
"""Open files that are no connections: of the book, its readers and printing."""

LOOKED_AT_BYTES = 4_096
"""How much of a first request is searched for a session before it is read."""

ADMITTED_EVERY_S = 0.01

NO_MORE_FILES_S = 0.5
"""How long no connection is accepted after the system had no file for one, and no stranger's could be ended."""

HANDSHAKE = b"\x16"
"""The first byte of a connection over TLS."""

_COOKIE = re.compile(rb"\r\ncookie:[ \t]*([^\r\n]*)\r\n", re.IGNORECASE)
_FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def most_connections(wanted: int) -> int:
    """Raise the limit of open files as far as the system allows; returns how many connections fit.

    Where the limit is low, half of the files are for connections.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - min(FILES_BESIDE, soft // 2)))


class Listener:
    """Accepts connections from a listening socket.

    A silent connection is a socket and a deadline. Only after its first byte does it get a protocol and, over TLS, a
    handshake.
    """

    def __init__(
        self,
        listening: socket.socket,
        config: Config,
        state: ServerState,
        limits: Limits,
        tls: ssl.SSLContext | None,
        known_as: Hosts | None,
        knows: Callable[[str], bool],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listening = listening
        self._config, self._state = config, state
        self._limits = limits
        self._tls = tls
        self._without_tls = _config(RedirectToTls(known_as), limits)
        self._without_tls.load()
        self._connections = Connections(limits, most_connections(limits.connections))
        self._silent: dict[Place, tuple[socket.socket, asyncio.TimerHandle]] = {}
        self._knows = knows
        begun_s, at_once = limits.begun_s, limits.begun_at_once
        if tls:
            begun_s, at_once = limits.begun_tls_s, limits.begun_tls_at_once
        everybody = RequestRate(rate_s=begun_s, at_once=at_once)
        each = RequestRate(rate_s=limits.begun_each_s, at_once=limits.begun_each_at_once)
        self._admission = Admission(self._admit, everybody=everybody, each=each)
        self._admitting: asyncio.TimerHandle | None = None
        self._beginning: set[asyncio.Task[None]] = set()
        listening.setblocking(False)
        self._listen()

    def close(self) -> None:
        """Accept no more, and end the silent connections."""
        self._loop.remove_reader(self._listening)
        self._listening.close()
        for place in list(self._silent):
            self._end_silent(place)
        for task in self._beginning:
            task.cancel()

    def _listen(self) -> None:
        if self._listening.fileno() >= 0:
            self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(self._limits.accepted_at_once):
            try:
                accepted, address = self._listening.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno in _FULL:
                    self._rest(error)
                    return
                # That one was gone already.
                continue
            accepted.setblocking(False)
            self._take_in(accepted, address[0])

    def _rest(self, error: OSError) -> None:
        """Accept again soon if strangers could give way, or else later."""
        has_room = self._connections.give_way()
        if not has_room:
            why = f"no connection is taken in: {error.strerror}."
            print(f"casekeeper: {why} [no_more_files]", file=sys.stderr, flush=True)
        self._loop.remove_reader(self._listening)
        self._loop.call_later(ADMITTED_EVERY_S if has_room else NO_MORE_FILES_S, self._listen)

    def _take_in(self, accepted: socket.socket, address: str) -> None:
        place = self._connections.enter(address, lambda: None)
        if place is None:
            accepted.close()
            return
        end = partial(self._end_silent, place)
        place.cut = end
        self._silent[place] = accepted, self._loop.call_later(self._limits.head_s, end)
        self._loop.add_reader(accepted.fileno(), self._speaks, place)

    def _end_silent(self, place: Place) -> None:
        self._admission.forget(place.caller, place)
        accepted, deadline = self._silent.pop(place)
        deadline.cancel()
        self._loop.remove_reader(accepted.fileno())
        accepted.close()
        self._connections.leave(place)

    def _speaks(self, place: Place) -> None:
        """Let a connection begin that has sent its first bytes. Over TLS they do not show yet whose it is."""
        accepted, _ = self._silent[place]
        self._loop.remove_reader(accepted.fileno())
        if self._tls is None and self._is_known(accepted):
            self._admit(place)
            return
        self._admission.ask(place.caller, place, self._loop.time())
        self._keep_admitting()

    def _is_known(self, accepted: socket.socket) -> bool:
        """Whether the first bytes, which stay unread, show a session of the staff."""
        try:
            begun = accepted.recv(LOOKED_AT_BYTES, socket.MSG_PEEK)
        except OSError:
            return False
        found = _COOKIE.search(begun)
        return found is not None and self._knows(found[1].decode("latin-1"))

    def _keep_admitting(self) -> None:
        if self._admission and self._admitting is None:
            self._admitting = self._loop.call_later(ADMITTED_EVERY_S, self._go_on_admitting)

    def _go_on_admitting(self) -> None:
        self._admitting = None
        self._admission.go_on(self._loop.time())
        self._keep_admitting()

    def _admit(self, place: Place) -> None:
        accepted, deadline = self._silent.pop(place)
        deadline.cancel()
        beginning = self._loop.create_task(self._begin(accepted, place))

        def cut() -> None:
            beginning.cancel()

        place.cut = cut
        self._beginning.add(beginning)
        beginning.add_done_callback(partial(self._begun, accepted, place))

    async def _begin(self, accepted: socket.socket, place: Place) -> None:
        """Give a connection its protocol, after the handshake over TLS. Plain HTTP is redirected there."""
        tls, config = self._tls, self._config
        if tls and accepted.recv(1, socket.MSG_PEEK) not in (b"", HANDSHAKE):
            tls, config = None, self._without_tls

        def protocol() -> LimitedProtocol:
            return LimitedProtocol(config, self._state, limits=self._limits, connections=self._connections, place=place)

        handshake = {"ssl_handshake_timeout": self._limits.handshake_s, "ssl_shutdown_timeout": self._limits.linger_s}
        await self._loop.connect_accepted_socket(protocol, accepted, ssl=tls, **(handshake if tls else {}))

    def _begun(self, accepted: socket.socket, place: Place, beginning: asyncio.Task[None]) -> None:
        """End a connection that is gone or whose handshake failed."""
        self._beginning.discard(beginning)
        if beginning.cancelled() or beginning.exception():
            self._connections.leave(place)
            accepted.close()


def _config(app: Any, limits: Limits) -> Config:
    return Config(
        app,
        http="httptools",
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        # A client could claim another address in a header; uvicorn's default trusts this machine.
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=limits.idle_s,
        timeout_graceful_shutdown=limits.stop_s,  # type: ignore[arg-type]
    )


class Server(uvicorn.Server):
    """Serves a bridge on a listening socket until it is stopped; forwarded headers count from ``proxies`` only.

    Over TLS plain HTTP is redirected under the names ``known_as``, or under any if there is none.
    """

    def __init__(
        self,
        bridge: Bridge,
        limits: Limits,
        listening: socket.socket,
        tls: ssl.SSLContext | None,
        proxies: Sequence[str] = (),
        known_as: Hosts | None = None,
    ) -> None:
        # Each broken connection would have its line in the log. The bridge logs what matters.
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
        super().__init__(_config(BehindProxy(bridge, list(proxies)) if proxies else bridge, limits))
        self.servers = []
        self._bridge, self._limits = bridge, limits
        self._listening, self._tls, self._known_as = listening, tls, known_as

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await self.lifespan.startup()
        self._listener = Listener(
            self._listening,
            self.config,
            self.server_state,
            self._limits,
            self._tls,
            self._known_as,
            self._bridge.knows,
        )
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more, end the streams, give other answers a moment, and cut what is left."""
        self._listener.close()
        self._bridge.end_streams()
        await super().shutdown()
        for connection in list(self.server_state.connections):
            cast("LimitedProtocol", connection).cut()
        # One more turn, to clear away what was cut.
        await asyncio.sleep(0)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the caller. uvicorn would raise the signal again at the end."""
        yield

    def stop(self) -> None:
        """Stop soon. May be called by a signal handler and from other threads."""
        self.should_exit = True
