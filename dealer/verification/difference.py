"""Where a stored body differs from the one that the rules make of the same command today."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from dealer.commands.phrases import printable
from dealer.commands.refusal import Refusal
from events.book.fact_types import encode
from events.facts.fact import Fact
from events.frozen import Frozen

Body = dict[str, Any] | None
"""A fact's fields as JSON has them, ``kind`` first, or the answer to a command; ``None`` where there is none."""


class Field(Frozen):
    """One value of either body by its path, as ``moves[0].amount_cents``; empty on the side that has no such value.

    Both values are JSON and printable, whatever the book holds.
    """

    path: str
    stored: str
    again: str

    @property
    def differs(self) -> bool:
        """Whether the two sides have other values."""
        return self.stored != self.again


class Difference(Frozen):
    """What the book has stored, and what comes of deciding it ``again``."""

    stored: Body
    again: Body

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every value of both, in the order of the stored body."""
        stored, again = _values(self.stored), _values(self.again)
        return tuple(
            Field(path=path, stored=stored.get(path, ""), again=again.get(path, "")) for path in {**stored, **again}
        )

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the values that differ."""
        return tuple(one.path for one in self.fields if one.differs)


def body_of(fact: Fact | None) -> Body:
    """A fact as a body to be compared."""
    return {"kind": type(fact).__name__, **msgspec.json.decode(encode(fact))} if fact else None


def answer_of(refusal: Refusal | None) -> Body:
    """The answer to a command as a body to be compared: the code and what it says beside the words."""
    return {"refused": None} if refusal is None else {"refused": refusal.code, **refusal.values}


def _values(body: Body) -> dict[str, str]:
    return {printable(path): printable(value) for path, value in _walk("", body)} if body is not None else {}


def _walk(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every value within a value by its path; of an empty list or object itself."""
    match value:
        case dict() if value:
            for name, one in value.items():
                yield from _walk(f"{path}.{name}" if path else name, one)
        case list() if value:
            for at, one in enumerate(value):
                yield from _walk(f"{path}[{at}]", one)
        case _:
            yield path, msgspec.json.encode(value).decode()
