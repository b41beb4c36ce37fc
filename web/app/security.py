"""The headers that every answer carries."""

from __future__ import annotations

from flask import Flask, Response, request

from web.app.errors import answer
from web.app.hosts import Hosts

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

    def turn_away() -> Response | None:
        asked = request.headers.get("Host", "")
        arrived_at = request.environ.get("SERVER_NAME", "")
        if request.endpoint in ASKED_FOR_UNDER_ANY_NAME or hosts.holds(asked, arrived_at):
            return None
        why = (
            "This house is not known by the name in the address. Open it by this machine’s own name or address, or "
            "start the server with that name too: casekeeper serve --name NAME."
        )
        return answer(MISDIRECTED, "unknown_host", why)

    app.before_request(turn_away)


def add_headers(response: Response) -> Response:
    """Put the headers on an answer; what shows the state of a night is never kept by a browser or on the way."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def stay_with_tls(response: Response) -> Response:
    """Have a browser that came by TLS come by nothing else from here on; only for answers that go out by TLS."""
    response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY)
    return response
