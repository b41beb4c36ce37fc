"""The demonstration: a second application over a book of its own, for browsers that the staff have sent to it.

It answers at the same addresses, and nothing in it reaches the book of the house. It ends with the server, or where
several servers share it, after a day. Practice deals are dealt in it, each on a night of its own.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from threading import Lock
from time import monotonic, sleep
from typing import Any

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response

from dealer.commands.refusal import Refusal
from dealer.demo import DEALER, Demo, demos
from dealer.games import game_called
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from events.book.book import Book
from events.book.schemas import open_beside, remove_beside
from events.book.shared_values import SharedValues
from events.records import BookError
from reports.words.language import gettext as _
from web.app.app_cache import EXTENSION as SERVICE
from web.app.authentication import EXTENSION as AUTHENTICATION
from web.app.authentication import Authentication
from web.app.authorization import let_in, open_to_all, signed_in
from web.app.request_parsing import sender
from web.app.response_headers import is_of_house, set_cookie
from web.app.secret_key import derived
from web.game_screens import practised
from web.language import printings_keeper

blueprint = Blueprint("demonstration", __name__, url_prefix="/demonstration")

EXTENSION = "casekeeper demonstration"
COOKIE = "casekeeper-demonstration"
"""The cookie with which a browser is in the demonstration."""
SESSION_COOKIE = "casekeeper-demonstration-session"

DEVICE = "demonstration"
"""The device of what the demonstration does by itself."""

SEED = 8
OPEN_TABLES, TURNS = 2, 12
"""How many tables are open, each of another game, and how many turns are dealt at each."""

MOST_NIGHTS = 100
"""The most nights in a book. Then a new book begins, and all but the last two are closed."""

LASTS_S = 86_400.0
"""How long a book is shown: its nights are of the day before it began."""

MADE_S = 60.0
"""How long a server may take to make the next book, before another one does."""

POLL_S = 0.1

_BOOKS = "demonstrations"
_BESIDE = b"beside"
_KEY_BYTES = 16
_KEY = re.compile(f"[0-9a-f]{{{2 * _KEY_BYTES}}}")
"""The value of the cookie."""


class Demonstration:
    """Answers requests with the cookie by the demonstration, and all others by the house. Thread-safe.

    ``make_app`` makes an application over a book with a secret key. It is called when somebody first enters. Servers of
    a book in PostgreSQL share the demonstration's book, which is in a schema beside theirs.
    """

    def __init__(self, house: Flask, make_app: Callable[..., Flask], secret_key: bytes) -> None:
        self._house, self._answer = house, house.wsgi_app
        self._make_app = make_app
        self._secret_key = secret_key
        self._shared = _shared_by(house)
        self._lock = Lock()
        self._shown: dict[str, Flask] = {}
        """Applications by the value of the cookie."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        in_cookie = COOKIE in environ.get("HTTP_COOKIE", "") and parse_cookie(environ).get(COOKIE)
        shown = self._find(in_cookie) if in_cookie else None
        answer: Iterable[bytes] = (shown or self._answer)(environ, start_response)
        return answer

    def begin(self) -> str:
        """Deal the demonstration nights unless they are dealt; returns the value of the cookie."""
        key = self._newest()
        app, mine = self._app(key), secrets.token_bytes()
        if _shared_by(app).claim("demonstration nights", "", mine, LASTS_S) == mine:
            _deal(_service_of(app).book)
        return key

    def practise(self, game: str) -> tuple[str, str]:
        """Open a night for a game's practice deal; returns the value of the cookie, and the night."""
        deal = practised()[game]
        key = self._newest()
        service = _service_of(self._app(key))
        by = Sender(who=DEALER, device=DEVICE)
        about = {"table": _("Practice"), "date": _yesterday(), "dealer": DEALER, "game": game}
        night = service.execute({"do": "open_night", **about, **deal.opening}, by).night
        for player, name in deal.players.items():
            service.execute({"do": "seat_player", "player": player, "name": name}, by, night=night)
            service.execute({"do": "buy_checks", "player": player, "amount": deal.checks_cents}, by, night=night)
        return key, night

    def close(self) -> None:
        """Close all books."""
        self._end(lambda key: True)

    def _find(self, key: str) -> Flask | None:
        """The application of a cookie's value; ``None`` if nobody was given that value, or it has ended."""
        if _KEY.fullmatch(key) and self._shared.get(_BOOKS, key):
            # Where its book is out of reach, so is the house's, which then says so.
            with suppress(BookError):
                return self._app(key)
        self._end(lambda shown: shown == key)
        return None

    def _newest(self) -> str:
        """The value of the newest cookie. Once its book has :data:`MOST_NIGHTS`, it is that of another book."""
        keys = list(self._shared.all(_BOOKS))
        newest = keys[-1] if keys else ""
        if not newest or len(_service_of(self._app(newest)).book.nights()) >= MOST_NIGHTS:
            mine = secrets.token_hex(_KEY_BYTES)
            after, newest = newest, self._shared.claim("demonstration after", newest, mine.encode(), MADE_S).decode()
            if newest == mine:
                self._shared.put(_BOOKS, mine, self._place(mine), LASTS_S)
                self._remove_but({after, mine})
            else:
                self._wait_for(newest)
        self._take_style(_service_of(self._app(newest)).book)
        return newest

    def _wait_for(self, key: str) -> None:
        """Wait until somebody else has made a book."""
        give_up = monotonic() + MADE_S
        while not self._shared.get(_BOOKS, key) and monotonic() < give_up:
            sleep(POLL_S)

    def _remove_but(self, keys: Collection[str]) -> None:
        for key in self._shared.all(_BOOKS).keys() - keys:
            self._shared.drop(_BOOKS, key)
        self._end(lambda key: key not in keys)
        if self._shared.reach_others:
            # One that another server still reads from is removed the next time.
            with suppress(BookError):
                remove_beside(_service_of(self._house).book, but=[key for key in keys if key])

    def _end(self, ends: Callable[[str], bool]) -> None:
        with self._lock:
            ended = [self._shown.pop(key) for key in list(self._shown) if ends(key)]
        for app in ended:
            _service_of(app).book.close()

    def _app(self, key: str) -> Flask:
        """The application over the book of a cookie's value."""
        shown = self._shown.get(key)
        if shown is None:
            with self._lock:
                shown = self._shown[key] = self._shown.get(key) or self._app_over(self._open(key), key)
        return shown

    def _place(self, key: str) -> bytes:
        """Where a new book is: beside the house's, or in the memory of each server."""
        if self._shared.reach_others:
            try:
                open_beside(_service_of(self._house).book, key).close()
            except BookError as error:
                self._house.logger.warning("each server has a demonstration of its own: %s", error.why)
            else:
                return _BESIDE
        return b""

    def _open(self, key: str) -> Book:
        found = self._shared.get(_BOOKS, key)
        return open_beside(_service_of(self._house).book, key) if found and found.value == _BESIDE else Book.open()

    def _take_style(self, book: Book) -> None:
        """Write a book in the house's language and currency, if the house has chosen them."""
        with self._house.app_context():
            style = printings_keeper().printings().style
        keeper = PrintingsKeeper(book)
        if style and style != keeper.printings().style:
            keeper.choose(style, Sender(who=DEALER, device=DEVICE))

    def _app_over(self, book: Book, key: str) -> Flask:
        secret_key = derived(self._secret_key, f"demonstration {key}")
        app = self._make_app(book, secret_key=secret_key)
        app.config["SESSION_COOKIE_NAME"] = SESSION_COOKIE
        app.jinja_env.globals["demonstration"] = True
        app.extensions[EXTENSION] = self
        auth: Authentication = app.extensions[AUTHENTICATION]
        # The same on every server.
        pin = f"{int.from_bytes(derived(secret_key, 'pin')) % 10**12:012}"
        if auth.register.find(DEALER) is None:
            # Another server may be quicker.
            with suppress(Refusal):
                auth.engage(DEALER, pin, Sender(who=DEALER, device=DEVICE))

        def sign_in() -> None:
            if signed_in() is None:
                let_in(auth.sign_in(DEALER, pin, sender(), request.remote_addr or ""), sender())

        # Before the request is turned away.
        app.before_request_funcs[None].insert(0, sign_in)
        return app


