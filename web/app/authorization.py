"""Authorization: the one place that decides who may ask for what.

Every view is for an audience, and a view that names none is for the staff who signed in. An audience is a function of
what a request's address names: it gives the answer that turns the request away, or nothing to let it in. Where the
house has given roles, the staff also need the duty of the route (``dealer.house.roles``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from time import monotonic
from typing import Any, Literal, TypeVar

from flask import Flask, Request, current_app, g, redirect, request, session, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.house.roles import DEALER, ROLES, SELF, duty_of, duty_of_route, may_give, may_use
from dealer.house.state import HouseState, Token
from dealer.night.dealers import dealers_of
from dealer.night.house import Context
from dealer.night.night import Night
from dealer.rules_version import THE_HOUSE
from dealer.staff import LINKS_LAST_HOURS, LOCK_AFTER_MINUTES, Member, Register
from dealer.streams import Sender
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import BookError, Head
from reports.words.formatting import either
from reports.words.language import gettext as _
from web.app.addresses import counted_as
from web.app.app_cache import kept_under, service
from web.app.authentication import LastSeen, authentication, hash_of_session
from web.app.errors import answer, wants_json
from web.app.links import has_ended, link_named

View = TypeVar("View", bound=Callable[..., Any])


class Audience(Frozen, kw_only=False):
    """The audience of a view, in words; ``turns_away`` gets what an address names, and its answer turns others away."""

    who: str
    turns_away: Callable[[dict[str, Any]], AnyResponse | None]


NOT_SIGNED_IN = "not_signed_in"
UNKNOWN_TOKEN = "unknown_token"
FORBIDDEN = 403
GONE = 410
LOOKS_BACK = "at"
"""What a request names that asks for a night as of an event."""

_SESSION_ID = "session"
_AUDIENCE = "audience"

_WITHOUT_THE_HOUSE = frozenset({"verify_page.page", "verify_page.verify"})
"""Routes that need no role while the house's stream cannot be read: they say what is wrong with the book."""


def open_to_all(view: View) -> View:
    """Mark a view that anybody may ask for: it shows nothing of a night."""
    return _for(Audience("anybody", lambda named: None), view)


def by_link(check: Callable[..., bool], who: str) -> Callable[[View], View]:
    """Mark a view for holders of its signed link (``who``, in words); ``check`` gets what the address names.

    As of an event (``?at=``) it is for the staff, who need the link too.
    """

    def holder(named: dict[str, Any]) -> AnyResponse | None:
        if not check(**named):
            raise NotFound
        path, link_key = request.path, request.args.get("key", "")
        # The staff see a page whose link has ended, but send nothing by it.
        if has_ended(path, link_key, house(), service().with_events, links_hours) and (
            request.method not in ("GET", "HEAD") or signed_in() is None
        ):
            return answer(GONE, "link_ended", _("This link has ended. Ask at the table for a new one."))
        # Only the staff may look back, even with the link.
        return _staff(named) if LOOKS_BACK in request.args else None

    return lambda view: _for(Audience(who, holder), view)


def turn_away() -> AnyResponse | None:
    """Before every request: the answer that turns it away, or nothing to let it in."""
    view = current_app.view_functions.get(request.endpoint or "")
    return audience_of(view).turns_away(request.view_args or {})


def audience_of(view: Callable[..., Any] | None) -> Audience:
    """The audience of a view."""
    audience: Audience = getattr(view, _AUDIENCE, STAFF)
    return audience


def signed_in() -> Member | None:
    """Who of the staff sends this request, as of its beginning; nobody where it has a token, whatever its cookie."""
    if "member" not in g:
        g.member = None if _has_token() else member_of_session(session)
    member: Member | None = g.member
    return member


def program() -> Token | None:
    """The token of the program that sends this request, as of its beginning."""
    if "program" not in g:
        g.program = token_in(request.headers["Authorization"], house()) if _has_token() else None
    token: Token | None = g.program
    if token:
        _tokens_seen().note(token.hash, authentication().clock())
    return token


def acting() -> str | None:
    """The name of who sends this request: a program or a member of the staff."""
    token = program()
    if token:
        return token.holder
    member = signed_in()
    return member.name if member else None


