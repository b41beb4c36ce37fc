"""The chain: every row's SHA-256 is taken over all of its columns and the hash of the row before it.

A digest is SHA-256 over a JSON array of the columns in table order, without spaces, in UTF-8, the previous hash
last; anybody can take it again with two lines of any language. Facts and commands of a stream are two chains, and a
fact's columns include the hash of the command it came from, so that the head of the facts seals both.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

_encode = msgspec.json.Encoder().encode

FACT_COLUMNS = (
    "position",
    "night",
    "version",
    "kind",
    "schema_version",
    "body",
    "at",
    "who",
    "device",
    "command",
    "command_hash",
    "prev_hash",
)
COMMAND_COLUMNS = (
    "id",
    "night",
    "number",
    "body",
    "at",
    "who",
    "device",
    "version_before",
    "version_after",
    "refused",
    "why",
    "prev_hash",
)


def digest(columns: Sequence[str | int | None]) -> str:
    """The SHA-256, in hexadecimal, over a row's columns in order; the last is the hash of the row before."""
    return sha256(_encode(columns)).hexdigest()


def is_text(value: object) -> bool:
    """Whether a stored value is a text in UTF-8: what a book gives of one that is none has surrogates in it."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def first_link(chain: str, stream: str) -> str:
    """What a stream's first row names as the hash before it: a digest of the chain's and the stream's names."""
    return digest((chain, stream))
