"""Attacks on TLS: connections that never shake hands, or not to the end, and what is no TLS at all."""

from __future__ import annotations

import select
import socket
import ssl
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from threading import Event

import pytest
from flask import Flask, Response

from tests.attacks.served import PATIENCE_S, asked, heard, said_to, served, status_of
from web.app.certificate import make_certificate
from web.serving.worker import server_context

HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""How a handshake begins that announces five hundred bytes more."""

HELLOS = {"nothing": b"", "a byte": HELLO[:1], "a hello": HELLO, "more": HELLO + b"\0" * 100}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    made = make_certificate(["127.0.0.1"], tmp_path_factory.mktemp("tls"), datetime.now(UTC))
    return server_context(made.certificate, made.key)


@pytest.fixture
def app() -> Flask:
    made = Flask(__name__)
    made.add_url_rule("/small", "small", lambda: "small")
    return made


@pytest.fixture
def port(app: Flask, context: ssl.SSLContext) -> Iterator[int]:
    with served(app, tls=context, handshake_s=3600, head_s=3600) as found:
        yield found


def trusting(newest: ssl.TLSVersion | None = None) -> ssl.SSLContext:
    made = ssl._create_unverified_context()
    if newest:
        made.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        made.maximum_version = newest
        # Old versions are not offered otherwise.
        made.set_ciphers("ALL:@SECLEVEL=0")
    return made


@pytest.mark.parametrize(
    "said", [b"", HELLO[:1], HELLO, HELLO + b"\0" * 100], ids=["nothing", "a byte", "a hello", "more"]
)
def test_hundreds_that_do_not_shake_hands_keep_nobody_waiting(port: int, said: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
            line.sendall(said)
        for _ in range(5):
            assert asked(port, "/small", tls=True) == (200, "small")


@pytest.mark.parametrize(
    "said", [b"", HELLO[:1], HELLO, HELLO + b"\0" * 100], ids=["nothing", "a byte", "a hello", "more"]
)
def test_a_handshake_has_a_deadline(app: Flask, context: ssl.SSLContext, said: bytes) -> None:
    with served(app, tls=context, handshake_s=0.3, head_s=0.3) as port:
        assert b"HTTP" not in said_to(port, said)
        assert asked(port, "/small", tls=True) == (200, "small")


@pytest.mark.parametrize(
    "said",
    [b"GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", bytes(range(256)) * 10],
    ids=["HTTP", "HTTP/2", "nonsense"],
)
def test_what_is_no_handshake_is_ended(port: int, said: bytes) -> None:
    assert b"HTTP/1.1 200" not in said_to(port, said)
    assert asked(port, "/small", tls=True) == (200, "small")


def test_connections_that_break_off_after_the_handshake_leave_nothing(port: int) -> None:
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw:
            line = trusting().wrap_socket(raw)
            line.sendall(b"POST /small HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nhalf")
            line.close()
    assert asked(port, "/small", tls=True) == (200, "small")


def test_who_does_not_read_over_tls_is_ended(context: ssl.SSLContext) -> None:
    app, over = Flask(__name__), Event()

    @app.get("/large")
    def large() -> Response:
        answer = Response(b"x" * 100_000 for _ in range(200))
        answer.call_on_close(over.set)
        return answer

    with (
        served(app, tls=context, unread_s=0.5) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        trusting().wrap_socket(raw) as line,
    ):
        line.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert over.wait(PATIENCE_S)
        assert len(heard(line)) < 20_000_000


def test_old_versions_of_tls_are_not_spoken(port: int) -> None:
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        with (
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
            trusting(version).wrap_socket(raw) as line,
        ):
            assert line.version() == version.name.replace("_", ".")
    with warnings.catch_warnings():
        # That it is deprecated is why.
        warnings.simplefilter("ignore", DeprecationWarning)
        too_old = trusting(ssl.TLSVersion.TLSv1_1)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        pytest.raises((ssl.SSLError, OSError)),
    ):
        too_old.wrap_socket(raw)


def test_nothing_but_http_1_is_agreed_on(port: int) -> None:
    context = trusting()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        context.wrap_socket(raw) as line,
    ):
        assert line.selected_alpn_protocol() == "http/1.1"
        line.sendall(b"GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert heard(line).endswith(b"small")


def test_whoever_sends_too_much_reads_why_while_they_still_send(app: Flask, context: ssl.SSLContext) -> None:
    """The answer comes before the connection ends, which then does not break off under what is on its way."""
    head = b"POST /small HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500000\r\n\r\n"
    with (
        served(app, tls=context, linger_s=PATIENCE_S) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as plain,
        trusting().wrap_socket(plain) as line,
    ):
        line.sendall(head)
        # It is refused by now, and still sent to as by a client that does not listen meanwhile.
        assert select.select([line], [], [], PATIENCE_S)[0]
        for _ in range(50):
            line.sendall(b"x" * 10_000)
        answer = b""
        while b"too_large" not in answer:
            part = line.recv(1_000)
            assert part
            answer += part
        assert status_of(answer) == 413
