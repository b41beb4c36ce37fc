"""What a fact is: a frozen record of one thing that happened at the table.

A fact says in the past tense what happened and carries the amounts as they were paid, in integer
cents, so that a later change of rules cannot change history. A fact that moves money says so
itself, as :class:`Move` records between named accounts; nobody has to work them out again.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

from msgspec.structs import fields

from events.frozen import Frozen

F = TypeVar("F", bound="Fact")
T = TypeVar("T")

_types: dict[str, type[Fact]] = {}
_ADDED = "added"

Added = Annotated[T, _ADDED]
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
    return {one.name: one.default for one in fields(record) if _ADDED in getattr(one.type, "__metadata__", ())}


def fact(cls: type[F]) -> type[F]:
    """Enter a frozen record in the register of fact types under its name."""
    if cls.__name__ in _types:
        raise TypeError(f"two fact types are called {cls.__name__}")
    _types[cls.__name__] = cls
    return cls


def fact_types() -> dict[str, type[Fact]]:
    """Every registered type of fact by its name; import :mod:`events.book.fact_types` to have them all."""
    return dict(_types)
