"""Signed links: who holds one may look at what it names, at nothing else. They carry no account.

A link ends some hours after its night, and when somebody of the staff revokes it. One to a player's pages is of one
seating, and ends where that is taken back. The link to a player's own hand lets the first device that uses it do what
players do by themselves; it is printed nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from dealer.house.state import HouseState
from dealer.night.night import NO_PHONE, Night
from dealer.night.seatings import first_given, is_given_again, seating_of
from events.cache import Cache
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import MOST_CATCHING_UP, Head, moment_of
from web.app.addresses import Entrance, address_of
from web.app.app_cache import kept_under, service
from web.app.authentication import authentication

ENTRANCE = "casekeeper entrance"

_BOARD, _PLAYER, _HAND = "casekeeper board", "casekeeper player", "casekeeper hand"
_KEY_IN_PATH = {"player": _PLAYER, "hand": _HAND}
"""What the links are for whose key is a part of their path, by the part before it."""

_OF_HASH = 16
"""How many digits of the hash of a seating are in a link."""

MOST_GIVEN_AGAIN = 1_024
"""How many seatings that a correction recorded again are remembered."""

_KEY = re.compile(rf"(?<=/)({'|'.join(_KEY_IN_PATH)})/+[^/]+")


class Held(Frozen, kw_only=False):
    """What a link names: the night, the player ("" for the board), and how often links had ended before it.

    ``seating`` begins as the hash of the event by which the player has their seat: another person in that seat, or a
    night that went on differently after an older copy of the book was put back, has other links. It is "" for the
    board, and in links of earlier programs, which have ended.
    """

    night: str
    player: str = ""
    generation: int = 0
    seating: str = ""


def house_address() -> str:
    """The address of this house, without the last slash: that of ``--url``, else as the browser sees it.

    For a browser on the server's own machine it is the network address, if there is any.
    """
    entrance: Entrance | None = current_app.extensions[ENTRANCE]
    here = request.host_url
    if entrance and (entrance.url or _is_only_here(here)):
        here = next(iter(entrance.network_addresses()), here)
    return here.rstrip("/")


def full_address(path: str, house: str = "") -> str:
    """The whole address of a page with a path as ``url_for`` makes it, in this house or at an earlier address of it."""
    return (house or house_address()) + path.removeprefix(request.root_path)


def is_only_here() -> bool:
    """Whether the links lead to an address that no other device can reach."""
    return _is_only_here(house_address())


def board_link(night: str, *, external: bool = False) -> str:
    """The address of a night's board, good without signing in."""
    return _link(url_for("board.board", night=night, key=_key(_BOARD, night)), external)


def may_see_board(night: str, key: str) -> bool:
    """Whether a key belongs to this night's board."""
    held = _read(_BOARD, key)
    return held is not None and held.night == night


def player_link(night: str, player: str, *, external: bool = False, events: NightEvents | None = None) -> str:
    """The address of one player's page of a night, good without signing in; as of earlier ``events``, if given."""
    return _link(url_for("player.page", key=_key(_PLAYER, night, player, events)), external)


def player_key(night: str, player: str) -> str:
    """The key in the addresses of one player's pages of a night."""
    return _key(_PLAYER, night, player)


def may_see_player(key: str) -> bool:
    """Whether a key belongs to a player's page."""
    return _read(_PLAYER, key) is not None


def read_player_key(key: str) -> tuple[str, str]:
    """The night and the seat that a player's link names; :class:`NotFound` where it was not signed here."""
    return _night_and_seat(_PLAYER, key)


def hand_link(night: str, player: str, *, external: bool = False) -> str:
    """The address at which a player acts by themselves in a night."""
    return _link(url_for("hand.page", key=hand_key(night, player)), external)


def hand_key(night: str, player: str) -> str:
    """The key in the addresses of a player's own hand."""
    return _key(_HAND, night, player)


def may_act(key: str) -> bool:
    """Whether a key belongs to a player's own hand."""
    return _read(_HAND, key) is not None


def read_hand_key(key: str) -> tuple[str, str]:
    """The night and the seat that the link to a hand names; :class:`NotFound` where it was not signed here."""
    return _night_and_seat(_HAND, key)


def hand_named(key: str) -> str:
    """What tells the link to a hand from the others of its player, as the device is bound to it."""
    held = _read(_HAND, key)
    if held is None:
        raise NotFound
    return f"{held.seating}-{held.generation}"


def device_with_hand(night: Night, player: str) -> str:
    """The device that a player's hand is bound to by the link that is given out now; "" for none."""
    phone = night.phones.get(player, NO_PHONE)
    return phone.device if phone.link == hand_named(hand_key(night.id, player)) else ""


