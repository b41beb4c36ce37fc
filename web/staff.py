"""The pages of the staff: signing in and out, accounts, roles, PINs, devices and the lock."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import combinations
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.commands import RelieveDealer
from dealer.commands.refusal import Refusal, marked
from dealer.house.decide import Dismiss, Engage, IssueToken, RevokeToken
from dealer.house.roles import OWNER, ROLES, may_give
from dealer.people import are_similar
from dealer.staff import (
    LOCK_AFTER_MINUTES,
    MOST_LINKS_HOURS,
    MOST_LOCK_MINUTES,
    Member,
    Register,
    duration,
    member_called,
)
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from events.frozen import Frozen
from reports.words.formatting import day_of, hour
from reports.words.game_words import clauses
from reports.words.language import gettext as _
from reports.words.language import ngettext
from web.app.authentication import authentication, hash_of_session
from web.app.authorization import (
    house,
    let_in,
    let_out,
    links_hours,
    lock_minutes,
    open_to_all,
    register,
    session_hash,
    signed_in,
    tokens_seen,
)
from web.app.errors import refusal_in_words, refusal_status
from web.app.request_parsing import command_id, device, document_asked, number_of, sender, service, with_signers
from web.app.response_headers import is_of_house
from web.app.schema_fields import beside_field

WHAT_TO_DO = marked(
    "Known devices still let them in. On other devices they must wait, or be unlocked on the Staff page. "
    "Use PINs of eight digits, and check who is in your network."
)


def guesses_at(staff: Register, at: str) -> list[str]:
    """Whose PINs are being guessed at a time, in words: those under whose name too many strange devices were wrong."""
    guesses = []
    for member in filter(lambda member: member.is_guessed_at(at), staff.members.values()):
        wrong = {"name": member.name, "since": _when(member.guessed.first_at), "from": ", ".join(member.guessed_from)}
        if member.guessed_from:
            text = ngettext(
                "%(num)s wrong PIN for %(name)s since %(since)s, from %(from)s",
                "%(num)s wrong PINs for %(name)s since %(since)s, from %(from)s",
                member.guessed.count,
                **wrong,
            )
        else:
            text = ngettext(
                "%(num)s wrong PIN for %(name)s since %(since)s",
                "%(num)s wrong PINs for %(name)s since %(since)s",
                member.guessed.count,
                **wrong,
            )
        wait = member.guessed.wait_at(at)
        guesses.append(clauses(text, _("unknown devices wait %(time)s", time=_in_words(wait)) if wait else ""))
    return guesses


def guesses() -> list[str]:
    """Whose PINs are being guessed now, looked up once a request."""
    if "guesses" not in g:
        g.guesses = guesses_at(register(), authentication().clock())
    found: list[str] = g.guesses
    return found


def staff_names() -> tuple[str, ...]:
    """The names of the staff in alphabetical order, looked up once a request."""
    return tuple(sorted((member.name for member in register().members.values()), key=str.casefold))


def dealer_names() -> tuple[str, ...]:
    """The names of the staff who may relieve a dealer, in alphabetical order."""
    staff = house().staff
    return tuple(name for name in staff_names() if not staff or may_give(staff.get(name, ()), {"do": RelieveDealer.do}))


sign_in_blueprint = Blueprint("sign_in", __name__)


@sign_in_blueprint.get("/sign-in", endpoint="page")
@open_to_all
def sign_in_page() -> AnyResponse:
    """The page of names and a keypad; at the first start, the form that engages the first of the staff."""
    if signed_in():
        return redirect(_way_on(request.args))
    return _sign_in_page(request.args)


@sign_in_blueprint.post("/sign-in")
@open_to_all
def sign_in() -> AnyResponse:
    """Sign in as typed and go where one wanted to; what is refused is said on the page."""
    fields = request.form
    try:
        _sign_in(fields.get("name", ""), fields.get("pin", ""))
    except Refusal as refusal:
        return _sign_in_page(fields, refusal)
    return redirect(_way_on(fields), code=303)


@sign_in_blueprint.post("/sign-in/first")
@open_to_all
def engage_first() -> AnyResponse:
    """Engage the first of the staff and sign them in; nobody is taken here once there is any staff."""
    fields, asks = request.form, sender()
    name, code = fields.get("name", ""), fields.get("code", "")
    wrong: list[Refusal] = []
    for check in (lambda: authentication().check_first_code(code), lambda: repeated_pin(fields)):
        try:
            check()
        except Refusal as refusal:
            wrong.append(refusal)
    if wrong:
        return _sign_in_page(fields, *wrong)
    try:
        let_in(authentication().engage_first(name, fields.get("pin", ""), asks, code), asks)
        _own_house(name.strip(), asks)
    except Refusal as refusal:
        return _sign_in_page(fields, refusal)
    return redirect(_way_on(fields), code=303)


def _own_house(name: str, asks: Sender) -> None:
    """Make the first of the staff an owner if the house has roles, as of another register; else nobody needs one."""
    if service().house().staff:
        service().execute_for_house({"do": Engage.do, "name": name, "roles": [OWNER]}, asks)


@sign_in_blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """Sign out; the tablet asks for the next name."""
    let_out(sender())
    return redirect(url_for("sign_in.page"), code=303)


@sign_in_blueprint.post("/api/sign-in")
@open_to_all
def sign_in_by_api() -> Response:
    """Sign in with ``{"name", "pin"}``; the answer brings the new session's token."""
    document = document_asked()
    if not isinstance(document, dict) or not all(isinstance(document.get(key), str) for key in ("name", "pin")):
        raise Refusal("bad_input", "Sign in with a JSON object that has a name and a PIN.")
    token = _sign_in(document["name"], document["pin"])
    member = signed_in()
    return jsonify({"name": member.name if member else "", "device": device(), "token": token})


