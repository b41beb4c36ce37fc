"""Errors as one sentence: as JSON for a program, as a page for a person."""

from __future__ import annotations

import secrets

from flask import Flask, Response, current_app, g, jsonify, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from dealer.commands.refusal import Refusal, marked
from events.records import BookError
from reports.words.game_words import refusal_text
from reports.words.language import book_error_text
from reports.words.language import gettext as _
from web.app.log import Repeats, what_broke, what_was_asked, without_secrets

STATUS_OF_REFUSAL = {
    "no_such_night": 404,
    "no_such_printing": 404,
    "unknown_device": 404,
    "unknown_session": 404,
    "unknown_program": 404,
    "stale_version": 412,
    "command_reused": 409,
    "bad_input": 400,
    "wrong_pin": 401,
    "unknown_staff": 401,
    "unknown_card": 404,
    "not_permitted": 403,
    "hand_elsewhere": 403,
    "sign_in_locked": 429,
    "sign_in_busy": 429,
    "too_many_sheets": 429,
    "too_quick": 429,
    "press_failed": 503,
}
REFUSED_BY_THE_RULES = 422
BOOK_OUT_OF_REACH = 503
BOOK_DAMAGED = "book_damaged"

_SENTENCES = {
    400: ("bad_input", marked("The request is invalid.")),
    404: ("not_found", marked("This page does not exist.")),
    405: ("method_not_allowed", marked("This address does not allow that method.")),
    413: ("too_large", marked("The request is too large.")),
    415: ("bad_input", marked("The request has an unsupported content type.")),
}


def register(app: Flask) -> None:
    """Have every failure answered by one of the functions below."""
    repeats = Repeats()

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return answer(refusal_status(refusal), refusal.code, refusal_in_words(refusal))

    @app.errorhandler(BookError)
    def not_kept(error: BookError) -> Response:
        # While a book is gone everybody tries again and again.
        if repeats.is_due(error.why):
            app.logger.error("%s was not done: %s [%s]", what_was_asked(), without_secrets(error.why), error.code)
        return answer(BOOK_OUT_OF_REACH, error.code, book_error_text(error))

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> Response:
        return answer(400, "bad_token", _("The page’s token is missing or out of date. Reload the page."))

    @app.errorhandler(HTTPException)
    def by_status(error: HTTPException) -> Response:
        status = error.code or 500
        code, why = _SENTENCES.get(status, ("error", marked("The request failed.")))
        response = answer(status, code, _(why))
        for name, value in error.get_headers():
            if name in ("Allow", "Location", "Retry-After"):
                response.headers[name] = value
        return response

    app.register_error_handler(Exception, unforeseen)


def unforeseen(error: Exception) -> Response:
    """What nobody thought of: noted under a number that is also said, and said without its words."""
    incident = secrets.token_hex(4)
    asked, broke = what_was_asked(), what_broke(error)
    current_app.logger.error("%s broke: %s [incident %s]", asked, broke, incident, exc_info=error)
    why = _("Something went wrong here; it has been logged as incident %(incident)s.", incident=incident)
    return answer(500, "internal", why)


def refusal_in_words(refusal: Refusal) -> str:
    """The sentence of a refusal in the language in force, with the names of its players."""
    return refusal_text(refusal, refusal.names)


def refusal_status(refusal: Refusal) -> int:
    """The status that a refusal is answered with."""
    return STATUS_OF_REFUSAL.get(refusal.code, REFUSED_BY_THE_RULES)


def answer(status: int, code: str, why: str, *, as_json: bool = False, to_deal: str = "") -> Response:
    """One failure, in the form that was asked for, or as JSON at any rate; of a damaged night with a way to Verify.

    ``to_deal`` is a night that who asks may begin to deal.
    """
    if as_json or wants_json():
        response = jsonify({"code": code, "why": why, **({"to_deal": to_deal} if to_deal else {})})
    else:
        # Only if they were let in as staff: to authenticate them again may fail in the same way.
        night = (request.view_args or {}).get("night") if g.get("member") else None
        shown = {"status": status, "why": why, "night": night, "damaged": code == BOOK_DAMAGED, "to_deal": to_deal}
        response = Response(render_template("error.html", **shown), mimetype="text/html")
    response.status_code = status
    return response


def wants_json() -> bool:
    """Whether a program asks: under ``/api/``, or by its ``Accept`` header; a listener to a stream is a program."""
    best = request.accept_mimetypes.best_match(["text/html", "application/json", "text/event-stream"])
    return request.path.startswith("/api/") or best in ("application/json", "text/event-stream")
