"""Connections that fall silent, drip, or hang up in the middle of a request, while a signed-in tablet goes on."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import pytest
from flask import Flask, Response

from tests.attacks.served import LIMITS, PATIENCE_S, asked, heard, said_to, served, status_of, until
from tests.support.house import House
from tests.web.tablet_in_browser import session_cookie

MANY = 500
SIGN_IN = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
ANNOUNCED = SIGN_IN + b"Content-Length: 60000\r\n\r\n"


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


def held_open(stack: ExitStack, port: int, said: bytes, count: int) -> list[socket.socket]:
    """So many connections that have said something and say no more."""
    lines = []
    for _ in range(count):
        line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
        line.sendall(said)
        lines.append(line)
    return lines


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", ANNOUNCED, ANNOUNCED + b"pin="],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
def test_hundreds_that_fall_silent_keep_nobody_waiting(house: House, said: bytes) -> None:
    """None of them ends by itself here: deadlines are longer than the test. A stranger elsewhere is not kept either."""
    night = house.open_night()
    with served(house.app, head_s=3600, body_s=3600) as port, ExitStack() as stack:
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        held_open(stack, port, said, MANY)
        for _ in range(5):
            status, page = asked(port, f"/nights/{night}/table", cookie=cookie)
            assert (status, "Tiger" in page or "table" in page) == (200, True)
            assert asked(port, "/sign-in", address="127.0.0.2")[0] == 200


def test_bodies_that_never_come_take_nothing_of_what_an_address_may_ask_for(house: House) -> None:
    with (
        served(house.app, body_s=3600, files_s=1e-3, files_at_once=40, longest_pause_s=0, turned_away_s=0) as port,
        ExitStack() as stack,
    ):
        held_open(stack, port, ANNOUNCED, 100)
        held_open(stack, port, ANNOUNCED + b"pin=", 100)
        assert [asked(port, "/sign-in")[0] for _ in range(11)] == [200] * 10 + [429]


def test_whoever_is_refused_has_sent_all_and_reads_why(house: House) -> None:
    """A refusal before the body was read would reach a client that still sends as a broken connection."""
    with served(house.app, files_s=1e-3, files_at_once=1, longest_pause_s=0, turned_away_s=0) as port:
        body = "x" * 60_000
        answers = [asked(port, "/sign-in", body=body) for _ in range(5)]
        assert {status for status, _ in answers} == {429}
        assert all("too_many_requests" in text for _, text in answers)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", 0),
        (b"GET / HT", 408),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", 408),
        (ANNOUNCED, 408),
        (ANNOUNCED + b"pin=", 408),
        (SIGN_IN + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", 408),
    ],
)
def test_what_does_not_come_in_time_is_ended(house: House, said: bytes, status: int) -> None:
    with served(house.app, head_s=0.3, body_s=0.3) as port:
        assert status_of(said_to(port, said)) == status


def test_a_body_that_drips_has_one_deadline_for_all_of_it(house: House) -> None:
    with (
        served(house.app, body_s=0.5) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line,
    ):
        line.sendall(ANNOUNCED)
        line.settimeout(0.02)
        answer = b""
        while not answer:
            line.send(b"x")
            try:
                answer = line.recv(1_000)
            except TimeoutError:
                continue
        assert status_of(answer) == 408


def test_an_idle_connection_is_ended(house: House) -> None:
    with (
        served(house.app, idle_s=0) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line,
    ):
        line.sendall(b"GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status_of(heard(line)) == 200


def test_a_body_that_is_cut_off_costs_nothing_afterwards(house: House) -> None:
    """The processor's time is measured over requests, not over a clock's: a thread that spins shows in any of them."""
    with served(house.app) as port:
        cookie = session_cookie(f"http://127.0.0.1:{port}")

        def cost_s() -> float:
            before = sum(os.times()[:2])
            for _ in range(20):
                assert asked(port, "/api/nights", cookie=cookie)[0] == 200
            return sum(os.times()[:2]) - before

        cost_s()
        whole = cost_s()
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
                line.sendall(ANNOUNCED + b"x" * 30_000)
        after = cost_s()
        assert after < 5 * whole + 1


def test_nothing_of_a_request_that_was_cut_off_stays_open(house: House) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    with served(house.app) as port:
        assert asked(port, "/sign-in")[0] == 200
        before = open_files()
        with ExitStack() as stack:
            held_open(stack, port, ANNOUNCED + b"x" * 100, 100)
        until(lambda: open_files() <= before)


def test_who_does_not_read_their_answer_is_ended_and_holds_no_thread() -> None:
    app, over = Flask(__name__), Event()

    @app.get("/large")
    def large() -> Response:
        answer = Response(b"x" * 100_000 for _ in range(200))
        answer.call_on_close(over.set)
        return answer

    app.add_url_rule("/small", view_func=lambda: "small")
    with (
        served(app, unread_s=0.5, other_threads=1) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line,
    ):
        line.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert asked(port, "/small") == (200, "small")
        assert over.wait(PATIENCE_S)
        assert len(heard(line)) < 20_000_000


def test_a_stranger_beyond_their_connections_loses_their_oldest_and_staff_lose_none(house: House) -> None:
    with served(house.app, connections_a_stranger=20, head_s=3600) as port, ExitStack() as stack:
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        tablet = stack.enter_context(closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)))

        def nights() -> tuple[int, object]:
            tablet.request("GET", "/api/nights", headers={"Cookie": f"casekeeper={cookie}"})
            answer = tablet.getresponse()
            answer.read()
            return answer.status, tablet.sock

        first = nights()
        assert first[0] == 200
        lines = held_open(stack, port, b"", 60)
        assert heard(lines[0]) == b""
        assert heard(lines[39]) == b""
        # On the very connection that it had.
        assert nights() == first
        assert LIMITS.connections_a_stranger > 20