@sign_in_blueprint.post("/api/sign-out")
def sign_out_by_api() -> tuple[str, int]:
    """Sign out."""
    let_out(sender())
    return "", 204


def repeated_pin(fields: Any) -> str:
    """The new PIN of a form; :class:`Refusal` (``bad_input``) where the two are not alike."""
    pin: str = fields.get("pin", "")
    if pin != fields.get("pin_again", ""):
        raise Refusal("bad_input", "The two PINs differ.")
    return pin


def _sign_in(name: str, pin: str) -> str:
    asks = sender()
    return let_in(authentication().sign_in(name, pin, asks, request.remote_addr or ""), asks)


def _sign_in_page(fields: Any, *refused: Refusal) -> Response:
    members = _members()
    html = render_template(
        "sign-in.html",
        members=members,
        chosen=fields.get("name", "") or (members[0].name if len(members) == 1 else ""),
        way_on=_way_on(fields),
        code=fields.get("code", ""),
        refused=" ".join(map(refusal_in_words, refused)),
    )
    return make_response(html, refusal_status(refused[0]) if refused else 200)


def _way_on(fields: Any) -> str:
    """Where one wanted to go: a path of this house, and nothing that leads out of it."""
    wanted: str = fields.get("next", "")
    return wanted if is_of_house(wanted) else url_for("pages.nights")


MOST_ADDRESSES_SHOWN = 8

staff_blueprint = Blueprint("staff", __name__, url_prefix="/staff")


@staff_blueprint.get("", endpoint="page")
def staff_page() -> Response:
    """The staff, and the forms that change it."""
    return _staff_page()


@staff_blueprint.post("/engage")
def engage() -> AnyResponse:
    """Make somebody one of the staff, with roles if the house has any."""
    fields = request.form
    name = fields.get("name", "").strip()

    def engage() -> None:
        pin = repeated_pin(fields)
        document = with_signers(_roles_document(name, fields.getlist("roles"))) if house().staff else None
        if document:
            # What the house would refuse is refused before there is a PIN.
            service().check_for_house(document)
        authentication().engage(name, pin, sender(), command_id())
        if document:
            try:
                _for_house(document)
            except Refusal:
                _keeper().dismiss(name, sender())
                raise

    return _done(engage)