def _roles() -> tuple[str, ...] | None:
    """The roles of who sends this request; ``None`` for none. A member of the staff has no program's role."""
    token, member = program(), signed_in()
    if token:
        return (token.role,)
    return house().staff.get(member.name) if member else None


API = "/api/"
"""How the addresses begin at which a token counts."""

_BEARER = "bearer "


def bears_token(path: str, header: str) -> bool:
    """Whether a request with this ``Authorization`` header is a program's: its cookie then says nothing."""
    return path.startswith(API) and header.lower().startswith(_BEARER)


def _has_token() -> bool:
    return bears_token(request.path, request.headers.get("Authorization", ""))


def token_in(header: str, state: HouseState) -> Token | None:
    """The token of the house in a program's ``Authorization`` header; ``None`` if there is none, or it was revoked."""
    found = hash_of_session(header[len(_BEARER) :].strip())
    return next((token for token in state.tokens.values() if token.hash == found), None)


def tokens_seen() -> dict[str, str]:
    """When tokens were last used since the server was started, by their hashes; ISO 8601 in UTC."""
    return _tokens_seen().times()


def _tokens_seen() -> LastSeen:
    return kept_under("casekeeper tokens seen", lambda: LastSeen(authentication().shared, "tokens seen"))


def register() -> Register:
    """The register of the staff, as of the first time that this request needed it: the book is asked once."""
    if "register" not in g:
        g.register = authentication().register
    found: Register = g.register
    return found


def member_of_session(held: Mapping[str, Any]) -> Member | None:
    """Who of the staff a session belongs to: the one place that says so, within a request and before it."""
    session_id = _session_id(held)
    return authentication().holder(session_id, register()) if session_id else None


def still_signed_in() -> Callable[[], bool]:
    """A question about this request's session or link for later and elsewhere: whether it still lets them in.

    For answers that go on for long. While the book is out of reach a session is not said to have ended. The staff and
    the house are as of at most ``SHARED_FOR_S`` ago.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    held, header = dict(session) if signed_in() else {}, request.headers.get("Authorization", "") if program() else ""
    path, key = request.path, request.args.get("key", "")
    endpoint, named = request.endpoint, dict(request.view_args or {})
    # Who of the staff comes by a link needs no duty.
    is_of_staff = audience_of(current_app.view_functions.get(endpoint or "")) is STAFF

    def asked() -> bool:
        try:
            with app.app_context():
                g.register, g.house = _recently_read()
                if header:
                    token = token_in(header, house())
                    return token is not None and _permits(token.holder, (token.role,), endpoint, named)
                if not held:
                    return not has_ended(path, key, house(), _recent_night, links_hours)
                member = member_of_session(held)
                given = house().staff.get(member.name) if member else None
                return member is not None and (not is_of_staff or _permits(member.name, given, endpoint, named))
        except BookError:
            return True

    return asked


SHARED_FOR_S = 1.0
"""For how long the open streams share what one of them has read of the staff and the house: there may be a thousand."""


def _recently_read() -> tuple[Register, HouseState]:
    """The register of the staff and the house, as they were at most a moment ago."""
    kept: dict[str, Any] = kept_under("casekeeper recently read", dict)
    if monotonic() >= kept.get("until", -inf):
        found = authentication().register, service().house()
        kept.update(found=found, nights={}, until=monotonic() + SHARED_FOR_S)
    recent: tuple[Register, HouseState] = kept["found"]
    return recent


def _recent_night(night: str) -> tuple[Night, Head, NightEvents]:
    """A night with its events, as it was at most a moment ago."""
    kept: dict[str, Any] = kept_under("casekeeper recently read", dict)
    nights: dict[str, tuple[Night, Head, NightEvents]] = kept["nights"]
    if night not in nights:
        nights[night] = service().with_events(night)
    return nights[night]


def house() -> HouseState:
    """The house, as of the first time that this request needed it."""
    if "house" not in g:
        g.house = service().house()
    state: HouseState = g.house
    return state


def permits(endpoint: str | None, **named: Any) -> bool:
    """Whether who sends this request may use a route, with what its address names; the staff, where none have roles."""
    name = acting()
    return name is not None and _permits(name, _roles(), endpoint, named)


def _permits(name: str, given: tuple[str, ...] | None, endpoint: str | None, named: Mapping[str, Any]) -> bool:
    duty = duty_of_route(endpoint)
    if duty is SELF or (given is None and not house().staff):
        return True
    return given is not None and may_use(duty, given, lambda: _is_own(named.get("night"), name))


def may(word: str, **arguments: Any) -> bool:
    """Whether who is signed in may give a command, by its word and arguments; everybody where no roles were given."""
    member, staff = signed_in(), house().staff
    return not staff or may_give(staff.get(member.name, ()) if member else (), {"do": word, **arguments})


def reader_of_own_nights() -> str | None:
    """The name of who sends this request if they may read no nights but their own; else ``None``."""
    given = _roles()
    return acting() if given and set(given) == {DEALER} else None


def lock_minutes() -> int:
    """After how many minutes without a touch screens of the staff lock; 0 for never.

    Where nobody has chosen, they lock in a house that has given roles.
    """
    chosen = register().lock_minutes
    if chosen is None:
        return LOCK_AFTER_MINUTES if house().staff else 0
    return chosen


def links_hours() -> int:
    """For how many hours links last after the close of their night; 0 for until then."""
    chosen = register().links_hours
    return LINKS_LAST_HOURS if chosen is None else chosen


class Lock(Frozen):
    """The lock of a screen: after how many minutes without a touch (0: never), who uses it, and who can unlock it."""

    minutes: int
    member: str
    names: tuple[str, ...]


def lock_here() -> Lock | None:
    """The lock of this request's page; ``None`` for boards and phones, and in a house that does without."""
    # Only if they were let in: to authenticate them again may fail.
    member: Member | None = g.get("member")
    if member is None or audience_of(current_app.view_functions.get(request.endpoint or "")) is not STAFF:
        return None
    try:
        minutes = lock_minutes()
        if not minutes and not house().staff:
            return None
    except BookError:
        return None
    names = sorted((other.name for other in register().members.values()), key=str.casefold)
    return Lock(minutes=minutes, member=member.name, names=tuple(names))


