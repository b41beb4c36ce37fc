"""The demonstration: a second application over a book in memory, for browsers that the staff have sent to it.

It answers at the same addresses, and nothing in it reaches the book of the house. It ends with the server. Practice
deals are dealt in it, each on a night of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response

from dealer.demo import DEALER, Demo, demos
from dealer.games import game_called
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from events.book.book import Book
from reports.words.language import gettext as _
from web.app.app_cache import EXTENSION as SERVICE
from web.app.authentication import EXTENSION as AUTHENTICATION
from web.app.authentication import Authentication
from web.app.authorization import let_in, open_to_all, signed_in
from web.app.request_parsing import sender
from web.app.response_headers import is_of_house, set_cookie
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

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Demonstration:
    """Answers requests with the cookie by the demonstration, and all others by the house. Thread-safe.

    ``make_app`` makes an application over a book. It is called when somebody first enters.
    """

    def __init__(self, house: Flask, make_app: Callable[[Book], Flask]) -> None:
        self._house, self._answer = house, house.wsgi_app
        self._make_app = make_app
        self._lock = Lock()
        self._shown: dict[str, Flask] = {}
        """Applications by the value of the cookie, the newest last."""
        self._is_dealt = False
        """Whether the newest has the demonstration nights."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        in_cookie = COOKIE in environ.get("HTTP_COOKIE", "") and parse_cookie(environ).get(COOKIE)
        shown = self._shown.get(in_cookie) if in_cookie else None
        answer: Iterable[bytes] = (shown or self._answer)(environ, start_response)
        return answer

    def begin(self) -> str:
        """Deal the demonstration nights unless they are dealt; returns the value of the cookie."""
        with self._lock:
            key = self._newest()
            if not self._is_dealt:
                _deal(_service_of(self._shown[key]).book)
                self._is_dealt = True
        return key

    def _newest(self) -> str:
        """The value of the newest cookie. Once its book has :data:`MOST_NIGHTS`, it is that of another book."""
        key = next(reversed(self._shown), "")
        if not key or len(_service_of(self._shown[key]).book.nights()) >= MOST_NIGHTS:
            for former in self._shown.keys() - {key}:
                _service_of(self._shown.pop(former)).book.close()
            key = secrets.token_urlsafe()
            self._shown[key] = self._app_over(Book.open())
            self._is_dealt = False
        self._take_style(_service_of(self._shown[key]).book)
        return key

    def _take_style(self, book: Book) -> None:
        """Write a book in the house's language and currency, if the house has chosen them."""
        with self._house.app_context():
            style = printings_keeper().printings().style
        keeper = PrintingsKeeper(book)
        if style and style != keeper.printings().style:
            keeper.choose(style, Sender(who=DEALER, device=DEVICE))

    def practise(self, game: str) -> tuple[str, str]:
        """Open a night for a game's practice deal; returns the value of the cookie, and the night."""
        deal = practised()[game]
        with self._lock:
            key = self._newest()
        service = _service_of(self._shown[key])
        by = Sender(who=DEALER, device=DEVICE)
        about = {"table": _("Practice"), "date": _yesterday(), "dealer": DEALER, "game": game}
        night = service.execute({"do": "open_night", **about, **deal.opening}, by).night
        for player, name in deal.players.items():
            service.execute({"do": "seat_player", "player": player, "name": name}, by, night=night)
            service.execute({"do": "buy_checks", "player": player, "amount": deal.checks_cents}, by, night=night)
        return key, night

    def _app_over(self, book: Book) -> Flask:
        app = self._make_app(book)
        app.config["SESSION_COOKIE_NAME"] = SESSION_COOKIE
        app.jinja_env.globals["demonstration"] = True
        app.extensions[EXTENSION] = self
        auth: Authentication = app.extensions[AUTHENTICATION]
        pin = f"{secrets.randbelow(10**12):012}"
        auth.engage(DEALER, pin, Sender(who=DEALER, device=DEVICE))

        def sign_in() -> None:
            if signed_in() is None:
                let_in(auth.sign_in(DEALER, pin, sender(), request.remote_addr or ""), sender())

        # Before the request is turned away.
        app.before_request_funcs[None].insert(0, sign_in)
        return app


def register(app: Flask, make_app: Callable[..., Flask]) -> None:
    """Give an application its demonstration, which shares the application's printing processes."""
    app.jinja_env.globals["demonstration"] = False
    app.jinja_env.globals["practices"] = practices
    app.register_blueprint(blueprint)
    shown = Demonstration(app, make_app)
    app.extensions[EXTENSION] = shown
    app.wsgi_app = shown  # type: ignore[method-assign]


def practices(games: Collection[str] = ()) -> list[tuple[str, str]]:
    """The games, of some if any are given, that have a practice deal: name and title."""
    return [(game, game_called(game).title) for game in practised() if not games or game in games]


@blueprint.post("")
def enter() -> Response:
    """Show the demonstration in this browser."""
    demonstration: Demonstration = current_app.extensions[EXTENSION]
    answer = redirect(url_for("pages.nights"), code=303)
    set_cookie(answer, COOKIE, demonstration.begin(), httponly=True, secure=request.is_secure)
    return answer


@blueprint.post("/practice")
def practise() -> Response:
    """Show a new table in this browser, on which a deal of a ``game`` is dealt step by step."""
    demonstration: Demonstration = current_app.extensions[EXTENSION]
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
