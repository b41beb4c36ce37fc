"""Facts of a night as one JSON text: what a sheet carries with it, so that its figures can be worked out again.

``{"night", "version", "head", "facts": [...]}``: how many facts the night had, the hash of the last, and those of them
that the sheet carries, in their order. A fact has all the columns of its row as they are chained, in that order and
the hash last, so that whoever has a sheet can take every hash again (see ``docs/auditing.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from events.book.chain import FACT_COLUMNS, first_link
from events.book.fact_types import encode
from events.records import Recorded

NAME = "facts.json"
"""What the attached file is called."""

_encode = msgspec.json.Encoder().encode


class NightLog:
    """The facts of a night, at least one, each made JSON once for all sheets that carry it."""

    def __init__(self, facts: Sequence[Recorded]) -> None:
        self._facts = facts
        self._rows: dict[int, msgspec.Raw] = {}

    def whole(self) -> bytes:
        """All of them."""
        return self.of(range(1, len(self._facts) + 1))

    def of(self, versions: Iterable[int]) -> bytes:
        """Those of these versions, which are given in their order."""
        last = self._facts[-1]
        rows = [self._row(version) for version in versions]
        return _encode({"night": last.stream, "version": last.version, "head": last.hash, "facts": rows})

    def _row(self, version: int) -> msgspec.Raw:
        if version not in self._rows:
            one = self._facts[version - 1]
            before = self._facts[version - 2].hash if version > 1 else first_link("facts", one.stream)
            self._rows[version] = msgspec.Raw(_row(one, before))
        return self._rows[version]


def _row(one: Recorded, before: str) -> bytes:
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
    return _encode({**dict(zip(FACT_COLUMNS, values, strict=True)), "hash": one.hash})