@staff_blueprint.post("/dismiss")
def dismiss() -> AnyResponse:
    """Dismiss somebody: their roles end first, then their PIN; they are out at their next request."""

    def dismiss() -> None:
        name = member_called(register(), request.form.get("name", "")).name
        if name in house().staff:
            _for_house(with_signers({"do": Dismiss.do, "name": name}))
        _keeper().dismiss(name, sender(), command_id())

    return _done(dismiss)


@staff_blueprint.post("/roles")
def give_roles() -> AnyResponse:
    """Give somebody on the staff these roles and no others."""

    def give() -> None:
        name = member_called(register(), request.form.get("name", "")).name
        _for_house(with_signers(_roles_document(name, request.form.getlist("roles"))))

    return _done(give)


@staff_blueprint.post("/roles/first")
def give_first_roles() -> AnyResponse:
    """Give everybody on the staff their first roles; who gives them is an owner."""

    def give() -> None:
        me, names = _me().name, [member.name for member in _members()]
        given = {name: request.form.getlist(f"roles of {name}") for name in names}
        if house().staff and me not in house().staff:
            raise Refusal("already_done", "The staff have roles already. Reload the page.")
        if OWNER not in given[me]:
            raise Refusal("not_allowed_here", "You give the roles, so you must be an owner.")
        documents = {name: _roles_document(name, given[name]) for name in names}
        # The owner first: from then on only an owner gives roles.
        for number, name in enumerate(sorted(names, key=lambda name: name != me)):
            _for_house({**documents[name], "who": me} if number else documents[name], number)

    return _done(give)


def _roles_document(name: str, roles: list[str]) -> dict[str, Any]:
    """The command that gives somebody these roles; raises :class:`Refusal` (``bad_input``) without any."""
    if not roles:
        raise Refusal("bad_input", "Choose a role for %(name)s.", name=name)
    return {"do": Engage.do, "name": name, "roles": roles}


def _for_house(document: Any, number: int = 0) -> None:
    """Carry out a command of the house, under an id of its own: the form's is for the register."""
    ident = command_id()
    service().execute_for_house(document, sender(), command_id=f"{ident[:48]}-house-{number}" if ident else None)


@staff_blueprint.post("/unlock")
def unlock() -> AnyResponse:
    """Let a name that wrong PINs hold up sign in again at once."""
    return _done(lambda: _keeper().unlock(request.form.get("name", ""), sender(), command_id()))


@staff_blueprint.post("/session/end")
def end_session() -> AnyResponse:
    """End a session on any device; that device has to sign in again."""
    return _done(lambda: _keeper().end_session(request.form.get("session", ""), sender(), command_id()))


@staff_blueprint.post("/session/end-others")
def end_other_sessions() -> AnyResponse:
    """End all sessions but the one of this request."""
    return _done(lambda: _keeper().end_other_sessions(session_hash(), sender(), command_id()))


@staff_blueprint.post("/device")
def name_device() -> AnyResponse:
    """Give a device a name, which is shown from then on wherever the device is."""
    named, name = request.form.get("device", ""), request.form.get("name", "")
    return _done(lambda: _keeper().name_device(named, name, sender(), command_id()))


@staff_blueprint.post("/lock")
def lock_after() -> AnyResponse:
    """Choose after how many minutes without a touch screens of the staff lock; 0 for never."""

    def choose() -> None:
        minutes = number_of(request.form.get("minutes", "").strip())
        if minutes is None or minutes > MOST_LOCK_MINUTES:
            raise Refusal("bad_input", "Enter minutes from 0 to %(most)s.", most=MOST_LOCK_MINUTES)
        _keeper().lock_after(minutes, sender(), command_id())

    return _done(choose)


@staff_blueprint.post("/links")
def links_last() -> AnyResponse:
    """Choose for how many hours links last after the close of their night; 0 for until then."""

    def choose() -> None:
        hours = number_of(request.form.get("hours", "").strip())
        if hours is None or hours > MOST_LINKS_HOURS:
            raise Refusal("bad_input", "Enter hours from 0 to %(most)s.", most=MOST_LINKS_HOURS)
        _keeper().links_last(hours, sender(), command_id())

    return _done(choose)


