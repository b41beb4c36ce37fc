"""Dealers, programs and readers whose servers are killed. They send again by the rules of the tablet's outbox."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from socket import SHUT_RDWR
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, ClassVar

from msgspec import convert

from tests.crashes.servers import Service, next_up, own_address
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.house import PIN
from web.api.replies import EventRow

Document = dict[str, Any]

ANSWER_S = 5.0
"""How long a tablet waits for an answer, as in ``transport.js``."""

WITHOUT_ANSWER = (429, 502, 503, 504)
"""After these, and after a lost connection, a command is sent again under its id, as in ``transport.js``."""

PAUSE_S = 0.1
"""Until it is sent again; a tablet waits longer."""

REST_S = 0.1
"""The longest rest between two commands of a dealer."""

SILENT_S = 10.0
"""A stream without a beat for so long is dead, as for the tablet."""

BROKEN = 500


@dataclass(frozen=True, slots=True)
class Command:
    """A command under its id. ``night`` is "" for the house; ``seen`` is the version that must still stand."""

    id: str
    night: str
    document: Document
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command, and when it was first sent and answered, in seconds of the monotonic clock."""

    command: Command
    status: int
    body: Document
    sent_at: float
    answered_at: float

    @property
    def waited_s(self) -> float:
        """From the first try to the answer."""
        return self.answered_at - self.sent_at

    @property
    def is_done(self) -> bool:
        """Whether it was accepted."""
        return self.status == 200


class Line:
    """A client's connection to one of the servers, and to the next when that is gone, as through a balancer."""

    def __init__(self, services: Sequence[Service], first: int) -> None:
        self._services = services
        self.server = first % len(services)
        self._address = own_address()
        self._http: HTTPConnection | None = None
        self.headers: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """One try; raises :class:`OSError` or :class:`HTTPException` without an answer."""
        self.send(method, path, body, **headers)
        return self.receive()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> None:
        """Send a request whose answer is read by :meth:`receive`."""
        if self._http is None:
            self._http = self._services[self.server].connection(ANSWER_S, self._address)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        self._http.request(method, path, data, {"Content-Type": "application/json", **self.headers, **named})

    def receive(self) -> tuple[int, Any]:
        """The status and the body of an answer."""
        assert self._http
        answer = self._http.getresponse()
        cookie = answer.getheader("Set-Cookie") or ""
        if cookie.startswith("casekeeper="):
            self.headers["Cookie"] = cookie.partition(";")[0]
        return answer.status, json.loads(answer.read())

    def move_on(self) -> None:
        """Hang up; the next request goes to the next server that answers, or just to the next."""
        self.close()
        server = next_up(self._services, self.server)
        self.server = (self.server + 1) % len(self._services) if server is None else server

    def close(self) -> None:
        """Hang up."""
        if self._http:
            self._http.close()
            self._http = None

    def sign_in(self, name: str) -> None:
        """Sign in with the PIN of all staff of the tests."""
        self.headers["X-CSRFToken"] = self.ask("GET", "/api/token")[1]["token"]
        status, answer = self.ask("POST", "/api/sign-in", {"name": name, "pin": PIN})
        assert status == 200, answer
        self.headers["X-CSRFToken"] = answer["token"]


