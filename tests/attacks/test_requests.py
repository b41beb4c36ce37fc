"""Requests that are too large, ambiguous, too many, or never end keep nobody waiting."""

from __future__ import annotations

import gc
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask, Response, request

from tests.attacks.servers import LIMITS, asked, heard, said_to, served, status_of, until
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.house import House
from tests.web.tablet_in_browser import session_cookie
from web.app.authorization import open_to_all
from web.serving.asgi_app import PART_BYTES
from web.serving.protocol import LimitedProtocol

GET = b"GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\n"
NEXT = b"GET /second HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Asked:
    """What came as far as the application."""

    def __init__(self) -> None:
        self.app = Flask(__name__)
        self.paths: list[str] = []
        self.app.add_url_rule("/<path>", view_func=self._view, methods=["GET", "POST"])

    def _view(self, path: str) -> str:
        self.paths.append(path)
        return f"{path}: {len(request.get_data())}"


@pytest.fixture
def seen() -> Asked:
    return Asked()


@pytest.fixture
def port(seen: Asked) -> Iterator[int]:
    with served(seen.app) as found:
        yield found
        assert asked(found, "/after") == (200, "after: 0")


TOO_LARGE = {
    "a long field": (GET + b"X: " + b"x" * 20_000 + b"\r\n\r\n", 431),
    "a field without an end": (GET + b"X: " + b"x" * 300_000, 431),
    "a long name": (GET + b"x" * 20_000 + b": x\r\n\r\n", 431),
    "a long line": (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 431),
    "many fields": (GET + b"".join(b"X-%d: 1\r\n" % number for number in range(200)) + b"\r\n", 431),
    "many short fields": (GET + b"a:\r\n" * 50_000 + b"\r\n", 431),
    "empty lines without an end": (b"\r\n" * 50_000, 431),
    "a body": (POST + b"Content-Length: 70000\r\n\r\n" + b"x" * 70_000, 413),
    "an announced body": (POST + b"Content-Length: 70000\r\n\r\n", 413),
    "a body of all numbers": (POST + b"Content-Length: 99999999999999999999999\r\n\r\n", 400),
    "chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"8000\r\n%s\r\n" % (b"x" * 0x8000) * 3, 413),
    "one chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n" + b"x" * 0xFFFFF, 413),
    "an announced chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n", 400),
    "a chunk's extension": (POST + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"x" * 300_000, 413),
}

TWO_WAYS = {
    "a length and chunks": POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT,
    "chunks and a length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + NEXT,
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 4\r\n\r\nabcd" + NEXT,
    "the same length twice": POST + b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd" + NEXT,
    "a list of lengths": POST + b"Content-Length: 4, 4\r\n\r\nabcd" + NEXT,
    "a signed length": POST + b"Content-Length: +4\r\n\r\nabcd" + NEXT,
    "a length below zero": POST + b"Content-Length: -1\r\n\r\n" + NEXT,
    "another coding": POST + b"Transfer-Encoding: gzip\r\n\r\n" + NEXT,
    "two codings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + NEXT,
    "chunks twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT,
    "chunks in disguise": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + NEXT,
    "chunks behind a tab": POST + b"Transfer-Encoding:\tchunked\t, x\r\n\r\n0\r\n\r\n" + NEXT,
    "a folded field": GET + b"X: one\r\n two\r\n\r\n",
    "a blank before the colon": POST + b"Content-Length : 4\r\n\r\nabcd",
    "bare line feeds": b"GET /small HTTP/1.1\nHost: 127.0.0.1\n\n",
    "a bare return in a field": GET + b"X: a\rY: b\r\n\r\n",
    "a nought in a field": GET + b"X: a\0b\r\n\r\n",
    "no host": b"GET /small HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: elsewhere\r\n\r\n",
    "a field behind the body": POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Late: 1\r\n\r\n" + NEXT,
    "an upgrade with a body": POST + b"Connection: upgrade\r\nUpgrade: x\r\nContent-Length: 51\r\n\r\n" + NEXT,
    "a chunk without its end": POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n" + NEXT,
    "no version": b"GET /small\r\n\r\n",
    "another version": b"GET /small HTTP/3.7\r\nHost: 127.0.0.1\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0" * 100,
    "a tunnel": b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "TLS where none is spoken": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    "no method": b"\0\0\0\0 /small HTTP/1.1\r\n\r\n",
}


READ_ONCE = {
    # No browser sends such; whoever does asks again, as with any connection that ended after an answer.
    "requests before the answer": GET + b"\r\n" + NEXT * 1_000,
    "an upgrade": GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n" + NEXT,
}
ANSWERED_ONCE = {
    **{name: (said, status, []) for name, (said, status) in TOO_LARGE.items()},
    **{name: (said, 400, []) for name, said in TWO_WAYS.items()},
    **{name: (said, 200, ["small"]) for name, said in READ_ONCE.items()},
}