def link_named(path: str, key: str) -> str | None:
    """What the link in a request's path and key names; ``None`` if the link is not valid.

    A key can be written in more ways than one; what it names is always the same.
    """
    held = _held(path, key)
    return " ".join(filter(None, (path.split("/")[1], held.night, held.player))) if held else None


ReadNight = Callable[[str], tuple[Night, Head, NightEvents]]
"""Reads a night with its events, as :meth:`dealer.night_service.NightService.with_events`."""


def has_ended(path: str, key: str, house: HouseState, read: ReadNight, hours: Callable[[], int]) -> bool:
    """Whether the link in a request's path and key has ended.

    It was revoked, the seating that it is of was taken back, or the night was closed so many ``hours`` ago.
    """
    held = _held(path, key)
    if held is None:
        return False
    if held.generation != house.link_generation(held.night) if not held.player else not held.seating:
        return True
    known = house.nights.get(held.night)
    if not held.player and known and not known.closing:
        return False
    try:
        state, _, events = read(held.night)
    except Refusal:
        # The book has no such night: it was put back to an older state.
        return True
    if held.player and held != _named_now(_KEY_IN_PATH[_place_of(path)], state, events, held.player, house):
        return True
    closed_at = moment_of(events[-1].at) if state.closed else None
    if closed_at is None:
        return False
    now, ends_at = datetime.fromisoformat(authentication().clock()), closed_at + timedelta(hours=hours())
    # A night that was closed by a clock that was far ahead has ended too.
    return not closed_at - MOST_CATCHING_UP <= now < ends_at


def _named_now(purpose: str, night: Night, events: NightEvents, player: str, house: HouseState) -> Held:
    """What a player's link that is given out now names."""
    generation = house.link_generation(night.id, player)
    if purpose == _HAND and player in night.phones:
        generation += night.phones[player].moves
    return Held(night.id, player, generation, _seating(events, player))


def _seating(events: NightEvents, player: str) -> str:
    """The beginning of the hash of a player's seating, "" for a seat that is nobody's."""
    seating = seating_of(events, player)
    if seating is None:
        return ""
    if is_given_again(events, seating):
        # Searching for the first of them takes long in a long night.
        kept: Cache[str, str] = kept_under("casekeeper seatings given again", lambda: Cache(MOST_GIVEN_AGAIN))
        first = kept.get(seating.hash) or first_given(events, seating).hash
        kept.put(seating.hash, first)
        return first[:_OF_HASH]
    return seating.hash[:_OF_HASH]


def _held(path: str, key: str) -> Held | None:
    """What the link in a request's path and key names; ``None`` if it is not valid."""
    place, (_, _, rest) = _place_of(path), path.removeprefix("/").partition("/")
    first = rest.partition("/")[0]
    if place == "board":
        return _read(_BOARD, key) if may_see_board(first, key) else None
    purpose = _KEY_IN_PATH.get(place)
    return _read(purpose, first) if purpose else None


def _place_of(path: str) -> str:
    return path.removeprefix("/").partition("/")[0]


def without_key(path: str) -> str:
    """A path without the key that stands in it where it is that of a link.

    >>> without_key("/hand/WyIyMDI2.x/commands")
    '/hand/…/commands'
    """
    return _KEY.sub(r"\1/…", path)


def _is_only_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    number = address_of(host)
    return number.is_loopback or number.is_unspecified if number else host == "localhost"


def _link(path: str, external: bool) -> str:
    return full_address(path) if external else path


def _night_and_seat(purpose: str, key: str) -> tuple[str, str]:
    held = _read(purpose, key)
    if held is None:
        raise NotFound
    return held.night, held.player


def _key(purpose: str, night: str, player: str = "", then: NightEvents | None = None) -> str:
    """The key of a link as it is given out now; that of a board is the same as of earlier programs."""
    house = service().house()
    if not player:
        generation = house.link_generation(night)
        return str(_signer(purpose).dumps([night, generation] if generation else night))
    state, _, events = service().with_events(night)
    held = _named_now(purpose, state, events if then is None else then, player, house)
    return str(_signer(purpose).dumps([held.night, held.player, held.generation, held.seating]))


def _read(purpose: str, key: str) -> Held | None:
    """What a key of this house names; nothing, where it was not signed here for this purpose."""
    try:
        named: Any = _signer(purpose).loads(key)
    except BadSignature:
        return None
    if purpose == _BOARD:
        return Held(named) if isinstance(named, str) else Held(named[0], generation=named[1])
    return Held(*named)


def _signer(purpose: str) -> URLSafeSerializer:
    secret = current_app.secret_key
    if secret is None:
        raise AssertionError("the application has no key to sign with")
    return URLSafeSerializer(secret, salt=purpose, signer_kwargs={"key_derivation": "hmac", "digest_method": sha256})
