"""One request answered by a WSGI application: what it is given, and its answer, in steps that never wait for a reader.

Each step runs in a thread.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

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
