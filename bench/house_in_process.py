"""The application in this process, with open nights on a book in a file, one of the staff signed in, and no server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from bench.evening import PLAYER, SEATED, evening
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from web.app.authentication import Authentication
from web.app.links import board_link, player_link
from web.app.request_parsing import EXTENSION
from web.application import create_app
from web.tablet.fragments import DRAWN, SHOWN

PIN = "1871"
KEY = b"the key of a house for the bench"
HERE = Sender(who="M. Earp", device="bench")


@dataclass(frozen=True, slots=True)
class TableHere:
    """A night's screens: what a dealer at it touches, and what the others are shown."""

    app: Flask
    client: FlaskClient
    service: NightService
    token: str
    night: str
    board: str
    player: str
    shown: dict[str, str] = field(default_factory=dict)

    def carry_out(self, document: dict[str, Any]) -> None:
        """Have a command carried out past the pages, by the application's own service."""
        self.service.execute(document, HERE, night=self.night)

    def touch(self, document: dict[str, Any]) -> int:
        """Touch as a page does, which says what it shows, and take the whole answer; gives how many bytes it has."""
        headers = {"X-CSRFToken": self.token, SHOWN: self.shown.get(DRAWN, "")}
        answer = self.client.post(f"/nights/{self.night}/commands", json=document, headers=headers)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        self.shown[DRAWN] = answer.headers[DRAWN]
        return len(answer.data)

    def tell(self) -> None:
        """Make what the board and the player's page are told, as their channels do."""
        for address in (self.board, self.player):
            answer = self.client.get(address)
            assert answer.status_code == 200, address

    def show(self) -> None:
        """Show the tablet, the board and the player's page, whole."""
        assert self.client.get(f"/nights/{self.night}").status_code == 200
        self.tell()


@contextmanager
def house_in_process(count: int) -> Iterator[list[TableHere]]:
    """So many nights, each with six players at its table and a deal that waits for bets."""
    with TemporaryDirectory() as folder, Book.open(Path(folder, "house.db")) as book:
        auth = Authentication(book, KEY, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        auth.engage(HERE.who, PIN, HERE)
        app = create_app(book, secret_key=KEY, auth=auth)
        service: NightService = app.extensions[EXTENSION]
        client = app.test_client()
        token = client.get("/api/token").get_json()["token"]
        signed_in = client.post("/api/sign-in", json={"name": HERE.who, "pin": PIN}, headers={"X-CSRFToken": token})
        made = partial(TableHere, app, client, service, signed_in.get_json()["token"])
        nights = [_opened(service) for _ in range(count)]
        with app.test_request_context():
            links = [(board_link(night), player_link(night, PLAYER)) for night in nights]
        yield [made(night, board, player) for night, (board, player) in zip(nights, links, strict=True)]


def _opened(service: NightService) -> str:
    opens, *seats = evening(1)[:SEATED]
    night = service.execute(opens, HERE).night
    for document in seats:
        service.execute(document, HERE, night=night)
    return night