def may_confirm(document: Mapping[str, Any], night: Night | None = None) -> list[str]:
    """The names of the staff who may confirm a command of who is signed in; ``night`` is the one that it is for."""
    member, context = signed_in(), Context(house=house(), document=document)
    others = set(house().staff) - {member.name if member else ""}
    return sorted((name for name in others if register().find(name) and context.may(night, name)), key=str.casefold)


def nobody_confirms(word: str) -> str:
    """Says that nobody else may confirm a command, and which roles could."""
    able = duty_of({"do": word}).roles
    return _(
        "A second person with the role %(roles)s has to confirm this, and there is nobody else. An owner gives roles "
        "on the page Staff.",
        roles=either([_(role) for role in ROLES if role in able]),
    )


def _is_own(night: object, name: str) -> bool:
    return isinstance(night, str) and name in dealers_of(service().events(night))


def session_hash() -> str:
    """What the book knows this request's session by; "" where nobody is signed in."""
    session_id = _session_id(session)
    return hash_of_session(session_id) if session_id else ""


def let_in(session_id: str, sender: Sender) -> str:
    """Begin the session of an id, and give its token; the old one ends, and only the device's name is kept of it."""
    let_out(sender)
    session.permanent = True
    session[_SESSION_ID] = session_id
    token: str = generate_csrf()
    return token


def let_out(sender: Sender) -> None:
    """End the session, also for copies of its cookie; the device keeps its name."""
    session_id, device = _session_id(session), session.get("device")
    if session_id:
        authentication().sign_out(session_id, sender)
    session.clear()
    if device:
        session["device"] = device
        session.permanent = True
    # What this request knew of its session and of the staff is out of date.
    g.pop("member", None)
    g.pop("register", None)


def _session_id(held: Mapping[str, Any]) -> str:
    """The id of a session in its cookie; "" where it has none, as those of an older version."""
    found = held.get(_SESSION_ID)
    return found if isinstance(found, str) else ""


def _for(audience: Audience, view: View) -> View:
    setattr(view, _AUDIENCE, audience)
    return view


