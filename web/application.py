"""The web application: one book behind pages, a tablet and a JSON API."""

from __future__ import annotations

import os
import secrets
from collections import ChainMap
from collections.abc import KeysView, MutableMapping
from datetime import timedelta
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask.templating import Environment
from flask_wtf.csrf import CSRFProtect
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from markupsafe import Markup

from dealer.dealing_box import BoxKeeper
from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from events.book.book import Book
from reports.printing import PdfWorkers
from reports.words.formatting import listed
from reports.words.language import gettext as _
from web import (
    authority,
    board,
    box,
    correcting,
    demonstration,
    game_screens,
    games,
    language,
    player,
    pwa,
    school,
    staff,
)
from web.api import docs as api_docs
from web.api import routes as api
from web.app import authorization, errors, response_headers
from web.app.addresses import Entrance, Hosts
from web.app.app_cache import drawn_once
from web.app.authentication import EXTENSION as AUTHENTICATION
from web.app.authentication import Authentication
from web.app.authorization import bears_token, device_called
from web.app.background_work import waiting
from web.app.backups import EXTENSION as BACKUPS
from web.app.backups import Backups
from web.app.errors import answer
from web.app.links import ENTRANCE
from web.app.request_parsing import EXTENSION
from web.app.secret_key import BOX_KEY, KEY_BYTES, derived
from web.audit import disputes, dossiers, odds, register, verify_page, what_if
from web.audit import pages as audit_pages
from web.house import backups as house_backups
from web.house import cash_drawer, expectation, floor, office, people, roles
from web.live import answer as streams
from web.nights import pages as night_pages
from web.nights import verifications
from web.notices import EXTENSION as WARNINGS
from web.notices import Warnings, notices
from web.papers import pages, papers
from web.papers import pages as paper_pages
from web.staff import WHAT_TO_DO, dealer_names, guesses, staff_names
from web.tablet import routes as tablet

DEVICE_REMEMBERED = timedelta(days=400)
"""How long a cookie keeps its device's name: as long as browsers keep any. When a sign-in ends, the book says."""

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Requests that change nothing: a page of any site may have a browser send them."""

MOST_BYTES = 64 * 1024
"""The most that one request may carry: a command is a few hundred bytes."""


class SessionCookies(SecureCookieSessionInterface):
    """Flask's own, but a cookie is read whenever it was signed by the clock, which may have been set since.

    Without its cookie a tablet is signed out, and no device on which anybody has been before. How long a session and
    the trust of a device last the book says; a browser forgets its cookie by itself.
    """

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie is for TLS only: where this request came by TLS."""
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs and reads a cookie; nothing where the application has no key."""
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = _Signer
        return serializer


class _Signer(TimestampSigner):
    def unsign(self, signed_value: str | bytes, *args: Any, **options: Any) -> Any:
        return super().unsign(signed_value, return_timestamp=options.get("return_timestamp", False))


class _Names(ChainMap[str, Any]):
    """A template's own names before the global ones. Each template import needs all keys: a dict union is fast."""

    def keys(self) -> KeysView[str]:
        own, of_all = cast("list[dict[str, Any]]", self.maps)
        return (of_all | own).keys()


