"""The last drawings of tables, each under a name, and answers that bring a page from the one it shows to another."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from itertools import count

from flask import Response, make_response, request

from events.cache import Cache
from web.app.kept import kept_under
from web.tablet.pieces import Drawing, Parts, changes

SHOWN = "Table-Shown"
"""The header of a request that names the drawing that its page shows."""

DRAWN = "Table-Drawn"
"""The header of an answer that names its drawing."""

SINCE = "Table-Since"
"""The header of an answer that has only what differs from a drawing, which it names: it says nothing to other pages."""

MOST_TABLES = 64
"""Of so many tables drawings are at hand, those drawn last."""

MOST_DRAWINGS = 10
"""So many are at hand of each table: a page that shows an older one is sent the whole table."""

_PROCESS = secrets.token_hex(8)
_numbers = count(1)


def new_name() -> str:
    """A name that no other drawing has, of this process or of another."""
    return f"{_PROCESS}-{next(_numbers)}"


def answer(table: Hashable, now: Drawing, name: str) -> Response:
    """A table's drawing as the answer to this request, whole or by what differs from the one that the page shows."""
    tables: Cache[Hashable, Cache[str, Parts]] = kept_under("drawings", lambda: Cache(MOST_TABLES))
    at_hand = tables.get_or_put(table, lambda: Cache(MOST_DRAWINGS))
    at_hand.put(name, now.parts)
    shown = request.headers.get(SHOWN, "")
    before = at_hand.get(shown)
    differs = changes(before, now.parts) if before is not None else None
    response = make_response(now.html if differs is None else differs)
    response.headers[DRAWN] = name
    if differs is not None:
        response.headers[SINCE] = shown
    return response
