"""An application served as ``casekeeper serve`` serves it, in this process and with limits that a test may wait for."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from threading import Thread
from time import sleep
from typing import Any

from flask import Flask
from msgspec.structs import replace

from web.serving.asgi_app import Bridge
from web.serving.limits import Limits
from web.serving.server import Server
from web.serving.supervisor import bound

PATIENCE_S = 300
"""A slow machine is no fault of the server's: what takes longer has failed."""

LIMITS = Limits(body_bytes=64 * 1024)


@contextmanager
def served(app: Flask, *, tls: ssl.SSLContext | None = None, **limits: Any) -> Iterator[int]:
    """Serve an application on a free port, and give the port; some of the limits may be others."""
    listening = bound("127.0.0.1", 0)
    port = int(listening.getsockname()[1])
    chosen = replace(LIMITS, **limits)
    bridge = Bridge(app, chosen)
    server = Server(bridge, chosen, listening, tls)
    thread = Thread(target=server.run, name="served")
    thread.start()
    try:
        yield port
    finally:
        server.stop()
        thread.join()
        bridge.close()


def said_to(port: int, said: bytes, *, to_the_end: bool = False) -> bytes:
    """All that is answered to some bytes, until the other side has ended; ``to_the_end``: after this side has."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        # Whoever is refused early may find the connection gone while still sending.
        with suppress(OSError):
            line.sendall(said)
            if to_the_end:
                line.shutdown(socket.SHUT_WR)
        return heard(line)


def heard(line: socket.socket) -> bytes:
    """All that still comes, until the other side has ended."""
    parts = []
    with suppress(ConnectionError):
        while part := line.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def status_of(answer: bytes) -> int:
    """The status of an answer; 0, where the connection ended without one."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def asked(
    port: int,
    path: str,
    *,
    cookie: str = "",
    body: str | None = None,
    tls: bool = False,
    address: str = "127.0.0.1",
    **headers: str,
) -> tuple[int, str]:
    """The status and text of an answer, on a connection of its own from an address of the loopback's."""
    options: dict[str, Any] = {"timeout": PATIENCE_S, "source_address": (address, 0)}
    line = (
        HTTPSConnection("127.0.0.1", port, context=ssl._create_unverified_context(), **options)
        if tls
        else HTTPConnection("127.0.0.1", port, **options)
    )
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookie:
        named["Cookie"] = f"casekeeper={cookie}"
    try:
        line.request("GET" if body is None else "POST", path, body, named)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    waited = 0.0
    while not true():
        sleep(0.02)
        waited += 0.02
        if waited > PATIENCE_S:
            raise AssertionError("it never came")