@pytest.mark.parametrize(("said", "status", "paths"), ANSWERED_ONCE.values(), ids=ANSWERED_ONCE)
def test_what_is_too_large_or_ambiguous_is_refused_and_nothing_answered_twice(
    port: int, seen: Asked, said: bytes, status: int, paths: list[str]
) -> None:
    answer = said_to(port, said)
    # Who is refused while still sending may not hear why.
    statuses = (status, 0) if status != 200 and len(said) > 100_000 else (status,)
    assert status_of(answer) in statuses
    assert answer.count(b"HTTP/1.1 ") == 1 or status_of(answer) == 0
    assert seen.paths == paths


def test_what_is_allowed_is_read_whole(port: int, seen: Asked) -> None:
    body = b"x" * 65_536
    closing = b"Connection: close\r\n"
    said = POST + closing + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    assert said_to(port, said).endswith(b"echo: 65536")
    chunks = b"".join(
        b"%x\r\n%s\r\n" % (len(body[at : at + 7_000]), body[at : at + 7_000]) for at in range(0, 65_536, 7_000)
    )
    assert said_to(port, POST + closing + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n").endswith(
        b"echo: 65536"
    )
    assert said_to(port, GET + closing + b"X: " + b"x" * 16_000 + b"\r\n\r\n").endswith(b"small: 0")


def test_a_head_and_a_body_may_come_byte_by_byte(port: int, seen: Asked) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in POST + b"Connection: close\r\nContent-Length: 5\r\n\r\nhello":
            line.send(bytes([byte]))
        assert heard(line).endswith(b"echo: 5")


