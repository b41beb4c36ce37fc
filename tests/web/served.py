"""An application served on a port of its own, for a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from threading import Thread
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from tests.support.house import House
from tests.web.cable import listening
from tests.web.tablet_in_browser import none_left_open

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL_S = 0.02
"""How soon a server notices that it is to stop."""


class _Quiet(WSGIRequestHandler):
    def log(self, *_: object, **__: object) -> None:
        """Say nothing."""


class _Server(ThreadedWSGIServer):
    """A server that ends its connections when it is closed: the next application at this port is to be asked anew."""

    def __init__(self, app: WSGIApplication, ear: socket) -> None:
        self._open: set[socket] = set()
        super().__init__("127.0.0.1", 0, app, _Quiet, fd=ear.fileno())

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def close_request(self, request: Any) -> None:
        self._open.discard(request)
        super().close_request(request)

    def server_close(self) -> None:
        super().server_close()
        for entry in self._open.copy():
            with suppress(OSError):
                entry.shutdown(SHUT_RDWR)


def to_the_end(app: Flask) -> WSGIApplication:
    """An application whose answers are closed at any rate: this server leaves them open where a browser hangs up."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        parts = app(environ, start_response)
        try:
            # Not from the parts themselves: that would close them a second time.
            yield from (part for part in parts)
        finally:
            getattr(parts, "close", lambda: None)()

    return answer


@contextmanager
def served(house: House) -> Iterator[str]:
    """Serve a house, and give its address."""
    with listening("houses") as ear:
        server = _Server(to_the_end(house.app), ear)
    thread = Thread(target=server.serve_forever, args=(POLL_S,), daemon=True)
    thread.start()
    with none_left_open():
        yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()
