"""Who is calling, told from a request's first lines: before its body is read, and before it is given a thread.

It says whose share of the server a request takes, never what it may do: that is the guard's, later.
"""

from __future__ import annotations

from typing import Literal

from flask import Flask, Request
from werkzeug.exceptions import HTTPException

from events.frozen import Frozen
from events.records import BookError
from web.app.addresses import counted_as
from web.app.authorization import member_of_session
from web.app.links import link_named

Kind = Literal["staff", "link", "stranger"]

CALLER, STREAMS = "casekeeper.caller", "casekeeper.streams"
"""Where a request's environment has who calls, and the list in which a server that runs streams itself takes them."""


class Caller(Frozen, kw_only=False):
    """Somebody who calls: one of the staff by name, the holder of a link by what it names, a stranger by address."""

    kind: Kind
    key: str


def stranger_at(address: str) -> Caller:
    """Who is not known by more than an address; of IPv6 by its network, as one machine has billions there."""
    return Caller("stranger", counted_as(address) or address)


def caller_of(app: Flask, path: str, query_string: str, cookie_header: str, address: str) -> Caller:
    """Who sends a request for a path (decoded), with a query string and a ``Cookie`` header (each may be empty).

    It reads the head of the staff's register from the book: well under a millisecond, longer where all of the book's
    connections for reading are in use. It never raises for what the request holds: whoever cannot be told, be it
    because the book is out of reach, is a stranger.
    """
    request = app.request_class({"PATH_INFO": "/", "QUERY_STRING": query_string, "HTTP_COOKIE": cookie_header})
    with app.app_context():
        try:
            member = _member(app, request)
            if member is not None:
                return Caller("staff", member)
            link = link_named(path, request.args.get("key", ""))
        except (BookError, HTTPException, ValueError):
            return Caller("stranger", address)
    return Caller("link", link) if link else Caller("stranger", address)


def _member(app: Flask, request: Request) -> str | None:
    session = app.session_interface.open_session(app, request) if request.cookies else None
    member = member_of_session(session) if session else None
    return member.name if member else None
