"""An application on a fresh book, a client on which one of the staff signed in, and small nights in it.

Each test has an application of its own. What is the same for all of them is compiled once a process: templates, and
what makes addresses of routes, which were four fifths of the work of making an application.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ClassVar

from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from dealer.dealing_box import BoxKeeper
from dealer.night.result import result_in_house
from dealer.night_service import NightService
from dealer.streams import Sender, now_utc
from events.book.book import Book
from reports.printing import PdfWorkers
from web.app.authentication import AddressLimits, Authentication
from web.app.secret_key import BOX_KEY, derived
from web.application import create_app

STAFF_NAME = "M. Earp"
PIN = "1871"


EARP = Sender(who="M. Earp", device="tablet-1")


def workers_here() -> PdfWorkers:
    """Workers that print in this process: another one takes its time to start."""
    return PdfWorkers(limit_s=None, executor=lambda: ThreadPoolExecutor(1))


def small_night(book: Book, *names: str, date: str = "2026-11-21", close: bool = True) -> str:
    """A night of Faro with players of these names, closed if not otherwise said."""
    do = NightService(book).execute
    opening = {"do": "open_night", "table": "Tiger", "date": date, "game": "faro", "roll": 500_000, "dealer": "M. Earp"}
    night = do(opening, EARP).night
    for player, name in zip(("red", "blue", "white"), names, strict=False):
        do({"do": "seat_player", "player": player, "name": name}, EARP, night=night)
        buy(book, night, player)
    if close:
        do({"do": "close_night"}, EARP, night=night)
    return night


def night_of_two_offsets(book: Book) -> str:
    """An open night in New York, where summer time ends: the marker of 1:55 am is paid at 1:20 am by the clock."""
    do: list[tuple[str, dict[str, Any]]] = [
        ("03:10", {"do": "open_night", **OPENING, "date": "2026-10-31"}),
        ("03:20", {"do": "seat_player", "player": "red", "name": "Ada Lamb"}),
        ("04:30", {"do": "buy_checks", "player": "red", "amount": 20_000}),
        ("04:40", {"do": "start_deal"}),
        ("04:41", {"do": "expose_soda", "card": "5"}),
        ("05:30", {"do": "relieve_dealer", "dealer": "Doc Holliday"}),
        ("05:40", {"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["K"], "stake": 500}),
        ("05:55", {"do": "issue_marker", "player": "red", "amount": 10_000}),
        ("06:05", {"do": "turn", "loser": "4", "winner": "K"}),
        ("06:10", {"do": "fill", "amount": 10_000}),
        ("06:15", {"do": "relieve_dealer", "dealer": "M. Earp"}),
        ("06:18", {"do": "issue_marker", "player": "red", "amount": 5_000}),
        ("06:20", {"do": "redeem_marker", "player": "red", "amount": 10_000, "with": "checks"}),
        ("06:25", {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": "b1", "claim": "It was mine."}),
    ]
    night = None
    for at, document in do:
        service = NightService(book, clock=partial(str, f"2026-11-01T{at}:00.000Z"))
        night = service.execute(document, EARP, night=night).night
    return str(night)


def buy(book: Book, night: str, player: str = "red") -> None:
    """Sell checks for $200."""
    NightService(book).execute({"do": "buy_checks", "player": player, "amount": 20_000}, EARP, night=night)


def marker(book: Book, night: str, player: str = "red") -> None:
    """Give checks for $500 on credit."""
    NightService(book).execute({"do": "issue_marker", "player": player, "amount": 50_000}, EARP, night=night)


def clock(*hours: str) -> Callable[[], str]:
    """A clock that shows one hour after another, each once."""
    shown = iter(hours)
    return lambda: next(shown)


CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes a PIN at once; what it costs otherwise is no matter of these tests."""

SECRET_KEY = b"the key of a house for the tests"
OPENING = {
    "table": "Tiger Nº 1",
    "date": "2026-11-21",
    "game": "faro",
    "house": "american",
    "roll": 500_000,
    "dealer": "M. Earp",
}


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


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _InMemory()}


class _CompiledOnce(Rule):
    """A route that shares what is compiled of it with the same route of other applications."""

    _compiled: ClassVar[dict[tuple[str, str | None, str], _CompiledOnce]] = {}

    def compile(self) -> None:
        name = self.rule, self.subdomain, repr(self.defaults)
        first = self._compiled.get(name)
        if first is None:
            super().compile()
            self._compiled[name] = self
            return
        self._parts, self._trace, self._converters = first._parts, first._trace, first._converters
        self.arguments |= first.arguments
        self._build, self._build_unknown = first._build, first._build_unknown


Flask.url_rule_class = _CompiledOnce


class House:
    """An application with one of the staff on a book in memory or a given one, and the service behind it.

    That is for acting past the pages. ``now`` is the time on the clock of authentication, where a test sets it.
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
        self.auth = Authentication(
            self.book,
            SECRET_KEY,
            hasher=CHEAP,
            clock=lambda: self.now or now_utc(),
            first_code=first_code,
            address_limits=address_limits,
        )
        self.app: Flask = create_app(self.book, secret_key=SECRET_KEY, auth=self.auth, workers=workers_here())
        self.service = NightService(self.book, box_keeper=BoxKeeper(derived(SECRET_KEY, BOX_KEY)))
        self.sender = Sender(who="test", device="test")
        if staff:
            self.auth.engage(STAFF_NAME, PIN, self.sender)

    def client(self) -> Client:
        """A client on which one of the staff has signed in."""
        made = Client(self.app.test_client())
        made.sign_in(STAFF_NAME, PIN)
        return made

    def open_night(self, **differs: Any) -> str:
        document = {"do": "open_night", **OPENING, **differs}
        return self.service.execute(document, self.sender).night

    def do(self, night: str, do: str, **arguments: Any) -> int:
        """Carry out a command past the pages; gives the night's version after it."""
        return self.service.execute({"do": do, **arguments}, self.sender, night=night).version

    def seat(self, night: str, **names: str) -> None:
        for player, name in names.items():
            self.do(night, "seat_player", player=player, name=name)
            self.do(night, "buy_checks", player=player, amount=20_000)

    def deal(self, night: str, soda: str = "5") -> None:
        self.do(night, "start_deal")
        self.do(night, "expose_soda", card=soda)

    def result(self, night: str) -> dict[str, Any]:
        result = result_in_house(self.service.night(night), self.book.events(night), self.service.house())
        return {**result, "refused": []}


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
