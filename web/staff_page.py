"""The page of the staff: who is engaged, engaging and dismissing, one's own PIN."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.refusal import Refusal
from dealer.staff import Member
from web.asking import command_id, sender
from web.door import the_door
from web.errors import refusal_status
from web.guard import let_in, signed_in
from web.sign_in import repeated_pin

blueprint = Blueprint("staff", __name__, url_prefix="/staff")


@blueprint.get("")
def page() -> Response:
    """The staff, and the forms that change it."""
    return _page()


@blueprint.post("/engage")
def engage() -> AnyResponse:
    """Make somebody one of the staff."""
    name = request.form.get("name", "")
    return _done(lambda: the_door().engage(name, repeated_pin(request.form), sender(), command_id()))


@blueprint.post("/dismiss")
def dismiss() -> AnyResponse:
    """Dismiss somebody; he is out at his next request."""
    return _done(lambda: the_door().dismiss(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/unlock")
def unlock() -> AnyResponse:
    """Let a locked name sign in again at once."""
    return _done(lambda: the_door().unlock(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/pin")
def change_pin() -> AnyResponse:
    """Change one's own PIN, knowing the old one; one's other devices are signed out."""

    def change() -> None:
        door, me, asks = the_door(), _me(), sender()
        pin = repeated_pin(request.form)
        door.sign_in(me.name, request.form.get("old_pin", ""), asks)
        let_in(door.change_pin(me.name, pin, asks, command_id()))

    return _done(change)


def _me() -> Member:
    member = signed_in()
    if member is None:
        raise AssertionError("the guard let nobody in")
    return member


def _done(act: Callable[[], None]) -> AnyResponse:
    try:
        act()
    except Refusal as refusal:
        return _page(refusal)
    return redirect(url_for("staff.page"), code=303)


def _page(refused: Refusal | None = None) -> Response:
    door = the_door()
    members = sorted(door.register.members.values(), key=lambda member: member.name.casefold())
    response = make_response(
        render_template(
            "staff.html",
            me=_me(),
            members=members,
            locked={member.name for member in members if door.is_locked(member)},
            refused=refused.why if refused else "",
            command_id=secrets.token_hex(16),
        )
    )
    if refused:
        response.status_code = refusal_status(refused)
    return response
