"""The links of a chain: rows looked at together, and one by itself to say why it does not follow."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from types import GenericAlias
from typing import Any, get_type_hints

import msgspec

from events.book.chain import Columns, StoredCommand, StoredFact, digest, is_text
from events.frozen import Frozen

_encode_into = msgspec.json.Encoder().encode_into
_BEFORE, _OWN = -2, -1
"""The places of the hash before and of its own in every row: by these they are had sooner than by their names."""


class Chain(Frozen, eq=False):
    """The rows of a table, chained: the place of the column that numbers them, and the kinds of all but the hash.

    ``hashed`` is the type of what the hashes of many rows are taken over.
    """

    number: int
    kinds: dict[str, Any]
    hashed: Any

    @classmethod
    def of(cls, row: type[StoredFact | StoredCommand], number: str) -> Chain:
        """The chain of such rows."""
        kinds = get_type_hints(row)
        del kinds["hash"]
        hashed = msgspec.defstruct(row.__name__, kinds.items(), array_like=True, gc=False)
        return cls(number=row._fields.index(number), kinds=kinds, hashed=GenericAlias(list, hashed))


FACT_CHAIN = Chain.of(StoredFact, "version")
COMMAND_CHAIN = Chain.of(StoredCommand, "number")


def all_follow(rows: Sequence[Columns], chain: Chain, first: int, previous: str) -> bool:
    """Whether all of some rows follow, the first of them after so many others."""
    at, number, written, begun = chain.number, first, bytearray(), sha256().copy
    before: object = previous
    try:
        for row, columns in zip(rows, msgspec.convert(rows, chain.hashed), strict=True):
            number += 1
            if row[at] != number or row[_BEFORE] != before:
                return False
            _encode_into(columns, written)
            # A copy of a hash that has begun takes less than one more that begins.
            own = begun()
            own.update(written)
            before = row[_OWN]
            if own.hexdigest() != before:
                return False
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    return True


def broken_link(row: StoredFact | StoredCommand, chain: Chain, previous: str, number: int) -> str | None:
    """Why a row does not follow from the one before it; nothing where it does."""
    for (column, kind), value in zip(chain.kinds.items(), row, strict=False):
        if not isinstance(value, kind):
            return f"its '{column}' is of another kind than that column's"
        if isinstance(value, str) and not is_text(value):
            return f"its '{column}' is no text in UTF-8"
    if row[chain.number] != number:
        return f"it says that it is number {row[chain.number]}; one before it is missing or out of its place"
    if row.prev_hash != previous:
        return "it does not follow from the one before it"
    if digest(row[:-1]) != row.hash:
        return "it was changed: its columns do not give its hash"
    return None
