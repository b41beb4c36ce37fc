"""Adding figures up; and every paper adds up before it is printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar

F = TypeVar("F")


def added(kind: type[F], parts: Iterable[F]) -> F:
    """The sum of records all of whose fields are numbers; nothing adds up to a record of noughts."""
    total: Any = kind()
    for part in parts:
        for one in fields(total):
            setattr(total, one.name, getattr(total, one.name) + getattr(part, one.name))
    summed: F = total
    return summed


class DoesNotAddUp(AssertionError):
    """Two ways to one figure gave different amounts: the paper is not printed."""


def assert_equal(what: str, one_cents: int, other_cents: int) -> None:
    """Assert that a figure comes out the same by two ways; amounts in cents."""
    if one_cents != other_cents:
        raise DoesNotAddUp(f"{what}: {one_cents} cents by one way and {other_cents} by the other")
