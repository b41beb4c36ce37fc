"""A port for a server of a test: one that no connection of another test is given meanwhile."""

from __future__ import annotations

import socket
from random import SystemRandom

FROM, TO = 15_000, 32_000
"""Below the ports that systems give to connections: those are taken and let go of all the time."""


def free_port() -> int:
    """A port of the loopback address on which nobody listens."""
    while True:
        port = SystemRandom().randrange(FROM, TO)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
