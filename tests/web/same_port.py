"""Where the browser tests are served: one port for all, so that a browser knows its scripts and styles from before."""

from __future__ import annotations

import socket
from functools import cache

from tests.support.free_port import free_port


def listening(what: str) -> socket.socket:
    """A socket that listens on the port of what is served; on another where this process listens there already."""
    try:
        return socket.create_server(("127.0.0.1", _port_of(what)))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


@cache
def _port_of(what: str) -> int:
    return free_port()
