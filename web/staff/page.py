"""The page of the staff: who is engaged and signed in, who guesses at PINs, one's own PIN, and the devices."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.phrases import counted
from dealer.commands.refusal import Refusal
from dealer.staff.sign_in_delays import duration
from dealer.staff.staff import Member, Register
from events.frozen import Frozen
from reports.words.formatting import day_of, hour
from web.app.authentication import Authentication, authentication
from web.app.authorization import let_in, session_hash, signed_in
from web.app.errors import refusal_status
from web.app.request_parsing import command_id, device, sender
from web.staff.sign_in import repeated_pin

MOST_ADDRESSES_SHOWN = 8

blueprint = Blueprint("staff", __name__, url_prefix="/staff")


@blueprint.get("")
def page() -> Response:
    """The staff, and the forms that change it."""
    return _page()


@blueprint.post("/engage")
def engage() -> AnyResponse:
    """Make somebody one of the staff."""
    name = request.form.get("name", "")
    return _done(lambda: authentication().engage(name, repeated_pin(request.form), sender(), command_id()))


@blueprint.post("/dismiss")
def dismiss() -> AnyResponse:
    """Dismiss somebody; they are out at their next request."""
    return _done(lambda: authentication().dismiss(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/unlock")
def unlock() -> AnyResponse:
    """Let a name that wrong PINs hold up sign in again at once."""
    return _done(lambda: authentication().unlock(request.form.get("name", ""), sender(), command_id()))


@blueprint.post("/session/end")
def end_session() -> AnyResponse:
    """End a session, wherever it is: that device signs in anew."""
    return _done(lambda: authentication().end_session(request.form.get("session", ""), sender(), command_id()))


@blueprint.post("/session/end-others")
def end_other_sessions() -> AnyResponse:
    """End all sessions but the one of this request."""
    return _done(lambda: authentication().end_other_sessions(session_hash(), sender(), command_id()))


@blueprint.post("/device")
def name_device() -> AnyResponse:
    """Give a device a name, which is shown from then on wherever the device is."""
    named, name = request.form.get("device", ""), request.form.get("name", "")
    return _done(lambda: authentication().name_device(named, name, sender(), command_id()))


@blueprint.post("/pin")
def change_pin() -> AnyResponse:
    """Change one's own PIN, knowing the old one; one's other devices are signed out."""

    def change() -> None:
        auth, me, asks = authentication(), _me(), sender()
        pin = repeated_pin(request.form)
        auth.confirm(me.name, request.form.get("old_pin", ""), asks, request.remote_addr or "")
        let_in(auth.change_pin(me.name, pin, asks, command_id()), asks)

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
    return redirect(url_for("staff.page", saved=1), code=303)


class DeviceLine(Frozen):
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
            last=_when(one.at),
        )
        for one in newest
    ]


class SessionLine(Frozen):
    """A session on the page: whose it is and on which device, whether it is the one that asks, and its times."""

    hash: str
    name: str
    device: str
    is_this: bool
    began: str
    seen: str
    ends: str


def _sessions(auth: Authentication) -> list[SessionLine]:
    """The sessions that stand, the newest first."""
    return [
        SessionLine(
            hash=one.session.hash,
            name=one.session.name,
            device=one.session.device,
            is_this=one.session.hash == session_hash(),
            began=_when(one.session.began_at),
            seen=hour(one.seen_at, None) if one.seen_at else "",
            ends=hour(one.ends_at.isoformat(), None),
        )
        for one in auth.sessions()
    ]


def _when(at: str) -> str:
    return f"{day_of(at, None)}, {hour(at, None)}"


def _page(refused: Refusal | None = None) -> Response:
    auth = authentication()
    members = sorted(auth.register.members.values(), key=lambda member: member.name.casefold())
    response = make_response(
        render_template(
            "staff.html",
            me=_me(),
            members=members,
            devices=_devices(auth.register),
            locked={member.name for member in members if member.is_held_up(auth.clock())},
            sessions=_sessions(auth),
            addresses=[
                f"{counted(one.wrong, 'wrong try', 'wrong tries')} from {one.address or 'no address'}: "
                f"strange devices there wait {duration(one.wait)}"
                for one in auth.held_up_addresses()[:MOST_ADDRESSES_SHOWN]
            ],
            refused=refused.why if refused else "",
            saved="saved" in request.args,
            command_id=secrets.token_hex(16),
        )
    )
    if refused:
        response.status_code = refusal_status(refused)
    return response
