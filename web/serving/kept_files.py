"""The program's files as they were answered, kept to be answered again without a thread and at next to no cost.

A house of guests loads them all at once. What is kept is the same for everybody: the application says so itself.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Kept:
    """A whole answer with status 200."""

    headers: Headers
    body: bytes


class KeptFiles:
    """Whole answers to plain requests for what the application calls ``public``, under names it has answered to."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], Kept] = OrderedDict()
        self._hosts: OrderedDict[tuple[str, ...], None] = OrderedDict()

    def find(self, scope: Any) -> Kept | None:
        """The answer to a request, where it is kept."""
        key = _key(scope)
        kept = self._kept.get(key) if key and _host(scope) in self._hosts else None
        if key and kept:
            self._kept.move_to_end(key)
            self._hosts.move_to_end(_host(scope))
        return kept

    def keep(self, scope: Any, status: int, headers: Headers, body: bytes) -> None:
        """Keep an answer that is whole, where it is one to be kept."""
        key = _key(scope)
        named = dict(headers)
        cached = named.get(b"cache-control", b"").replace(b" ", b"").split(b",")
        if not key or status != 200 or _PUBLIC not in cached or b"set-cookie" in named or len(body) > KEPT_BYTES:
            return
        lasting = [(name, value) for name, value in headers if name != b"content-length"]
        _remember(self._kept, key, Kept([*lasting, (b"content-length", b"%d" % len(body))], body), KEPT)
        _remember(self._hosts, _host(scope), None, HOSTS)


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
    encodings = {one.strip() for one in accepted.split(",")}
    if ";" in accepted or "*" in encodings:
        # Which it would rather have is the application's to find out.
        return None
    return (path, *(one for one in _ENCODINGS if one in encodings))


def _host(scope: Any) -> tuple[str, ...]:
    """Under which name, and at which address, a request came."""
    asked = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return ((scope["server"] or ("",))[0], *asked)


def _remember(among: OrderedDict[tuple[str, ...], Any], key: tuple[str, ...], what: Any, most: int) -> None:
    among[key] = what
    among.move_to_end(key)
    if len(among) > most:
        among.popitem(last=False)
