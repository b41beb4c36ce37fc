"""A night's facts as one JSON text: what every sheet carries with it, so that its figures can be worked out again.

``{"night", "version", "head", "facts": [...]}``. A fact has all the columns of its row as they are chained, in that
order and the hash last, so that whoever has a sheet can take every hash again (see ``docs/auditing.md``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from events.book.chain import FACT_COLUMNS, first_link
from events.book.fact_types import encode
from events.records import Recorded

NAME = "facts.json"
"""What the attached file is called."""

_encode = msgspec.json.Encoder().encode


def night_log(facts: Sequence[Recorded]) -> bytes:
    """The facts of a night, at least one, as JSON; as many as a sheet was made from."""
    last = facts[-1]
    before = first_link("facts", last.stream)
    rows = []
    for one in facts:
        rows.append(_row(one, before))
        before = one.hash
    return _encode({"night": last.stream, "version": last.version, "head": last.hash, "facts": rows})


def _row(one: Recorded, before: str) -> dict[str, Any]:
    schema_version, body = one.lifted_from or (one.fact.schema_version, encode(one.fact))
    values = (
        one.position,
        one.stream,
        one.version,
        one.kind,
        schema_version,
        body,
        one.at,
        one.who,
        one.device,
        one.command,
        one.command_hash,
        before,
    )
    return {**dict(zip(FACT_COLUMNS, values, strict=True)), "hash": one.hash}
