"""Signed links: who holds one may look at what it names, at nothing else. They carry no account and never change.

The link to a player's own hand lets its holder do besides what players do by themselves; it is printed nowhere.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import NotFound

from web.app.addresses import Entrance, address_of

ENTRANCE = "casekeeper entrance"

_BOARD, _PLAYER, _HAND = "casekeeper board", "casekeeper player", "casekeeper hand"
_KEY_IN_PATH = {"player": _PLAYER, "hand": _HAND}
"""What the links are for whose key is a part of their path, by the part before it."""

_KEY = re.compile(rf"(?<=/)({'|'.join(_KEY_IN_PATH)})/+[^/]+")


def network_addresses() -> tuple[str, ...]:
    """The addresses at which tablets and phones find this house; none where that is unknown or nothing but here."""
    entrance: Entrance | None = current_app.extensions[ENTRANCE]
    return entrance.network_addresses() if entrance else ()


def house_address() -> str:
    """The address of this house as the browser sees it, without the last slash.

    For a browser on the server's own machine it is the network address, if there is any.
    """
    here = request.host_url.rstrip("/")
    found = network_addresses() if _is_only_here(here) else ()
    return found[0].rstrip("/") if found else here


def is_only_here() -> bool:
    """Whether the links lead to an address that no other device can reach."""
    return _is_only_here(house_address())


def board_link(night: str, *, external: bool = False) -> str:
    """The address of a night's board, good without signing in."""
    return _link(url_for("board.board", night=night, key=_signer(_BOARD).dumps(night)), external)


def may_see_board(night: str, key: str) -> bool:
    """Whether a key belongs to this night's board."""
    return bool(_read(_BOARD, key) == night)


def player_link(night: str, player: str, *, external: bool = False) -> str:
    """The address of one player's page of a night, good without signing in."""
    return _link(url_for("player.page", key=player_key(night, player)), external)


def player_key(night: str, player: str) -> str:
    """The key in the addresses of one player's pages of a night."""
    return str(_signer(_PLAYER).dumps([night, player]))


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
    return str(_signer(_HAND).dumps([night, player]))


def may_act(key: str) -> bool:
    """Whether a key belongs to a player's own hand."""
    return _read(_HAND, key) is not None


def read_hand_key(key: str) -> tuple[str, str]:
    """The night and the seat that the link to a hand names; :class:`NotFound` where it was not signed here."""
    return _night_and_seat(_HAND, key)


def link_named(path: str, key: str) -> str | None:
    """What the link in a request's path and key names; ``None`` if the link is not valid.

    A key can be written in more ways than one; what it names is always the same.
    """
    place, _, rest = path.removeprefix("/").partition("/")
    first = rest.partition("/")[0]
    if place == "board" and may_see_board(first, key):
        return f"board {first}"
    purpose = _KEY_IN_PATH.get(place)
    named = _read(purpose, first) if purpose else None
    return f"{place} {named[0]} {named[1]}" if named else None


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
    return house_address() + path if external else path


def _night_and_seat(purpose: str, key: str) -> tuple[str, str]:
    named = _read(purpose, key)
    if named is None:
        raise NotFound
    night, player = named
    return night, player


def _read(purpose: str, key: str) -> Any:
    """What a key of this house names; nothing, where it was not signed here for this purpose."""
    try:
        return _signer(purpose).loads(key)
    except BadSignature:
        return None


def _signer(purpose: str) -> URLSafeSerializer:
    secret = current_app.secret_key
    if secret is None:
        raise AssertionError("the application has no key to sign with")
    return URLSafeSerializer(secret, salt=purpose, signer_kwargs={"key_derivation": "hmac", "digest_method": sha256})
