"""Floods of requests and of connections, while a tablet that is signed in is answered each time."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from threading import Event, Thread

import pytest
from flask import Flask

from tests.attacks.served import PATIENCE_S, asked, said_to, served, status_of
from tests.support.house import House
from tests.web.tablet_in_browser import session_cookie
from web.app.authorization import open_to_all

FORGED = b"casekeeper=eyJfcGFzcyI6WyJtLiBlYXJwIl19.aSGxyz.0123456789abcdefghijklmnopq"
FLOODERS = 12


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


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


def test_a_stranger_beyond_their_rate_is_slowed_then_turned_away_and_the_staff_are_neither(house: House) -> None:
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


def test_requests_that_wait_for_a_thread_are_bounded_and_the_staff_have_threads_of_their_own(house: House) -> None:
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
