"""What is done about facts, looked up by their types: one table in place of one question after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from events.facts.fact import Fact

T = TypeVar("T")


class ByType(dict[type[Fact], tuple[T, ...]]):
    """Of a fact, by its type, all that was entered for one of its bases, in the order of the entries.

    ``ByType({StakeLaid: laid, InTurn: turned})[type(fact)]`` is found out once for every type.
    """

    def __init__(self, entries: Mapping[type[Fact], T]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, kind: type[Fact]) -> tuple[T, ...]:
        found = self[kind] = tuple(one for base, one in self._entries.items() if issubclass(kind, base))
        return found
