"""What an event is: a frozen record of one thing that happened; and look-up by event type."""

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
"""A field, with a default, that facts of older books do not have; a body leaves it out where it stands at its default.

So an older fact, read and written again, keeps its bytes and with them its hash.
"""


class Move(Frozen, gc=False):
    """One amount, debited to one account and credited to another.

    ``amount_cents`` is positive; the accounts are names in the ledger's chart of accounts.
    """

    debit: str
    credit: str
    amount_cents: int


class Fact(Frozen, gc=False):
    """The base of all facts: the moves of money it made, which may be none."""

    schema_version: ClassVar[int] = 1

    moves: tuple[Move, ...] = ()


def added_fields(record: type[Fact]) -> dict[str, Any]:
    """The fields of a fact that were :data:`Added`, with their defaults."""
    return {field.name: field.default for field in fields(record) if _ADDED in getattr(field.type, "__metadata__", ())}


def fact(cls: type[F]) -> type[F]:
    """Enter a frozen record in the register of fact types under its name."""
    if cls.__name__ in _types:
        raise TypeError(f"two fact types are called {cls.__name__}")
    _types[cls.__name__] = cls
    return cls


def fact_types() -> dict[str, type[Fact]]:
    """Every registered type of fact by its name; import :mod:`events.book.fact_types` to have them all."""
    return dict(_types)


class ByType(dict[type[Fact], tuple[T, ...]]):
    """Of a fact, by its type, all that was entered for one of its bases, in the order of the entries.

    ``ByType({StakeLaid: laid, InTurn: turned})[type(fact)]`` is found out once for every type.
    """

    def __init__(self, entries: Mapping[type[Fact], T]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, kind: type[Fact]) -> tuple[T, ...]:
        found = self[kind] = tuple(entry for base, entry in self._entries.items() if issubclass(kind, base))
        return found
