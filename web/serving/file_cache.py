"""Static files kept as answered, sent again without a thread."""

from __future__ import annotations

from typing import Any

from events.cache import Cache

KEPT = 1_024
"""How many answers are kept; the least recently used one is forgotten."""

KEPT_BYTES = 128 * 1024
"""The largest body that is kept."""

FILES = ("/static/", "/fonts/")
"""Where the program's own files are, which every caller may have under any name."""

_CONDITIONAL = frozenset({b"range", b"if-range", b"if-match", b"if-none-match", b"if-modified-since"})
_ENCODINGS = ("br", "gzip")

Headers = list[tuple[bytes, bytes]]


class KeptFiles:
    """Whole answers to plain requests for files that the application calls ``public``."""

    def __init__(self) -> None:
        self._kept: Cache[tuple[str, ...], tuple[Headers, bytes]] = Cache(KEPT)

    def find(self, scope: Any) -> tuple[Headers, bytes] | None:
        """The headers and body of the answer to a request, if it is kept."""
        key = _key(scope)
        return self._kept.get(key) if key else None

    def keep(self, scope: Any, status: int, headers: Headers, body: bytes) -> None:
        """Keep a whole answer, if it is one to be kept."""
        key, named = _key(scope), dict(headers)
        is_public = b"public" in named.get(b"cache-control", b"") and b"set-cookie" not in named
        if key and status == 200 and is_public and len(body) <= KEPT_BYTES:
            lasting = [(name, value) for name, value in headers if name != b"content-length"]
            self._kept.put(key, ([*lasting, (b"content-length", b"%d" % len(body))], body))


def _key(scope: Any) -> tuple[str, ...] | None:
    """The path and the encodings that a browser accepts; ``None`` if the answer depends on more."""
    path: str = scope["path"]
    # A file has one plain path, and any number of roundabout ones.
    is_plain = path.startswith(FILES) and "/." not in path and "//" not in path and not scope["query_string"]
    fields = dict(scope["headers"])
    accepted = fields.get(b"accept-encoding", b"").decode("latin-1").lower()
    # The application works out what a browser prefers.
    if scope["method"] != "GET" or not is_plain or _CONDITIONAL & fields.keys() or ";" in accepted or "*" in accepted:
        return None
    encodings = {encoding.strip() for encoding in accepted.split(",")}
    return (path, *(encoding for encoding in _ENCODINGS if encoding in encodings))