def test_a_body_is_asked_for_only_where_it_will_be_read(port: int, seen: Asked) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        line.sendall(POST + b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\n")
        assert line.recv(1_000).startswith(b"HTTP/1.1 100 ")
        line.sendall(b"hello")
        assert heard(line).endswith(b"echo: 5")
    refused = said_to(port, POST + b"Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n")
    assert status_of(refused) == 413
    assert b"100 Continue" not in refused


def test_nothing_is_kept_of_those_who_were_refused(port: int) -> None:
    """Memory would grow by each of them: 500 connections refused over and over took 700 MB in minutes."""

    def connections() -> int:
        return sum(isinstance(one, LimitedProtocol) for one in gc.get_objects())

    gc.collect()
    before = connections()
    # The collector comes by seldom, and to what is old hardly ever: it is not to be needed.
    gc.disable()
    try:
        for said, _ in TOO_LARGE.values():
            said_to(port, said)
        said_to(port, b"nonsense\r\n\r\n")
        assert asked(port, "/small")[0] == 200
        until(lambda: connections() <= before)
    finally:
        gc.enable()


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


def large_answers(length: int) -> Flask:
    """Answers of some length, and an echo. The one in parts has its end told only after the next request's answer."""
    app, echoed = Flask(__name__), Event()

    def in_parts() -> Iterator[bytes]:
        yield from (b"x" * min(100_000, length - at) for at in range(0, length, 100_000))
        echoed.wait(PATIENCE_S)

    app.add_url_rule("/whole", "whole", lambda: b"x" * length)
    app.add_url_rule("/parts", "parts", lambda: Response(in_parts(), headers={"Content-Length": str(length)}))

    @app.post("/echo")
    def echo() -> bytes:
        echoed.set()
        return request.get_data()

    return app


@pytest.mark.parametrize("path", ["/whole", "/parts"])
@pytest.mark.parametrize("length", [200_000, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 1_000_000, 5_000_000])
def test_a_request_after_a_large_answer_is_answered(length: int, path: str) -> None:
    """The answer counted as unfinished until its thread was back, so the connection ended without a word."""
    with served(large_answers(length)) as port:
        for _ in range(20):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as line:
                line.request("GET", path)
                assert len(line.getresponse().read()) == length
                # Only on the same connection.
                line.auto_open = False
                line.request("POST", "/echo", b"still there")
                assert line.getresponse().read() == b"still there"


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


FORGED = b"casekeeper=eyJfcGFzcyI6WyJtLiBlYXJwIl19.aSGxyz.0123456789abcdefghijklmnopq"
FLOODERS = 12


@contextmanager
def flood(once: Callable[[], object], flooders: int = FLOODERS) -> Iterator[None]:
    """Do something over and over in several threads at once, until the end of the block."""
    over, begun = Event(), Event()

    def work() -> None:
        while not over.is_set():
            with suppress(OSError):
                once()
            begun.set()

    threads = [Thread(target=work) for _ in range(flooders)]
    for thread in threads:
        thread.start()
    try:
        assert begun.wait(PATIENCE_S)
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def raw(port: int, said: bytes) -> Callable[[], object]:
    def once() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
            line.sendall(said)
            line.recv(65_536)

    return once


TRIES = 8
"""So often a tablet asks for a page whose line is cut."""

FLOODS = {
    "pages": b"GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "files": b"GET /static/css/base.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "forged sessions": b"GET /nights/x/table HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n" % FORGED,
    "forged links": b"GET /p/forged.forged HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "PINs": b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}",
    "nonsense": b"\0\1\2\3",
    "half a body": b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nhalf",
}


@pytest.mark.parametrize("said", FLOODS.values(), ids=FLOODS)
def test_a_flood_from_the_tablets_own_address_leaves_it_its_answers(house: House, said: bytes) -> None:
    night = house.open_night()
    # What a stranger may have at once is used up at once.
    with served(house.app, files_at_once=8, longest_pause_s=0.2, turned_away_s=0.05) as port:
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        with flood(raw(port, said)):
            for _ in range(20):
                status, page = asked_like_a_browser(port, f"/nights/{night}/table", cookie)
                assert (status, "M. Earp" in page or len(page) > 1_000) == (200, True)


def asked_like_a_browser(port: int, path: str, cookie: str) -> tuple[int, str]:
    """A page as a tablet has it: where a new line is cut before any answer came it asks again, some times at the most.

    On a machine that has no time a tablet's new line may wait unread until it is the oldest of its address.
    """
    for _ in range(TRIES - 1):
        with suppress(ConnectionResetError):
            return asked(port, path, cookie=cookie)
    return asked(port, path, cookie=cookie)


def test_a_stranger_beyond_their_rate_is_slowed_then_turned_away_and_the_staff_are_neither(
    house: House,
) -> None:
    with served(house.app, files_s=1e-3, files_at_once=80, longest_pause_s=0, turned_away_s=0) as port:
        # As it signs in it is a stranger twice, and a page counts as four files.
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        assert [asked(port, "/sign-in")[0] for _ in range(20)] == [200] * 18 + [429] * 2
        assert "too_many_requests" in asked(port, "/sign-in")[1]
        refused = said_to(port, b"GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"retry-after: 1" in refused
        assert b"connection: close" in refused
        assert [asked(port, "/api/nights", cookie=cookie)[0] for _ in range(40)] == [200] * 40


def test_a_house_of_guests_loads_its_files_from_one_address_and_nobody_is_turned_away(house: House) -> None:
    """As many files as sixty guests load, with room for no more than a few that the application would answer with."""
    with served(house.app, files_s=1e-3, files_at_once=50, longest_pause_s=0) as port:
        page = asked(port, "/sign-in")[1]
        files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+|/fonts/[^"]+)"', page)))
        assert len(files) > 5
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as line:
            first, again = ([answered(line, path) for path in files * 50] for _ in range(2))
        assert {status for status, _, _ in first} == {200}
        assert again == first


def answered(line: HTTPConnection, path: str) -> tuple[int, dict[str, str], bytes]:
    """An answer on a connection that is kept; without its time."""
    line.request("GET", path, headers={"Accept-Encoding": "gzip, br"})
    answer = line.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    assert [name for name, _ in answer.getheaders()].count("date") == 1
    return (
        answer.status,
        {name: value for name, value in headers.items() if name not in ("date", "expires")},
        answer.read(),
    )


def test_requests_that_wait_for_a_thread_are_bounded_and_the_staff_have_threads_of_their_own(
    house: House,
) -> None:
    held, entered = Event(), Event()

    def slow() -> str:
        entered.set()
        assert held.wait(PATIENCE_S)
        return "slow"

    house.app.add_url_rule("/slow", "slow", slow)
    open_to_all(house.app.view_functions["slow"])
    with served(house.app, other_threads=1, waiting=2, waiting_each=2) as port, ExitStack() as stack:
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        lines = []
        for _ in range(6):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
            line.sendall(b"GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            lines.append(line)
        assert entered.wait(PATIENCE_S)
        assert asked(port, "/api/nights", cookie=cookie)[0] == 200
        turned_away: list[int] = []
        while len(turned_away) < 3:
            for line in lines:
                line.settimeout(0.01)
                with suppress(TimeoutError):
                    answer = line.recv(65_536)
                    if answer:
                        turned_away.append(status_of(answer))
        assert turned_away == [503] * 3
        held.set()
    assert asked_after(house.app)


def asked_after(app: Flask) -> bool:
    """Whether the application answers afterwards, served anew."""
    with served(app) as port:
        return asked(port, "/sign-in")[0] == 200


def test_what_a_stranger_no_longer_waits_for_is_not_worked_out(house: House) -> None:
    """Requests of connections that have gone by their turn are dropped; what the staff sent in is done all the same."""
    held, entered, done = Event(), Event(), []

    def slow(name: str) -> str:
        entered.set()
        assert held.wait(PATIENCE_S)
        done.append(name)
        return name

    house.app.add_url_rule("/slow/<name>", "slow", slow)
    open_to_all(house.app.view_functions["slow"])
    with served(house.app, other_threads=1) as port:
        first = Thread(target=asked, args=(port, "/slow/first"))
        first.start()
        assert entered.wait(PATIENCE_S)
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
                line.sendall(b"GET /slow/gone HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        held.set()
        first.join()
        assert asked(port, "/slow/last") == (200, "last")
    assert done[0] == "first"
    assert done[-1] == "last"
    assert done.count("gone") < 10
