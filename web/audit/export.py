"""A night as a file of another program: hledger, ledger, beancount, CSV or JSON lines."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from tempfile import SpooledTemporaryFile

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from ledger.export.formats import DEFAULT_COMMODITY, FORMATS
from web.app.request_parsing import assistant

blueprint = Blueprint("export", __name__)

HELD_BYTES = 4 * 1024 * 1024
"""A file up to this long is held in memory; a longer one on disk until it is sent."""

A_PIECE = 64 * 1024
"""So many bytes are sent at once."""


@blueprint.get("/nights/<night>/export/<to>")
def download(night: str, to: str) -> Response:
    """A night in a format, as a file; ``?commodity=`` as on the command line.

    It is written whole before anything of it is sent: half of a night would pass for a shorter one.
    """
    wanted = FORMATS.get(to)
    if wanted is None:
        raise NotFound
    # Not folded: a night that was tampered with can still be had as its rows.
    if night not in assistant().nights():
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    try:
        pieces = wanted.pieces(assistant().book, [night], request.args.get("commodity", DEFAULT_COMMODITY))
    except ValueError as error:
        raise Refusal.told("bad_input", str(error)) from None
    with ExitStack() as held:
        file = held.enter_context(SpooledTemporaryFile(max_size=HELD_BYTES))
        file.writelines(pieces)
        length = file.tell()
        file.seek(0)
        response = Response(iter(partial(file.read, A_PIECE), b""), content_type=wanted.media_type)
        response.call_on_close(held.pop_all().close)
    response.content_length = length
    response.headers["Content-Disposition"] = f'attachment; filename="{night}.{wanted.suffix}"'
    return response
