"""What a book can keep of what was sent, and gives back as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from events.book.reading import canonical, document_in
from events.records import MOST_LEVELS, is_keepable

TEXTS = some.text(some.characters())
NUMBERS = some.integers() | some.integers(-(10**4300), 10**4300) | some.floats()
DOCUMENTS = some.dictionaries(
    TEXTS,
    some.recursive(
        TEXTS | NUMBERS | some.booleans() | some.none(),
        lambda inner: some.lists(inner) | some.dictionaries(TEXTS, inner),
        max_leaves=10,
    ),
)


def nested(levels: int) -> Any:
    return json.loads("[" * levels + "]" * levels)


@given(DOCUMENTS)
def test_what_can_be_kept_is_read_as_it_was(document: dict[str, Any]) -> None:
    if is_keepable(document):
        assert document_in(canonical(document)) == document


@pytest.mark.parametrize(
    "value",
    [
        *("\ud800", float("inf"), float("nan"), -(10**4299), 10**4300),
        *(object(), (1,), {1: "x"}, nested(MOST_LEVELS), nested(900)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_read_as_it_was_written_cannot_be_kept(value: object) -> None:
    assert not is_keepable({"about": value})


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -1,
        2**63,
        -(10**40),
        1.5,
        -0.0,
        "café",
        "a\0b",
        nested(MOST_LEVELS - 1),
        [[]] * 100,
        [{"a": {}}] * 100,
    ],
    ids=lambda value: type(value).__name__,
)
def test_all_else_can(value: object) -> None:
    assert is_keepable({"about": value})
