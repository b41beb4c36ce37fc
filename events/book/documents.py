"""The documents of commands as the book has them: written as canonical JSON, and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(document: dict[str, Any]) -> str:
    """A command's document as canonical JSON: keys sorted, no spaces."""
    return _encoder.encode(document).decode()


def canonical_lines(documents: Sequence[Any]) -> bytes:
    """Many documents as canonical JSON, a line each."""
    return _encoder.encode_lines(documents)


def document_in(body: str) -> Any:
    """The document in the body of a command; :class:`msgspec.MsgspecError` or :class:`RecursionError` for none.

    Earlier programs kept whole numbers that msgspec writes and does not read: the standard library reads those. What
    else it reads besides, as half a surrogate pair, no program of ours can have written.
    """
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        with suppress(ValueError):
            document = json.loads(body)
            if canonical(document) == body:
                return document
        raise