@staff_blueprint.post("/pin")
def change_pin() -> AnyResponse:
    """Change one's own PIN, knowing the old one; one's other devices are signed out."""

    def change() -> None:
        auth, me, asks = authentication(), _me(), sender()
        pin = repeated_pin(request.form)
        auth.confirm(me.name, request.form.get("old_pin", ""), asks, request.remote_addr or "")
        let_in(auth.change_pin(me.name, pin, asks, command_id()), asks)

    return _done(change)


_TOKEN_BYTES = 32


class IssuedToken(Frozen):
    """A token that was just made, for the only time that it is shown."""

    name: str
    secret: str


@staff_blueprint.post("/tokens")
def issue_token() -> AnyResponse:
    """Make a token by which a program acts with a role, and show it this once."""
    fields, secret = request.form, secrets.token_urlsafe(_TOKEN_BYTES)
    document = {"name": fields.get("program", "").strip(), "role": fields.get("role", "")}
    try:
        _for_house(with_signers({"do": IssueToken.do, **document, "token_hash": hash_of_session(secret)}))
    except Refusal as refusal:
        return _staff_page(beside_field(refusal, {"name": "Program"}))
    # As of before this request, the house has no such token.
    g.pop("house", None)
    return _staff_page(issued=IssuedToken(name=document["name"], secret=secret))


@staff_blueprint.post("/tokens/revoke")
def revoke_token() -> AnyResponse:
    """Revoke the token of a program: it is out at its next request."""
    return _done(lambda: _for_house(with_signers({"do": RevokeToken.do, "name": request.form.get("name", "")})))


def _keeper() -> StaffKeeper:
    return authentication().keeper


def _me() -> Member:
    member = signed_in()
    if member is None:
        raise AssertionError("the guard let nobody in")
    return member


def _done(act: Callable[[], None]) -> AnyResponse:
    try:
        act()
    except Refusal as refusal:
        return _staff_page(beside_field(refusal, {"name": _("Name")}))
    return redirect(url_for("staff.page", saved=1), code=303)


def _when(at: str) -> str:
    return _("%(day)s, %(hour)s", day=day_of(at, None), hour=hour(at, None))


def _in_words(length: timedelta) -> str:
    number = duration(length)
    return ngettext(number.singular, number.several, number.number)


def _members() -> list[Member]:
    return sorted(authentication().register.members.values(), key=lambda member: member.name.casefold())


def _staff_page(refused: Refusal | None = None, issued: IssuedToken | None = None) -> Response:
    auth, members = authentication(), _members()
    html = render_template(
        "staff.html",
        me=_me(),
        members=members,
        alike=[pair for pair in combinations(members, 2) if are_similar(pair[0].name, pair[1].name)],
        roles=ROLES,
        given=house().staff,
        typed=request.form if refused else None,
        lock_minutes=lock_minutes(),
        most_lock_minutes=MOST_LOCK_MINUTES,
        usual_lock_minutes=LOCK_AFTER_MINUTES,
        links_hours=links_hours(),
        most_links_hours=MOST_LINKS_HOURS,
        devices=sorted(auth.register.devices.values(), key=lambda seen: seen.at, reverse=True),
        this_device=device(),
        at=auth.clock(),
        sessions=auth.sessions(),
        this_session=session_hash(),
        when=_when,
        hour=partial(hour, zone=None),
        addresses=[
            ngettext(
                "%(num)s wrong try from %(address)s: unknown devices there wait %(time)s",
                "%(num)s wrong tries from %(address)s: unknown devices there wait %(time)s",
                address.wrong,
                address=address.address or _("no address"),
                time=_in_words(address.wait),
            )
            for address in auth.held_up_addresses()[:MOST_ADDRESSES_SHOWN]
        ],
        refused=refusal_in_words(refused) if refused else "",
        tokens=sorted(house().tokens.values(), key=lambda token: token.name.casefold()),
        tokens_seen=tokens_seen(),
        issued=issued,
        saved="saved" in request.args,
        command_id=secrets.token_hex(16),
    )
    return make_response(html, refusal_status(refused) if refused else 200)
