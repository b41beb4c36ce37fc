"""Static files kept as answered, sent again without a thread."""

from __future__ import annotations

from typing import Any

from events.cache import Cache
from events.frozen import Frozen

KEPT = 1_024
"""How many answers are kept; the one that was asked for least recently is forgotten."""

KEPT_BYTES = 128 * 1024
"""The largest body that is kept."""

HOSTS = 64
"""How many names are remembered under which the application has answered."""

_NOT_AS_IT_IS = frozenset({b"range", b"if-range", b"if-match", b"if-none-match", b"if-modified-since"})
_PUBLIC = b"public"
_ENCODINGS = ("br", "gzip")

Headers = list[tuple[bytes, bytes]]


class Kept(Frozen, kw_only=False):
    """A whole answer with status 200."""

    headers: Headers
    body: bytes


class KeptFiles:
    """Whole answers to plain requests for what the application calls ``public``, under names it has answered to."""

    def __init__(self) -> None:
        self._kept: Cache[tuple[str, ...], Kept] = Cache(KEPT)
        self._hosts: Cache[tuple[str, ...], bool] = Cache(HOSTS)

    def find(self, scope: Any) -> Kept | None:
        """The answer to a request, where it is kept."""
        key = _key(scope)
        return self._kept.get(key) if key and self._hosts.get(_host(scope)) else None

    def keep(self, scope: Any, status: int, headers: Headers, body: bytes) -> None:
        """Keep an answer that is whole, where it is one to be kept."""
        key = _key(scope)
        named = dict(headers)
        cached = named.get(b"cache-control", b"").replace(b" ", b"").split(b",")
        if not key or status != 200 or _PUBLIC not in cached or b"set-cookie" in named or len(body) > KEPT_BYTES:
            return
        lasting = [(name, value) for name, value in headers if name != b"content-length"]
        self._kept.put(key, Kept([*lasting, (b"content-length", b"%d" % len(body))], body))
        self._hosts.put(_host(scope), True)


def _key(scope: Any) -> tuple[str, ...] | None:
    """What an answer hangs on but the name asked for: the path and what the browser unpacks; nothing, if on more."""
    path: str = scope["path"]
    # A file has one plain path, and any number of roundabout ones.
    if scope["method"] != "GET" or scope["query_string"] or "/." in path or "//" in path:
        return None
    accepted = ""
    for name, value in scope["headers"]:
        if name in _NOT_AS_IT_IS:
            return None
        if name == b"accept-encoding":
            accepted += "," + value.decode("latin-1").lower()
    encodings = {encoding.strip() for encoding in accepted.split(",")}
    if ";" in accepted or "*" in encodings:
        # Which it would rather have is the application's to find out.
        return None
    return (path, *(encoding for encoding in _ENCODINGS if encoding in encodings))


def _host(scope: Any) -> tuple[str, ...]:
    """Under which name, and at which address, a request came."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return ((scope["server"] or ("",))[0], *hosts)
