"""What a book can keep of what was sent and gives back as it was, and how documents load."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from marshmallow import ValidationError

from dealer.commands.commands import HOUSE_COMMANDS, arguments_of
from dealer.games import GAMES
from events.book.reading import canonical, document_in
from events.records import MOST_LEVELS, is_keepable

TEXTS = some.text(some.characters())
ANY_NUMBERS = some.integers() | some.integers(-(10**4300), 10**4300) | some.floats()
DOCUMENTS = some.dictionaries(
    TEXTS,
    some.recursive(
        TEXTS | ANY_NUMBERS | some.booleans() | some.none(),
        lambda inner: some.lists(inner) | some.dictionaries(TEXTS, inner),
        max_leaves=10,
    ),
)


def nested(levels: int) -> Any:
    return json.loads("[" * levels + "]" * levels)


@settings(max_examples=30)
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


def test_a_number_that_an_earlier_program_kept_is_read() -> None:
    document = {"amount": 10**400, "do": "tip"}
    assert document_in(canonical(document)) == document


@pytest.mark.parametrize("value", ['"\\ud800"', "NaN", "Infinity", "1e999", f"{10**400}, ", '"\n"', "{"])
def test_what_no_program_can_have_written_does_not_read(value: str) -> None:
    """Half a surrogate pair was read, and whoever wrote it again to compare it broke."""
    with pytest.raises(msgspec.MsgspecError):
        document_in(f'{{"amount":{value}}}')


def test_what_does_not_load_is_told_whole() -> None:
    """Every fault of it, as the schema of record tells them."""
    with pytest.raises(ValidationError) as caught:
        arguments_of({"do": "buy_checks", "amount": 5.7, "stranger": 1}, HOUSE_COMMANDS["buy_checks"])
    assert set(caught.value.messages) == {"player", "amount", "stranger"}


def test_half_a_surrogate_pair_in_place_of_a_list_does_not_load() -> None:
    document = {"do": "start_hand", "dealer": "red", "players": "\ud83c"}
    with pytest.raises(ValidationError):
        arguments_of(document, GAMES["frog"].words["start_hand"])
