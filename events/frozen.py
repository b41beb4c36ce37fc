"""Frozen records that msgspec makes, copies and compares in C: what a book holds, what is folded from it, and views.

``msgspec.structs.replace`` gives one with changes, in a thirtieth of the time that a dataclass takes for it. The type
itself is made in a fiftieth, for a dataclass writes and compiles its methods: a program begins with some 600 of them.
"""

from __future__ import annotations

from typing import Any, dataclass_transform

import msgspec


class _FrozenType(msgspec.StructMeta):
    """Makes every record frozen, and its fields be given by their names, where it does not say otherwise."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        """The type of a record; ``options`` are those of :class:`msgspec.Struct`."""
        return super().__new__(cls, name, bases, namespace, **{"frozen": True, "kw_only": True, **options})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, metaclass=_FrozenType, frozen=True):
    """The base of frozen records.

    A dataclass is what somebody changes, and what msgspec cannot say: a house's rules, whose fields tell what they were
    before, a game, which keeps what it worked out, and what is compared or shown without one of its fields.

    ``gc=False`` keeps a record out of the garbage collector's way. It is for those that hold no others of a chain as
    long as a night: such a chain is taken down link by link by the collector's means alone.
    """
