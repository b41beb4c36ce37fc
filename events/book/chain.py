"""The chain: every row's SHA-256 is taken over all of its columns and the hash of the row before it.

A digest is SHA-256 over a JSON array of the columns in table order, without spaces, in UTF-8, the previous hash
last; anybody can take it again with two lines of any language. Facts and commands of a stream are two chains, and a
fact's columns include the hash of the command it came from, so that the head of the facts seals both.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

_encode = msgspec.json.Encoder().encode


class StoredFact(NamedTuple):
    """A row of the facts' table as it is stored; where somebody forged it, anything may stand in any column."""

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
    """A row of the commands' table as it is stored; where somebody forged it, anything may stand in any column."""

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
"""A row as the driver gives it, its columns in the order of those above. Python's collector soon lets it be, as it
does not with one whose columns have names: where a night's rows are looked through they get these as they are needed.
"""

FACT_COLUMNS, COMMAND_COLUMNS = StoredFact._fields[:-1], StoredCommand._fields[:-1]
"""What a row's hash is taken over: all columns but the hash itself, which is the last."""


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
