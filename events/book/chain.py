"""The chain: each row's SHA-256 covers all of its columns and the hash of the previous row.

A digest is the SHA-256 of a JSON array of the columns in table order, without spaces, in UTF-8, the previous hash last;
it can be recomputed in two lines of any language. Events and commands of a stream are separate chains. An event's
columns include the hash of its command, so the head of the events seals both.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

_encode = msgspec.json.Encoder().encode


class StoredEvent(NamedTuple):
    """A row of the events table as stored; in a forged row any column may hold anything."""

    position: int
    night: str
    version: int
    kind: str
    schema_version: int
    body: str
    at: str
    who: str
    device: str
    command: str
    command_hash: str
    prev_hash: str
    hash: str


class StoredCommand(NamedTuple):
    """A row of the commands table as stored; in a forged row any column may hold anything."""

    id: str
    night: str
    number: int
    body: str
    at: str
    who: str
    device: str
    version_before: int
    version_after: int
    refused: str | None
    why: str | None
    prev_hash: str
    hash: str


Columns = tuple[Any, ...]
"""A row as a plain tuple, with the columns in the order above. The garbage collector stops tracking plain tuples but
not named tuples, so checks that read a whole night use these.
"""

EVENT_COLUMNS, COMMAND_COLUMNS = StoredEvent._fields[:-1], StoredCommand._fields[:-1]
"""The columns that a row's hash covers: all but the hash itself, which is last."""


def digest(columns: Sequence[str | int | None]) -> str:
    """The SHA-256, in hexadecimal, of a row's columns in order; the last column is the previous row's hash."""
    return sha256(_encode(columns)).hexdigest()


def is_whole(row: Sequence[Any]) -> bool:
    """Whether a row's columns give its hash, which is last."""
    return bool(digest(row[:-1]) == row[-1])


def follows(row: Sequence[Any], previous: str) -> bool:
    """Whether a row's columns give its hash, and the hash before it is ``previous``."""
    return bool(row[-2] == previous) and is_whole(row)


def is_text(value: object) -> bool:
    """Whether a stored value is UTF-8 text; invalid UTF-8 is read with surrogates."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def first_link(chain: str, stream: str) -> str:
    """The previous hash of a stream's first row: a digest of the names of the chain and the stream."""
    return digest((chain, stream))
