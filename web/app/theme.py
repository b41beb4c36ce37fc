"""The room's light: a dark theme and a bright one, kept in a cookie, so that a page comes in its light at once."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from web.app.authorization import open_to_all

DARK, BRIGHT = "dark", "bright"
COOKIE = "theme"
_A_YEAR = 365 * 24 * 60 * 60

blueprint = Blueprint("theme", __name__)


def theme() -> str:
    """The theme that this browser asked for; dark where it did not."""
    return BRIGHT if request.cookies.get(COOKIE) == BRIGHT else DARK


@blueprint.post("/theme")
@open_to_all
def switch() -> Response:
    """Switch to the other theme and go back to the page, for pages without a script."""
    answer = redirect(_page_before(), code=303)
    answer.set_cookie(COOKIE, DARK if theme() == BRIGHT else BRIGHT, max_age=_A_YEAR, samesite="Lax")
    return answer


def register(app: Flask) -> None:
    """Give every template its theme, and the route that switches it."""
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"theme": theme()})


def _page_before() -> str:
    """The page of this house that the form stood on."""
    try:
        before = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("pages.nights")
    if before.netloc != request.host or not before.path.startswith("/") or before.path.startswith("//"):
        return url_for("pages.nights")
    return before.path + (f"?{before.query}" if before.query else "")
