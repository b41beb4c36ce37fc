"""An application on a fresh book, a client on which one of the staff signed in, and a browser on a tablet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, Playwright, sync_playwright
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler
from werkzeug.test import TestResponse

from dealer.assistant import Assistant
from dealer.night.result import result_of
from dealer.streams.runtime import Sender, now_utc
from events.book.book import Book
from tests.support.small_nights import press_here
from tests.support.staff import PIN, STAFF_NAME
from tests.web.same_port import listening
from tests.web.tablet_in_browser import Tablet, at_table, none_left_open
from web.app.authentication import Authentication
from web.app.sign_in_limits import AddressLimits
from web.application import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes a PIN at once; what it costs otherwise is no matter of these tests."""

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # Letters as wide as on a tablet: without windows they would be rounded to whole pixels.
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class _InMemory(BytecodeCache):
    """Keeps what was compiled in this process: a folder would be left behind by a process that is ended."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Have what was compiled of this very source."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = _InMemory()
"""Templates as they were compiled for the first application of the process: each test has one of its own."""

POLL_S = 0.02
"""How soon a server notices that it is to stop."""

HOUSE_KEY = b"the key of a house for the tests"
OPENING = {
    "table": "Tiger Nº 1",
    "date": "2026-11-21",
    "game": "faro",
    "house": "american",
    "roll": 500_000,
    "dealer": "M. Earp",
}


class House:
    """An application with one of the staff on a book in memory or a given one, and the assistant behind it.

    That is for acting past the pages. ``now`` is the time on the door's clock, where a test sets it.
    """

    def __init__(
        self,
        book: Book | None = None,
        *,
        staff: bool = True,
        first_code: str | None = None,
        address_limits: AddressLimits | None = None,
    ) -> None:
        self.book = book or Book.open()
        self.now: str | None = None
        self.door = Authentication(
            self.book,
            HOUSE_KEY,
            hasher=CHEAP,
            clock=lambda: self.now or now_utc(),
            first_code=first_code,
            address_limits=address_limits,
        )
        self.app: Flask = create_app(self.book, house_key=HOUSE_KEY, door=self.door, press=press_here())
        self.app.jinja_env.bytecode_cache = COMPILED
        self.assistant = Assistant(self.book)
        self._sender = Sender(who="test", device="test")
        if staff:
            self.door.engage(STAFF_NAME, PIN, self._sender)

    def client(self) -> Client:
        """A client on which one of the staff has signed in."""
        made = Client(self.app.test_client())
        made.sign_in(STAFF_NAME, PIN)
        return made

    def open_night(self, **differs: Any) -> str:
        document = {"do": "open_night", **OPENING, **differs}
        return self.assistant.execute(document, self._sender).night

    def do(self, night: str, do: str, **arguments: Any) -> int:
        """Carry out a command past the pages; gives the night's version after it."""
        return self.assistant.execute({"do": do, **arguments}, self._sender, night=night).version

    def seat(self, night: str, **names: str) -> None:
        for player, name in names.items():
            self.do(night, "seat_player", player=player, name=name)
            self.do(night, "buy_checks", player=player, amount=20_000)

    def deal(self, night: str, soda: str = "5") -> None:
        self.do(night, "start_deal")
        self.do(night, "expose_soda", card=soda)

    def result(self, night: str) -> dict[str, Any]:
        return result_of(self.assistant.night(night), self.book.facts(night))


class Client:
    """A client of the API that sends its token along."""

    def __init__(self, client: FlaskClient) -> None:
        self.http = client
        self.token = client.get("/api/token").get_json()["token"]

    def post(self, path: str, body: Any, **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(path, json=body, headers={"X-CSRFToken": self.token, **named})

    def sign_in(self, name: str, pin: str) -> TestResponse:
        answer = self.post("/api/sign-in", {"name": name, "pin": pin})
        self.token = answer.get_json().get("token", self.token)
        return answer

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.http.get(path, buffered=True, **options)


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.book.close()


@pytest.fixture
def night(house: House) -> str:
    """A night with a deal on and two players who hold $200 each."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


@pytest.fixture
def client(house: House) -> Client:
    return house.client()


@pytest.fixture
def stranger(house: House) -> Client:
    """A client on which nobody has signed in."""
    return Client(house.app.test_client())


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
        for one in self._open.copy():
            with suppress(OSError):
                one.shutdown(SHUT_RDWR)


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


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """Where the application is served."""
    with served(house) as where:
        yield where


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture
def tablet(browser: Browser, address: str, night: str) -> Iterator[Tablet]:
    """A tablet on the night's table."""
    with at_table(browser, address, night) as made:
        yield made
