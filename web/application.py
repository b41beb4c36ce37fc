"""The web application: one book behind pages, a tablet and a JSON API."""

from __future__ import annotations

import secrets

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from dealer.assistant import Assistant
from dealer.refusal import dollars
from events.book import Book
from web import api, errors, pages, security
from web.asking import EXTENSION
from web.tablet import routes as tablet

MOST_BYTES = 64 * 1024
"""The most that one request may carry: a command is a few hundred bytes."""


def create_app(book: Book, *, secret_key: bytes | None = None) -> Flask:
    """The application over an open book.

    Without ``secret_key`` a fresh one is made: tokens of an earlier start are then void, and pages fetch new ones.
    """
    app = Flask(__name__)
    app.extensions[EXTENSION] = Assistant(book)
    _setup_sessions(app, secret_key or secrets.token_bytes(32))
    _setup_templates(app)
    _setup_security(app)
    _setup_pages(app)
    errors.register(app)
    return app


def _setup_sessions(app: Flask, secret_key: bytes) -> None:
    app.config.update(
        SECRET_KEY=secret_key,
        SESSION_COOKIE_NAME="casekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=MOST_BYTES,
        # A token lives as long as its session: a night is longer than an hour.
        WTF_CSRF_TIME_LIMIT=None,
    )


def _setup_templates(app: Flask) -> None:
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["dollars"] = dollars


def _setup_security(app: Flask) -> None:
    CSRFProtect(app)
    app.after_request(security.add_headers)


def _setup_pages(app: Flask) -> None:
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(tablet.blueprint)
    app.register_blueprint(api.blueprint)