def register(app: Flask, make_app: Callable[..., Flask], secret_key: bytes) -> None:
    """Give an application its demonstration, which shares the application's printing processes."""
    app.jinja_env.globals["demonstration"] = False
    app.jinja_env.globals["practices"] = practices
    app.register_blueprint(blueprint)
    shown = Demonstration(app, make_app, secret_key)
    app.extensions[EXTENSION] = shown
    app.wsgi_app = shown  # type: ignore[method-assign]


def practices(games: Collection[str] = ()) -> list[tuple[str, str]]:
    """The games, of some if any are given, that have a practice deal: name and title."""
    return [(game, game_called(game).title) for game in practised() if not games or game in games]


def demonstration_of(app: Flask) -> Demonstration:
    """The demonstration of an application."""
    demonstration: Demonstration = app.extensions[EXTENSION]
    return demonstration


@blueprint.post("")
def enter() -> Response:
    """Show the demonstration in this browser."""
    demonstration = demonstration_of(current_app)
    answer = redirect(url_for("pages.nights"), code=303)
    set_cookie(answer, COOKIE, demonstration.begin(), httponly=True, secure=request.is_secure)
    return answer


@blueprint.post("/practice")
def practise() -> Response:
    """Show a new table in this browser, on which a deal of a ``game`` is dealt step by step."""
    demonstration = demonstration_of(current_app)
    game = request.form["game"]
    if game not in practised():
        raise NotFound
    key, night = demonstration.practise(game)
    answer = redirect(url_for("pages.night", night=night, practice=1), code=303)
    set_cookie(answer, COOKIE, key, httponly=True, secure=request.is_secure)
    return answer


@blueprint.post("/leave")
@open_to_all
def leave() -> Response:
    """Show the house in this browser again, at the page that the form names as ``next``, if any."""
    wanted = request.form.get("next", "")
    answer = redirect(wanted if wanted and is_of_house(wanted) else url_for("pages.nights"), code=303)
    set_cookie(answer, COOKIE, "", max_age=0)
    return answer


def _service_of(app: Flask) -> NightService:
    service: NightService = app.extensions[SERVICE]
    return service


def _shared_by(app: Flask) -> SharedValues:
    auth: Authentication = app.extensions[AUTHENTICATION]
    return auth.shared


def _yesterday() -> str:
    return (datetime.now().astimezone().date() - timedelta(days=1)).isoformat()


def _deal(book: Book) -> None:
    """Deal a closed night, and open tables in the middle of a deal; all of yesterday, so that no time is to come."""
    demo = partial(Demo, book=book, date=_yesterday())
    games = list(demos().values())[:OPEN_TABLES]
    for _turn in demo(games[0], seed=SEED, rounds=1).turns():
        pass
    for seed, game in enumerate(games, start=SEED + 1):
        for _turn in islice(demo(game, seed=seed).turns(), TURNS):
            pass