class _Templates(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return _Names({} if d is None else d, self.globals)


def create_app(
    book: Book,
    *,
    secret_key: bytes | None = None,
    auth: Authentication | None = None,
    workers: PdfWorkers | None = None,
    known_as: Hosts | None = None,
    entrance: Entrance | None = None,
    backups: Backups | None = None,
    servers: int = 1,
    warnings: Warnings = (),
) -> Flask:
    """The application over an open book.

    Without ``secret_key`` a fresh one is made: sessions and links of an earlier start are then void. ``auth`` is one
    made otherwise than from that key, ``workers`` one that prints elsewhere than in a process of its own. ``known_as``
    has the names under which it may be asked for; without it, it answers under any. ``entrance`` says where the server
    is found: links opened on its own machine then carry an address that the house's network can open, and all pages are
    under the path of its ``url``. ``backups`` are those that the server makes. ``servers`` is how many such processes
    share this machine. ``warnings`` are what was wrong with the book at the start.
    """
    key = secret_key or secrets.token_bytes(KEY_BYTES)
    app = language.InLanguages(__name__, static_url_path=pwa.address_of_static_files())
    app.extensions[EXTENSION] = NightService(book, box_keeper=BoxKeeper(derived(key, BOX_KEY)))
    app.extensions[AUTHENTICATION] = auth or Authentication(book, key)
    app.extensions[ENTRANCE] = entrance
    app.extensions[BACKUPS] = backups
    app.extensions[WARNINGS] = warnings
    if entrance and entrance.root:
        app.config["APPLICATION_ROOT"] = entrance.root
    _setup_sessions(app, derived(key, "casekeeper sessions"))
    _setup_templates(app)
    _setup_security(app, known_as, entrance)
    _setup_pages(app, book)
    game_screens.serve_files(app)
    errors.register(app)
    verifications.register(app)
    streams.register(app, pwa.version(app))
    workers = workers or PdfWorkers(max(1, (len(os.sched_getaffinity(0)) - 1) // servers), waiting=waiting)
    papers.register(app, workers)
    demonstration.register(app, partial(create_app, workers=workers, known_as=known_as, entrance=entrance), key)
    return app


def _setup_sessions(app: Flask, secret_key: bytes) -> None:
    app.session_interface = SessionCookies()
    app.config.update(
        SECRET_KEY=secret_key,
        SESSION_COOKIE_NAME="casekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=DEVICE_REMEMBERED,
        # An answer on its way while somebody signs in or out would otherwise bring the old session back.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        SEND_FILE_MAX_AGE_DEFAULT=pwa.A_YEAR_S,
        # A token lives as long as its session: a night is longer than an hour.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_CHECK_DEFAULT=False,
    )


def in_single_quotes(text: str) -> Markup:
    """A text as the value of an attribute in single quotes, where the many double quotes of JSON need no escape."""
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def _setup_templates(app: Flask) -> None:
    app.jinja_environment = _Templates
    # All templates are the program's own: a plain dictionary has room for them, and no lock that threads queue at.
    app.jinja_options = {**app.jinja_options, "cache_size": -1}
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["listed"] = listed
    app.jinja_env.filters["device"] = device_called
    app.jinja_env.filters["in_single_quotes"] = in_single_quotes
    app.jinja_env.globals["signed_in"] = authorization.signed_in
    app.jinja_env.globals["permits"] = authorization.permits
    app.jinja_env.globals["may"] = authorization.may
    app.jinja_env.globals["may_confirm"] = authorization.may_confirm
    app.jinja_env.globals["nobody_confirms"] = authorization.nobody_confirms
    app.jinja_env.globals["lock_here"] = authorization.lock_here
    app.jinja_env.globals["guesses"] = guesses
    app.jinja_env.globals["notices"] = notices
    app.jinja_env.globals["late_backup"] = house_backups.late_backup
    app.jinja_env.globals["authority"] = authority.authority
    app.jinja_env.globals["staff_names"] = staff_names
    app.jinja_env.globals["school_is_first"] = school.is_first_shown
    app.jinja_env.globals["exams_passed"] = school.exams_passed
    app.jinja_env.globals["dealer_names"] = dealer_names
    app.jinja_env.globals["cash_drawer_is_in_use"] = cash_drawer.is_in_use
    app.jinja_env.globals["what_to_do_about_guesses"] = WHAT_TO_DO
    app.jinja_env.globals["shell_version"] = pwa.version(app)
    app.jinja_env.globals["screens"] = lambda: list(games.GAMES.values())
    app.jinja_env.globals["once"] = lambda *drawn: drawn_once().drawn(*drawn)


def _setup_security(app: Flask, known_as: Hosts | None, entrance: Entrance | None) -> None:
    if known_as:
        response_headers.answer_only_as(app, known_as)
    app.before_request(partial(_turn_away_other_sites, entrance))
    # Before the token is looked at: who is not signed in has none that could be good.
    app.before_request(authorization.turn_away)
    authorization.open_to_all(app.view_functions["static"])
    csrf = CSRFProtect(app)
    app.before_request(partial(_check_csrf, csrf))
    response_headers.register_compression(app)
    app.after_request(response_headers.add_headers)


def _turn_away_other_sites(entrance: Entrance | None) -> Response | None:
    """Refuse what a page of another site has a browser send, by what the browser says of it.

    Only the name and port of the origin count: a proxy may speak TLS where this server does not.
    """
    if request.method in SAFE_METHODS or bears_token(request.path, request.headers.get("Authorization", "")):
        return None
    site, origin = request.headers.get("Sec-Fetch-Site", ""), request.headers.get("Origin", "")
    own = {request.host, urlsplit(entrance.url).netloc} if entrance and entrance.url else {request.host}
    is_own = not origin or origin.partition("://")[2] in own
    # A page that sends no referrer has no origin of its own either, and browsers call its site the same.
    if site in ("cross-site", "same-site") or not (is_own or (origin == "null" and site == "same-origin")):
        return answer(403, "other_site", _("Another site sent this. Open the page here and try again."))
    return None


def _check_csrf(csrf: CSRFProtect) -> None:
    """Check the token against forged requests: no page can make a browser send a program's token."""
    if not authorization.program():
        csrf.protect(apply_exemptions=True)


def _setup_pages(app: Flask, book: Book) -> None:
    for blueprint in (
        api.health_blueprint,
        night_pages.pages_blueprint,
        paper_pages.papers_blueprint,
        paper_pages.house_style_blueprint,
        tablet.blueprint,
        correcting.blueprint,
        api.blueprint,
        api_docs.blueprint,
        board.blueprint,
        player.player_blueprint,
        player.own_hand_blueprint,
        box.blueprint,
        night_pages.link_blueprint,
        floor.blueprint,
        office.blueprint,
        expectation.blueprint,
        staff.sign_in_blueprint,
        staff.staff_blueprint,
        roles.blueprint,
        roles.settings_blueprint,
        house_backups.blueprint,
        cash_drawer.blueprint,
        register.blueprint,
        dossiers.blueprint,
        disputes.blueprint,
        what_if.blueprint,
        verify_page.blueprint,
        audit_pages.fairness_blueprint,
        odds.blueprint,
        paper_pages.sheet_check_blueprint,
        pwa.blueprint,
        authority.blueprint,
        audit_pages.export_blueprint,
        paper_pages.blanks_blueprint,
        people.blueprint,
        school.blueprint,
    ):
        app.register_blueprint(blueprint)
    pages.register(app)
    response_headers.register_theme(app)
    language.register(app, PrintingsKeeper(book))