def _staff(named: dict[str, Any]) -> AnyResponse | None:
    name = acting()
    if name is not None:
        return _without_duty(name, named) or _to_read_only()
    if _has_token():
        why = _("The house has no such token, or it was revoked. An owner makes a new one on the page Staff.")
        turned_away = answer(401, UNKNOWN_TOKEN, why, as_json=True)
        turned_away.headers["WWW-Authenticate"] = "Bearer"
        return turned_away
    if wants_json() or "HX-Request" in request.headers:
        return answer(401, NOT_SIGNED_IN, _("Nobody is signed in on this device."), as_json=True)
    back = request.root_path + request.full_path.rstrip("?") if request.method == "GET" else None
    return redirect(url_for("sign_in.page", next=back), code=303)


def _without_duty(name: str, named: dict[str, Any]) -> AnyResponse | None:
    """Turn away somebody on the staff, or a program, whose roles do not include the duty of the route."""
    endpoint = request.endpoint
    try:
        if permits(endpoint, **named):
            return None
        given = _roles()
    except BookError:
        if endpoint in _WITHOUT_THE_HOUSE:
            return None
        raise
    if given is None:
        why = _("%(name)s has no role in this house. Ask an owner for one.", name=name)
        return answer(FORBIDDEN, "unknown_staff", why)
    reads = request.method in ("GET", "HEAD")
    to_deal = _night_to_deal(given, named) if reads else None
    if to_deal:
        why = _("%(dealer)s deals here, not %(name)s.", dealer=to_deal.dealer, name=name)
    else:
        held = ", ".join(map(_, given))
        why = (
            _("%(name)s (%(held)s) may not see that.", name=name, held=held)
            if reads
            else _("%(name)s (%(held)s) may not do that.", name=name, held=held)
        )
    return answer(FORBIDDEN, "not_permitted", why, to_deal=to_deal.id if to_deal else "")


_TO_RECORD_NOTHING = _WITHOUT_THE_HOUSE | {"sign_in.sign_out", "sign_in.sign_out_by_api"}


def _to_read_only() -> AnyResponse | None:
    """Turn away what changes something, of somebody who signed in while the register of the staff was damaged."""
    if request.method in ("GET", "HEAD") or request.endpoint in _TO_RECORD_NOTHING:
        return None
    if not authentication().is_unrecorded(session_hash()):
        return None
    why = _("The entries of the staff are damaged. You can read and print; to go on, restore a backup.")
    return answer(503, "book_damaged", why)


def _night_to_deal(given: Iterable[str], named: Mapping[str, Any]) -> Night | None:
    """The open night that a dealer asks for who does not deal it, and may; else ``None``."""
    night = named.get("night")
    if DEALER not in given or not isinstance(night, str):
        return None
    state = service().night(night)
    return None if state.closed or state.opened.rules < THE_HOUSE else state


STAFF = Audience("the staff, signed in", _staff)


Kind = Literal["staff", "link", "stranger"]


STREAMS = "casekeeper.streams"
"""The key in a request's environment of the list of streams that the server is to run."""


class Caller(Frozen, kw_only=False):
    """Somebody who calls: one of the staff or a program by name, a link by what it names, a stranger by address."""

    kind: Kind
    key: str


def stranger_at(address: str) -> Caller:
    """Who is not known by more than an address; of IPv6 by its network, as one machine has billions there."""
    return Caller("stranger", counted_as(address) or address)


def caller_of(
    app: Flask, path: str, query_string: str, cookie_header: str, address: str, authorization: str = ""
) -> Caller:
    """Who sends a request for a path (decoded), with a query string and two headers (each may be empty).

    A program is limited as the holder of a link.

    It reads the head of the staff's register from the book: well under a millisecond, longer where all of the book's
    connections for reading are in use. It never raises for what the request holds: a caller who cannot be
    identified, even because the book is out of reach, is a stranger.
    """
    request = app.request_class({"PATH_INFO": "/", "QUERY_STRING": query_string, "HTTP_COOKIE": cookie_header})
    with app.app_context():
        try:
            if bears_token(path, authorization):
                token = token_in(authorization, service().house())
                return Caller("link", token.holder) if token else Caller("stranger", address)
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


def device_names() -> dict[str, str]:
    """The names of the devices that have one, by their ids, read once a request."""
    if "device_names" not in g:
        g.device_names = register().device_names
    names: dict[str, str] = g.device_names
    return names


def device_called(device: str) -> str:
    """A device by its name, and without one by its id."""
    return device_names().get(device, device)
