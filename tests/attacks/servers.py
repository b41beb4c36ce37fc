"""Applications and whole servers to attack, and the strangers who attack them."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Self

from flask import Flask
from msgspec.structs import replace

from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.book.shared_values import SharedValues
from tests.support.casekeeper_serve import PATIENCE_S, forked_casekeeper_serve
from tests.support.house import CHEAP, OPENING, PIN, STAFF_NAME, Client, House
from web.app.addresses import Entrance, Hosts
from web.app.authentication import AddressLimits, Authentication
from web.app.links import board_link, player_link
from web.app.secret_key import key_file_of, make_key
from web.application import create_app
from web.serving.asgi_app import Bridge
from web.serving.limits import Limits
from web.serving.server import Server
from web.serving.supervisor import bound

LIMITS = Limits(body_bytes=64 * 1024)


@contextmanager
def served(
    app: Flask,
    listening: socket.socket | None = None,
    *,
    tls: ssl.SSLContext | None = None,
    proxies: Sequence[str] = (),
    known_as: Hosts | None = None,
    **limits: Any,
) -> Iterator[int]:
    """Serve an application on a socket or on a free port, and give the port; some of the limits may be others."""
    listening = listening or bound("127.0.0.1", 0)
    port = int(listening.getsockname()[1])
    chosen = replace(LIMITS, **limits)
    bridge = Bridge(app, chosen)
    server = Server(bridge, chosen, listening, tls, proxies, known_as)
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


SENDER = Sender(who="test", device="test")


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs: its port, the process that answers, a night and the links of its board and players."""

    port: int
    worker: int
    night: str
    board: str
    players: dict[str, str]

    def threads(self) -> int:
        """How many threads the process has."""
        return len(list(Path(f"/proc/{self.worker}/task").iterdir()))

    def sockets(self) -> int:
        """How many sockets the process has open."""
        found = 0
        for one in Path(f"/proc/{self.worker}/fd").iterdir():
            try:
                found += str(one.readlink()).startswith("socket:")
            except FileNotFoundError:
                continue
        return found


@contextmanager
def serving(folder: Path, players: int = 3, *, url: str = "") -> Iterator[Served]:
    """Serve a fresh book with one night, a deal on and so many players, until the end.

    With ``url`` it is found there, through a proxy on this machine.
    """
    where = folder / "night.db"
    with Book.open(where) as book:
        key = make_key(key_file_of(str(where)))
        auth = Authentication(book, key, hasher=CHEAP)
        auth.engage(STAFF_NAME, PIN, SENDER)
        service = NightService(book)
        night = service.execute({"do": "open_night", **OPENING}, SENDER).night
        seats = [f"p{number}" for number in range(players)]
        for seat in seats:
            service.execute({"do": "seat_player", "player": seat, "name": seat}, SENDER, night=night)
            service.execute({"do": "buy_checks", "player": seat, "amount": 20_000}, SENDER, night=night)
        service.execute({"do": "start_deal"}, SENDER, night=night)
        service.execute({"do": "expose_soda", "card": "5"}, SENDER, night=night)
        entrance = Entrance(scheme="http", host="127.0.0.1", port=0, url=url)
        app = create_app(book, secret_key=key, auth=auth, entrance=entrance)
        with app.test_request_context():
            board = board_link(night)
            links = {seat: player_link(night, seat) for seat in seats}
    options = ("--url", url, "--trusted-proxy", "127.0.0.1") if url else ()
    with forked_casekeeper_serve(where, *options) as (process, port):
        assert (url or str(port)) in process.stdout.readline()
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as first:
            first.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert first.recv(1)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        yield Served(port, int(children[0]), night, board, links)


@dataclass
class Dealer:
    """One of the staff, signed in, who touches the night's table."""

    served: Served
    cookie: str = ""
    token: str = ""
    _http: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self._http = HTTPConnection("127.0.0.1", self.served.port, timeout=PATIENCE_S)
        self.token = self._ask("GET", "/api/token")[1]["token"]
        status, answer = self._ask("POST", "/api/sign-in", {"name": STAFF_NAME, "pin": PIN})
        assert status == 200, answer
        self.token = answer["token"]

    def do(self, **command: Any) -> int:
        """Carry out a command; gives the night's version after it."""
        status, answer = self._ask("POST", f"/api/nights/{self.served.night}/commands", command)
        assert status == 200, answer
        version: int = answer["version"]
        return version

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Cookie": self.cookie, "X-CSRFToken": self.token, "Content-Type": "application/json"}
        self._http.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._http.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("casekeeper="):
                self.cookie = value.partition(";")[0]
        return answer.status, json.loads(answer.read())


class Listener:
    """A plain socket on a stream; reads no more than it is asked to, from an address of the loopback's own."""

    def __init__(self, served: Served, path: str, *, address: str = "127.0.0.1", cookie: str = "") -> None:
        self._socket = socket.create_connection(("127.0.0.1", served.port), PATIENCE_S, (address, 0))
        host = f"127.0.0.1:{served.port}"
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
        self._socket.sendall(head.encode())
        self._heard = b""

    def wait_for(self, *words: str) -> str:
        """Read until one of these words has come; gives which."""
        while True:
            for word in words:
                _, found, after = self._heard.partition(word.encode())
                if found:
                    self._heard = after
                    return word
            part = self._socket.recv(65_536)
            assert part, f"the stream ended before any of {words}"
            self._heard += part

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


class Clock:
    """A clock that the test sets, for the book's times and for the seconds that only go forward."""

    def __init__(self) -> None:
        self.passed = timedelta(0)

    def house(self) -> House:
        """A house that goes by it."""
        made = House(address_limits=AddressLimits(SharedValues(clock=lambda: self.passed.total_seconds())))
        self.tell(made)
        return made

    def tell(self, house: House) -> None:
        house.now = (EVENING + self.passed).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def wait(self, house: House, length: timedelta) -> None:
        self.passed += length
        self.tell(house)


def guess(house: House, name: str, address: str, pin: str = "0000", client: Client | None = None) -> str:
    """Try a PIN: from a fresh device, or a given client's; what came of it, as the code of the refusal or "in"."""
    at_the_door = client or Client(house.app.test_client())
    answer = at_the_door.http.post(
        "/api/sign-in",
        json={"name": name, "pin": pin},
        headers={"X-CSRFToken": at_the_door.token},
        environ_overrides={"REMOTE_ADDR": address},
    )
    if answer.status_code == 200:
        at_the_door.token = answer.get_json()["token"]
    return "in" if answer.status_code == 200 else str(answer.get_json()["code"])
