"""The base of facts (frozen records of what happened), their register, and look-up by fact type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec.structs import fields

from events.frozen import Frozen

T = TypeVar("T")


F = TypeVar("F", bound="Fact")
FieldT = TypeVar("FieldT")

_types: dict[str, type[Fact]] = {}
_ADDED = "added"

Added = Annotated[FieldT, _ADDED]
"""A field, with a default, that older facts do not have; a body omits it at its default.

So an older fact that is read and written again keeps its bytes and its hash.
"""


class Move(Frozen, gc=False):
    """An amount, debited to one account and credited to another.

    ``amount_cents`` is positive; the accounts are names in the ledger's chart of accounts.
    """

    debit: str
    credit: str
    amount_cents: int


class Fact(Frozen, gc=False):
    """The base of all facts, with its moves of money, if any."""

    schema_version: ClassVar[int] = 1

    moves: tuple[Move, ...] = ()


def added_fields(record: type[Fact]) -> dict[str, Any]:
    """The :data:`Added` fields of a fact, with their defaults."""
    return {field.name: field.default for field in fields(record) if _ADDED in getattr(field.type, "__metadata__", ())}


def fact(cls: type[F]) -> type[F]:
    """Register a frozen record as a fact type under its name."""
    if cls.__name__ in _types:
        raise TypeError(f"two fact types are called {cls.__name__}")
    _types[cls.__name__] = cls
    return cls


def fact_types() -> dict[str, type[Fact]]:
    """All registered fact types by name; import :mod:`events.book.fact_types` to load them all."""
    return dict(_types)


class ByType(dict[type[Fact], tuple[T, ...]]):
    """Looks up, for a fact type, all values entered for its base classes, in the order entered.

    ``ByType({StakeLaid: laid, InTurn: turned})[type(fact)]`` is computed once per type.
    """

    def __init__(self, entries: Mapping[type[Fact], T]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, kind: type[Fact]) -> tuple[T, ...]:
        found = self[kind] = tuple(entry for base, entry in self._entries.items() if issubclass(kind, base))
        return found