@dataclass
class Client(Thread):
    """Gives one command after the other until it is stopped, each until it is answered.

    Now and then it sends an earlier command again, or one twice at once, and compares the answers.
    """

    TWICE: ClassVar[float] = 0.05
    AGAIN: ClassVar[float] = 0.1

    name_: str
    line: Line
    other_line: Line
    random: Random
    script: Iterator[tuple[str, Document]]
    """Each command with its night, or with "" for the house."""
    is_alone: bool = False
    """Whether nobody else commands its table, so that it can send the version it has seen."""
    rest_s: float = REST_S
    """The longest rest between two commands."""
    answers: list[Answer] = field(default_factory=list)
    sent: dict[str, Command] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    compared: int = 0
    """How many answers to a repeated command were compared."""
    put_off: Counter[str] = field(default_factory=Counter)
    """The codes with which a server asked to send a command again."""
    answered: Callable[[Answer], object] = lambda answer: None
    """Called with each answer to a new command, at once."""

    def __post_init__(self) -> None:
        super().__init__(name=self.name_, daemon=True)
        self._ended = Event()
        self._seen: int | None = None

    __hash__ = Thread.__hash__

    def stop(self) -> None:
        """End after the command that is under way."""
        self._ended.set()

    def run(self) -> None:
        for number, (night, document) in enumerate(self.script):
            if self._ended.is_set():
                break
            seen = self._seen if self.is_alone else None
            command = Command(f"{self.name_}-{number}".replace(" ", "-"), night, document, seen)
            self.sent[command.id] = command
            if self.random.random() < self.TWICE:
                self._send_twice(command)
            answer = self._deliver(command)
            if answer is None:
                break
            self.answers.append(answer)
            self.answered(answer)
            if self.is_alone and answer.is_done:
                self._seen = answer.body["version"]
            if answer.body.get("code") == "stale_version":
                self.faults.append(f"differs: {command} is stale, though nobody else is at this table")
            if self.random.random() < self.AGAIN:
                self._repeat(self.random.choice(self.answers))
            self._ended.wait(self.random.random() * self.rest_s)
        self.line.close()
        self.other_line.close()

    def _deliver(self, command: Command) -> Answer | None:
        """Send a command until it is answered; notes a fault, and returns nothing, if that takes too long."""
        begun = monotonic()
        while monotonic() - begun < PATIENCE_S:
            try:
                status, body = self.line.ask("POST", *_request(command), **_headers(command))
            except (OSError, HTTPException, ValueError):
                self.line.move_on()
            else:
                if status < BROKEN and status not in WITHOUT_ANSWER:
                    return Answer(command, status, body, begun, monotonic())
                if status == BROKEN:
                    self.faults.append(f"broke: {command} was answered {body}")
                self.put_off[body.get("code", "")] += 1
                self.line.move_on()
            sleep(PAUSE_S * self.random.random())
        self.faults.append(f"unanswered: {command}")
        return None

    def _send_twice(self, command: Command) -> None:
        """Send a command on another line, and do not wait for the answer: it is sent on the first line too."""
        self.other_line.move_on()
        with suppress(OSError, HTTPException):
            self.other_line.send("POST", *_request(command), **_headers(command))

    def _repeat(self, earlier: Answer) -> None:
        """Send an earlier command again; it must be answered as it was."""
        answer = self._deliver(earlier.command)
        self.compared += 1
        if answer and (answer.status, answer.body) != (earlier.status, earlier.body):
            self.faults.append(
                f"differs: {earlier.command} was answered {earlier.status} {earlier.body} and later "
                f"{answer.status} {answer.body}"
            )


def _request(command: Command) -> tuple[str, Document]:
    path = f"/api/nights/{command.night}/commands" if command.night else "/api/house/commands"
    return path, command.document


def _headers(command: Command) -> dict[str, str]:
    seen = {} if command.seen is None else {"If_Match": f'"{command.seen}"'}
    return {"Idempotency_Key": command.id, **seen}


class Reader(Thread):
    """Follows the events of a night, and connects again to the next server when its stream has ended."""

    def __init__(self, services: Sequence[Service], night: str, first: int, headers: dict[str, str]) -> None:
        super().__init__(name=f"reader of {night}", daemon=True)
        self.night = night
        self.attached: list[tuple[float, int]] = []
        """When it turned to which server."""
        self.heard: dict[int, tuple[float, str]] = {}
        """When each version came, and the hash of its event."""
        self.faults: list[str] = []
        self._services = services
        self._server = (first - 1) % len(services)
        self._headers = headers
        self._ended = Event()
        self._address = own_address()
        self._http: HTTPConnection | None = None
        self._last = 0

    @property
    def last(self) -> int:
        """The newest version that it heard of."""
        return self._last

    def stop(self) -> None:
        """Hang up for good."""
        self._ended.set()
        if self._http and self._http.sock:
            with suppress(OSError):
                self._http.sock.shutdown(SHUT_RDWR)

    def run(self) -> None:
        while not self._ended.wait(PAUSE_S):
            server = next_up(self._services, self._server)
            if server is None:
                continue
            self._server = server
            self.attached.append((monotonic(), self._server))
            http = self._http = self._services[self._server].connection(SILENT_S, self._address)
            with suppress(OSError, HTTPException, ValueError):
                self._follow(http)
            http.close()

    def _follow(self, http: HTTPConnection) -> None:
        headers = {**self._headers, "Accept": "text/event-stream", "Last-Event-ID": str(self._last)}
        http.request("GET", f"/api/nights/{self.night}/events", headers=headers)
        answer = http.getresponse()
        named = False
        for line in answer if answer.status == 200 else ():
            if line.startswith(b"event:"):
                named = True
            elif line.startswith(b"data:") and not named:
                self._hear(convert(json.loads(line[len(b"data:") :]), EventRow))
            elif line == b"\n":
                named = False

    def _hear(self, row: EventRow) -> None:
        if row.version != self._last + 1:
            self.faults.append(f"differs: a reader of {self.night} heard {row.version} after {self._last}")
        self.heard[row.version] = (monotonic(), row.hash)
        self._last = row.version
