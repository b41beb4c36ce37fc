"""The base of all events (frozen records of what happened), their register, look-up by type, and upcasting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec.structs import fields

from events.frozen import Frozen

T = TypeVar("T")


F = TypeVar("F", bound="Event")
FieldT = TypeVar("FieldT")

_types: dict[str, type[Event]] = {}
_ADDED = "added"

Added = Annotated[FieldT, _ADDED]
"""A field, with a default, that older events do not have; a body omits it at its default.

So an older event that is read and written again keeps its bytes and its hash.
"""


class Move(Frozen, gc=False):
    """An amount, debited to one account and credited to another.

    ``amount_cents`` is positive; the accounts are names in the ledger's chart of accounts.
    """

    debit: str
    credit: str
    amount_cents: int


class Event(Frozen, gc=False):
    """The base of all events, with its moves of money, if any."""

    schema_version: ClassVar[int] = 1

    moves: tuple[Move, ...] = ()


def added_fields(record: type[Event]) -> dict[str, Any]:
    """The :data:`Added` fields of an event, with their defaults."""
    return {field.name: field.default for field in fields(record) if _ADDED in getattr(field.type, "__metadata__", ())}


def event(cls: type[F]) -> type[F]:
    """Register a frozen record as an event type under its name."""
    if cls.__name__ in _types:
        raise TypeError(f"two event types are called {cls.__name__}")
    _types[cls.__name__] = cls
    return cls


def event_types() -> dict[str, type[Event]]:
    """All registered event types by name; import :mod:`events.book.event_types` to load them all."""
    return dict(_types)


class ByType(dict[type[Event], tuple[T, ...]]):
    """Looks up, for an event type, all values entered for its base classes, in the order entered.

    ``ByType({StakeLaid: laid, InTurn: turned})[type(event)]`` is computed once per type.
    """

    def __init__(self, entries: Mapping[type[Event], T]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, kind: type[Event]) -> tuple[T, ...]:
        found = self[kind] = tuple(entry for base, entry in self._entries.items() if issubclass(kind, base))
        return found


Body = dict[str, Any]
Upcaster = Callable[[Body], Body]

_upcasters: dict[tuple[str, int], Upcaster] = {}
"""The function that upcasts a body, by the event's name and the version it upcasts from."""


def upcasts(event_type: type[Event], *, to: int) -> Callable[[Upcaster], Upcaster]:
    """Register a function that upcasts bodies to a version from the previous one, and set the type's version."""
    before = event_type.schema_version
    if to != before + 1:
        raise TypeError(f"{event_type.__name__} is of version {before}, and is not lifted to {to}")

    def entered(upcaster: Upcaster) -> Upcaster:
        _upcasters[event_type.__name__, before] = upcaster
        event_type.schema_version = to
        return upcaster

    return entered


def upcast(kind: str, schema_version: int, body: Body) -> Body:
    """A body of any version as its type has it today."""
    while upcaster := _upcasters.get((kind, schema_version)):
        body = upcaster(body)
        schema_version += 1
    return body
