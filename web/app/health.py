"""Whether the house is well, for whoever looks after the server: open to all, and telling nothing of a night."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from events.facts.staff import STAFF
from events.records import BookError
from web.app.authorization import open_to_all
from web.app.request_parsing import assistant

blueprint = Blueprint("health", __name__)

OUT_OF_ORDER = 503


@blueprint.get("/healthz")
@open_to_all
def healthz() -> Response:
    """Whether the book can be read and its writer writes: one row is read, and nothing is written for it."""
    book = assistant().book
    try:
        book.assert_writing()
        book.head(STAFF)
    except BookError as error:
        response = jsonify({"status": "failing", "code": error.code, "why": error.why})
        response.status_code = OUT_OF_ORDER
        return response
    return jsonify({"status": "ok"})
