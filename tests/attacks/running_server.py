"""``casekeeper serve`` in a process of its own, on a night with seats, and plain sockets that speak to it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from tests.attacks.served import PATIENCE_S
from tests.support.casekeeper_serve import forked_casekeeper_serve
from tests.support.house import CHEAP, OPENING
from tests.support.staff import PIN, STAFF_NAME
from web.app.authentication import Authentication
from web.app.links import board_link, player_link
from web.app.secret_key import key_file_of, make_key
from web.application import create_app

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

    def resident_bytes(self) -> int:
        """How much memory the process has in use."""
        status = Path(f"/proc/{self.worker}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024


@contextmanager
def serving(folder: Path, players: int = 3) -> Iterator[Served]:
    """Serve a fresh book with one night, a deal on and so many players, until the end."""
    where = folder / "night.db"
    with Book.open(where) as book:
        key = make_key(key_file_of(str(where)))
        auth = Authentication(book, key, hasher=CHEAP)
        auth.engage(STAFF_NAME, PIN, SENDER)
        assistant = Assistant(book)
        night = assistant.execute({"do": "open_night", **OPENING}, SENDER).night
        seats = [f"p{number}" for number in range(players)]
        for seat in seats:
            assistant.execute({"do": "seat_player", "player": seat, "name": seat}, SENDER, night=night)
            assistant.execute({"do": "buy_checks", "player": seat, "amount": 20_000}, SENDER, night=night)
        assistant.execute({"do": "start_deal"}, SENDER, night=night)
        assistant.execute({"do": "expose_soda", "card": "5"}, SENDER, night=night)
        app = create_app(book, secret_key=key, auth=auth)
        with app.test_request_context():
            board = board_link(night)
            links = {seat: player_link(night, seat) for seat in seats}
    with forked_casekeeper_serve(where) as (process, port):
        assert str(port) in process.stdout.readline()
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as first:
            first.sendall(b"GET /offline HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
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
