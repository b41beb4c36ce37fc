"""uvicorn's server with a listener of our own, and a stop that is over within seconds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Iterator

import uvicorn

from web.serving.bridge import Bridge
from web.serving.limits import Limits
from web.serving.listener import Listener

POLL_S = 0.02


class Server(uvicorn.Server):
    """Serves a bridge on a listening socket until it is told to stop."""

    def __init__(self, bridge: Bridge, limits: Limits, listening: socket.socket, tls: ssl.SSLContext | None) -> None:
        config = uvicorn.Config(
            bridge,
            http="httptools",
            ws="none",
            loop="asyncio",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            # Whoever sends a request could say that they come from elsewhere.
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=limits.idle_s,
        )
        # Each connection would otherwise have its word in the log; what fails here is told by the bridge.
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
        super().__init__(config)
        self._bridge, self._limits = bridge, limits
        self._listening, self._tls = listening, tls

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await self.lifespan.startup()
        knows = self._bridge.knows
        self._listener = Listener(self._listening, self.config, self.server_state, self._limits, self._tls, knows)
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in no more, end the streams, let the rest be answered for a moment, and cut what is left."""
        self._listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        self._bridge.end_streams()
        loop = asyncio.get_running_loop()
        give_up = loop.time() + self._limits.stop_s
        while self.server_state.tasks and loop.time() < give_up:
            await asyncio.sleep(POLL_S)
        for task in list(self.server_state.tasks):
            task.cancel()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        # One more turn, for what was cut to be cleared away.
        await asyncio.sleep(0)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to whoever runs this; uvicorn would have its process ended by the signal over again."""
        yield

    def stop(self) -> None:
        """Stop soon; may be called by a handler of signals, and from other threads."""
        self.should_exit = True
