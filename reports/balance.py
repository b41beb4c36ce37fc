"""Every paper adds up before it is printed."""

from __future__ import annotations


class DoesNotAddUp(AssertionError):
    """Two ways to one figure gave different amounts: the paper is not printed."""


def assert_equal(what: str, one_cents: int, other_cents: int) -> None:
    """Assert that a figure comes out the same by two ways; amounts in cents."""
    if one_cents != other_cents:
        raise DoesNotAddUp(f"{what}: {one_cents} cents by one way and {other_cents} by the other")
