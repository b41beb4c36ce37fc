"""A request as the application is given it: the environment of WSGI, made from the scope of ASGI."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

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
