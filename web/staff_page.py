"""The page of the staff: who is engaged, engaging and dismissing, one's own PIN, and what the devices are called."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.refusal import Refusal
from dealer.staff import Member, Register
from reports.wording import day_of, hour
from web.asking import command_id, device, sender
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
    """Dismiss somebody; they are out at their next request."""
    return _done(lambda: the_door().dismiss(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/unlock")
def unlock() -> AnyResponse:
    """Let a locked name sign in again at once."""
    return _done(lambda: the_door().unlock(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/device")
def name_device() -> AnyResponse:
    """Give a device a name, which is shown from then on wherever the device is."""
    named, name = request.form.get("device", ""), request.form.get("name", "")
    return _done(lambda: the_door().name_device(named, name, sender(), command_id()))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLine:
    """A device on the page: its id and name, whether it is the one that asks, and when one of the staff was on it."""

    id: str
    name: str
    is_this: bool
    last: str


def _devices(register: Register) -> list[DeviceLine]:
    """The devices of the staff, the one that was used last first."""
    newest = sorted(register.devices.values(), key=lambda one: one.at, reverse=True)
    return [
        DeviceLine(
            id=one.id,
            name=one.name,
            is_this=one.id == device(),
            last=f"{day_of(one.at, None)}, {hour(one.at, None)}",
        )
        for one in newest
    ]


def _page(refused: Refusal | None = None) -> Response:
    door = the_door()
    members = sorted(door.register.members.values(), key=lambda member: member.name.casefold())
    response = make_response(
        render_template(
            "staff.html",
            me=_me(),
            members=members,
            devices=_devices(door.register),
            locked={member.name for member in members if door.is_locked(member)},
            refused=refused.why if refused else "",
            command_id=secrets.token_hex(16),
        )
    )
    if refused:
        response.status_code = refusal_status(refused)
    return response
