"""Signed links: who holds one may look at what it names, at nothing else. They carry no account and never change."""

from __future__ import annotations

from flask import current_app, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import NotFound

_BOARD, _PLAYER = "casekeeper board", "casekeeper player"


def board_link(night: str, *, external: bool = False) -> str:
    """The address of a night's board, good without signing in."""
    return url_for("board.board", night=night, key=_signer(_BOARD).dumps(night), _external=external)


def may_see_board(night: str, key: str) -> bool:
    """Whether a key belongs to this night's board."""
    try:
        return bool(_signer(_BOARD).loads(key) == night)
    except BadSignature:
        return False


def player_link(night: str, player: str, *, external: bool = False) -> str:
    """The address of one player's page of a night, good without signing in."""
    return url_for("player.page", key=_signer(_PLAYER).dumps([night, player]), _external=external)


def read_player_key(key: str) -> tuple[str, str]:
    """The night and the seat that a player's link names; :class:`NotFound` where it was not signed here."""
    try:
        night, player = _signer(_PLAYER).loads(key)
    except BadSignature:
        raise NotFound from None
    return night, player


def _signer(purpose: str) -> URLSafeSerializer:
    secret = current_app.secret_key
    if secret is None:
        raise AssertionError("the application has no key to sign with")
    return URLSafeSerializer(secret, salt=purpose)
