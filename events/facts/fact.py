"""What a fact is: a frozen record of one thing that happened at the table.

A fact says in the past tense what happened and carries the amounts as they were paid, in integer
cents, so that a later change of rules cannot change history. A fact that moves money says so
itself, as :class:`Move` records between named accounts; nobody has to work them out again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T", bound="Fact")

_types: dict[str, type[Fact]] = {}
_ADDED = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One amount, debited to one account and credited to another.

    ``amount_cents`` is positive; the accounts are names in the ledger's chart of accounts.
    """

    debit: str
    credit: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The base of all facts: the moves of money it made, which may be none."""

    schema_version: ClassVar[int] = 1

    moves: tuple[Move, ...] = ()


def added(default: Any) -> Any:
    """A field that facts of older books do not have; a body leaves it out where it stands at its default.

    So an older fact, read and written again, keeps its bytes and with them its hash.
    """
    return field(default=default, metadata={_ADDED: True})


def added_fields(record: type[Fact]) -> dict[str, Any]:
    """The fields of a fact that were :func:`added`, with their defaults."""
    return {one.name: one.default for one in fields(record) if _ADDED in one.metadata}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def fact(cls: type[T]) -> type[T]:
    """Make a class a frozen record and enter it in the register of fact types under its name."""
    record = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    if record.__name__ in _types:
        raise TypeError(f"two fact types are called {record.__name__}")
    _types[record.__name__] = record
    return record


def fact_types() -> dict[str, type[Fact]]:
    """Every registered type of fact by its name; import :mod:`events.book.fact_types` to have them all."""
    return dict(_types)
