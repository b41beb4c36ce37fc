"""Signing in and out, as a page and over the API; the first start, when there is no staff yet."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal
from web.app.addresses import address_of
from web.app.authentication import authentication
from web.app.authorization import let_in, let_out, open_to_all, signed_in
from web.app.errors import refusal_status
from web.app.request_parsing import device, document_asked, sender

blueprint = Blueprint("sign_in", __name__)

_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


@blueprint.get("/sign-in")
@open_to_all
def page() -> AnyResponse:
    """The page of names and a keypad; at the first start, the form that engages the first of the staff."""
    if signed_in():
        return redirect(_way_on(request.args))
    return _page(request.args)


@blueprint.post("/sign-in")
@open_to_all
def sign_in() -> AnyResponse:
    """Sign in as typed and go where one wanted to; what is refused is said on the page."""
    fields = request.form
    try:
        _sign_in(fields.get("name", ""), fields.get("pin", ""))
    except Refusal as refusal:
        return _page(fields, refusal)
    return redirect(_way_on(fields), code=303)


@blueprint.post("/sign-in/first")
@open_to_all
def engage_first() -> AnyResponse:
    """Engage the first of the staff and sign them in; nobody is taken here once there is any staff."""
    fields = request.form
    try:
        pin = repeated_pin(fields)
        code = fields.get("code", "")
        asks = sender()
        let_in(authentication().engage_first(fields.get("name", ""), pin, asks, nearby=_nearby(), code=code), asks)
    except Refusal as refusal:
        return _page(fields, refusal)
    return redirect(_way_on(fields), code=303)


@blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """Sign out; the tablet asks for the next name."""
    let_out(sender())
    return redirect(url_for("sign_in.page"), code=303)


@blueprint.post("/api/sign-in")
@open_to_all
def sign_in_by_api() -> Response:
    """Sign in with ``{"name", "pin"}``; the answer brings the new session's token."""
    document = document_asked()
    if not isinstance(document, dict) or not all(isinstance(document.get(key), str) for key in ("name", "pin")):
        raise Refusal("bad_input", "Signing in takes a JSON object with a name and a PIN.")
    token = _sign_in(document["name"], document["pin"])
    member = signed_in()
    return jsonify({"name": member.name if member else "", "device": device(), "token": token})


@blueprint.post("/api/sign-out")
def sign_out_by_api() -> tuple[str, int]:
    """Sign out."""
    let_out(sender())
    return "", 204


def repeated_pin(fields: Any) -> str:
    """The new PIN of a form; :class:`Refusal` (``bad_input``) where the two are not alike."""
    pin: str = fields.get("pin", "")
    if pin != fields.get("pin_again", ""):
        raise Refusal("bad_input", "The two PINs are not alike.")
    return pin


def _sign_in(name: str, pin: str) -> str:
    """Sign in, and give the new session's token."""
    asks = sender()
    return let_in(authentication().sign_in(name, pin, asks, request.remote_addr or ""), asks)


def _page(fields: Any, refused: Refusal | None = None) -> Response:
    auth = authentication()
    members = sorted(auth.register.members.values(), key=lambda member: member.name.casefold())
    response = make_response(
        render_template(
            "sign-in.html",
            members=members,
            chosen=fields.get("name", "") or (members[0].name if len(members) == 1 else ""),
            way_on=_way_on(fields),
            nearby=_nearby(),
            refused=refused.why if refused else "",
        )
    )
    if refused:
        response.status_code = refusal_status(refused)
    return response


def _way_on(fields: Any) -> str:
    """Where one wanted to go: a path of this house, and nothing that leads out of it."""
    wanted: str = fields.get("next", "")
    local = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted and wanted.isprintable()
    return wanted if local else url_for("pages.nights")


def _nearby() -> bool:
    """Whether this request comes from the very machine that serves, and through nobody in between.

    The name that was asked for is looked at too: another site's name may have been made to point here.
    """
    host = urlsplit(f"//{request.host}").hostname
    address = address_of(request.remote_addr or "")
    if address is None:
        return False
    return address.is_loopback and host in _THIS_MACHINE and not any(name in request.headers for name in _FORWARDED)
