"""A night as a file of another program: hledger, ledger, beancount, CSV or JSON lines."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from dealer.refusal import Refusal
from ledger.export.formats import DEFAULT_COMMODITY, FORMATS, Format
from web.asking import assistant

blueprint = Blueprint("export", __name__)


@blueprint.app_context_processor
def _formats() -> dict[str, list[Format]]:
    """What ``audit/exports.html`` lists, for whichever page takes it in."""
    return {"export_formats": list(FORMATS.values())}


@blueprint.get("/nights/<night>/export/<to>")
def download(night: str, to: str) -> Response:
    """A night in a format, as a file that is sent while it is written; ``?commodity=`` as on the command line."""
    wanted = FORMATS.get(to)
    if wanted is None:
        raise NotFound
    state, _ = assistant().at(night)
    try:
        pieces = wanted.pieces(assistant().book, [state.id], request.args.get("commodity", DEFAULT_COMMODITY))
    except ValueError as error:
        raise Refusal("bad_input", str(error)) from None
    response = Response(pieces, content_type=wanted.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{state.id}.{wanted.suffix}"'
    return response
