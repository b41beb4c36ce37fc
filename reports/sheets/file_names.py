"""Keys in the names of files: a night takes any text of 64 letters for a key, a folder or an address does not."""

from __future__ import annotations

import re
from hashlib import sha256

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
_HASHED = re.compile(r"-[0-9a-f]{8}")
_OTHER = re.compile(r"[^A-Za-z0-9_.\-]+")
_DIGITS = 8


def in_file_name(key: str) -> str:
    """A key as part of a file's name: itself where it may stand there, else with the beginning of its SHA-256.

    Capitals count among what may not, as some folders take ``B7`` and ``b7`` for one name.

    >>> in_file_name("b7"), in_file_name("../Ada")
    ('b7', '_Ada-4e4af216')
    """
    if _PLAIN.fullmatch(key) and not _HASHED.fullmatch(key[-_DIGITS - 1 :]):
        return key
    return f"{_OTHER.sub('_', key)}-{sha256(key.encode()).hexdigest()[:_DIGITS]}"
