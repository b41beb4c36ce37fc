"""Facts of a night as one JSON text: what a sheet carries with it, so that its figures can be worked out again.

``{"night", "version", "head", "facts": [...]}``: how many facts the night had, the hash of the last, and those of them
that the sheet carries, in their order. A fact has all the columns of its row as they are chained, in that order and
the hash last, so that whoever has a sheet can take every hash again (see ``docs/auditing.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from events.book.chain import StoredFact

NAME = "facts.json"
"""What the attached file is called."""

_encode = msgspec.json.Encoder().encode


class NightLog:
    """The facts of a night as they are stored, at least one, each made JSON once for all sheets that carry it."""

    def __init__(self, rows: Sequence[StoredFact]) -> None:
        self._rows = rows
        self._encoded: dict[int, msgspec.Raw] = {}

    def whole(self) -> bytes:
        """All of them."""
        return self.of(range(1, len(self._rows) + 1))

    def of(self, versions: Iterable[int]) -> bytes:
        """Those of these versions, which are given in their order."""
        last = self._rows[-1]
        facts = [self._row(version) for version in versions]
        return _encode({"night": last.night, "version": last.version, "head": last.hash, "facts": facts})

    def _row(self, version: int) -> msgspec.Raw:
        if version not in self._encoded:
            self._encoded[version] = msgspec.Raw(_encode(self._rows[version - 1]._asdict()))
        return self._encoded[version]
