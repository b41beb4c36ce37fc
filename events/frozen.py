"""Immutable records based on msgspec, which creates, copies and compares them in C.

``msgspec.structs.replace`` is thirty times as fast as a dataclass's. Defining a type is fifty times as fast, because a
dataclass compiles its methods: the program defines some 600 records at its start.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, dataclass_transform

import msgspec

_describing = Lock()


def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """A decoder of JSON for a type, made on one thread at a time.

    msgspec describes a type and its fields' types at their first use. A thread that used the unfinished description
    would end the process. Once this has returned, any thread may also convert to the type.
    """
    with _describing:
        return msgspec.json.Decoder(kind)


class _FrozenType(msgspec.StructMeta):
    """Makes records frozen and keyword-only by default."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        """Create a record type; ``options`` are those of :class:`msgspec.Struct`."""
        return super().__new__(cls, name, bases, namespace, **{"frozen": True, "kw_only": True, **options})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, metaclass=_FrozenType, frozen=True):
    """The base of frozen records.

    Use a dataclass for mutable values and for what msgspec cannot express: house rules, whose fields have metadata,
    games, which cache computed values, and values with fields left out of comparison or repr.

    ``gc=False`` exempts a record from garbage collection. It is only for records that do not link to others in a chain
    as long as a night: such a chain is freed link by link only by the collector.
    """
