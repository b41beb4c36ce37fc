"""Headers of every answer: security, compression, and the theme and size of letters, which cookies keep."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from flask import Response as FlaskResponse
from flask_compress import Compress
from werkzeug.wrappers import Response

from web.app.addresses import Hosts
from web.app.authorization import open_to_all
from web.app.errors import answer

DARK, BRIGHT = "dark", "bright"
COOKIE = "theme"
LARGE, TEXT = "large", "text"
"""The larger letters, and the argument of an address that chooses them; the cookie has the same name."""
A_YEAR_S = 365 * 24 * 60 * 60

blueprint = Blueprint("theme", __name__)


def theme() -> str:
    """The theme that this browser asked for; dark where it did not."""
    return BRIGHT if request.cookies.get(COOKIE) == BRIGHT else DARK


def text_size() -> str:
    """The letters that this browser chose, with this request (``?text=large``) or before; empty for the usual ones."""
    return LARGE if request.args.get(TEXT, request.cookies.get(TEXT)) == LARGE else ""


def remember_text_size(response: FlaskResponse) -> FlaskResponse:
    """Keep the letters that the request chose."""
    if TEXT in request.args:
        set_cookie(response, TEXT, text_size(), max_age=A_YEAR_S)
    return response


def set_cookie(response: Response, name: str, value: str, **options: Any) -> None:
    """Set a cookie for the pages of this house alone: other programs may be found under the same name."""
    response.set_cookie(name, value, path=current_app.config["APPLICATION_ROOT"], samesite="Lax", **options)


@blueprint.post("/theme")
@open_to_all
def switch() -> Response:
    """Switch to the other theme and go back to the page, for pages without a script."""
    answer = redirect(_page_before(), code=303)
    set_cookie(answer, COOKIE, DARK if theme() == BRIGHT else BRIGHT, max_age=A_YEAR_S)
    return answer


def register_theme(app: Flask) -> None:
    """Give every template its theme and letters, and the route that switches the theme."""
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"theme": theme()})
    app.jinja_env.globals["text_size"] = text_size
    app.after_request(remember_text_size)


def is_of_house(address: str) -> bool:
    """Whether a path, perhaps with a query, leads to a page of this house and nowhere else, whoever resolves it."""
    path = unquote(address.partition("?")[0])
    is_plain = address.isprintable() and not address.startswith("//") and "\\" not in path
    return is_plain and path.startswith(url_for("pages.nights")) and not {".", ".."} & set(path.split("/"))


def _page_before() -> str:
    """The page of this house that the form stood on."""
    home = url_for("pages.nights")
    try:
        before = urlsplit(request.referrer or "")
    except ValueError:
        return home
    if before.netloc != request.host or not is_of_house(before.path):
        return home
    return before.path + (f"?{before.query}" if before.query else "")


COMPRESSED = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)
"""A stream of events is none of these: it would wait in the compressor for more to come."""


BROTLI_LEVEL = 2
"""The answer to a touch has a fifteenth more bytes than by the usual level 4, in half the processor's time."""


def register_compression(app: Flask) -> None:
    """Compress what the application answers."""
    app.config.update(
        COMPRESS_MIMETYPES=list(COMPRESSED), COMPRESS_ALGORITHM=["br", "gzip"], COMPRESS_BR_LEVEL=BROTLI_LEVEL
    )
    # What is registered first has its turn last.
    app.after_request(_weaken_tag)
    Compress(app)
    app.after_request(_take_file_in)


def _take_file_in(response: FlaskResponse) -> FlaskResponse:
    """Read a file that will be compressed: handed on in pieces it would be compressed worse, and not be closed."""
    if response.direct_passthrough and response.mimetype in COMPRESSED:
        response.direct_passthrough = False
        response.make_sequence()
    return response


def _weaken_tag(response: FlaskResponse) -> FlaskResponse:
    """Give a compressed answer the tag of its content: a night's version, by which a command says what it saw."""
    tag, _ = response.get_etag()
    if tag and response.content_encoding:
        response.set_etag(tag.removesuffix(f":{response.content_encoding}"), weak=True)
    return response


CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": over TLS the token against forged requests is only taken with a referrer of this house.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

STRICT_TRANSPORT_SECURITY = "max-age=31536000"
"""For a year, and for this name alone: others under it may be another's."""


MISDIRECTED = 421
"""The status of a request to a server that does not answer for the name in it."""

ASKED_FOR_UNDER_ANY_NAME = ("health.healthz", "static", "pages.font")
"""Health, asked for as one reaches the server, and the program's own files, which the page that says 421 is drawn with.

None of them carries a name on.
"""


def answer_only_as(app: Flask, hosts: Hosts) -> None:
    """Have every request turned away that asks for another host, before anything else looks at it."""

    def turn_away() -> FlaskResponse | None:
        host = request.headers.get("Host", "")
        arrived_at = request.environ.get("SERVER_NAME", "")
        if request.endpoint in ASKED_FOR_UNDER_ANY_NAME or hosts.holds(host, arrived_at):
            return None
        why = (
            "This server does not use the name in the address. Open it by this machine’s own name or "
            "address, or start it with that name too: casekeeper serve --name NAME."
        )
        return answer(MISDIRECTED, "unknown_host", why)

    app.before_request(turn_away)


def add_headers(response: FlaskResponse) -> FlaskResponse:
    """Put the headers on an answer; what shows the state of a night is never kept by a browser or on the way."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    if request.is_secure:
        # A browser that came by TLS comes by nothing else from here on.
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY)
    return response
