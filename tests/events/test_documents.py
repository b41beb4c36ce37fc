"""What a book can keep of what was sent and gives back as it was, and how documents load."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some
from hypothesis import strategies as st
from marshmallow import ValidationError
from marshmallow.fields import Field, List, Nested
from marshmallow.validate import OneOf

from dealer.commands.commands import HOUSE_COMMANDS
from dealer.games import GAMES
from dealer.printings import ChooseHouseStyle, PrintPapers
from dealer.staff.commands import _COMMANDS as OF_STAFF
from events.book.reading import canonical, document_in
from events.loading import load, load_at_once
from events.records import MOST_LEVELS, is_keepable
from events.schema import schema_for

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


RECORDS: list[type] = [
    *HOUSE_COMMANDS.values(),
    *OF_STAFF.values(),
    ChooseHouseStyle,
    PrintPapers,
    *(command for game in GAMES.values() for command in game.commands),
]

WORDS = [
    "red",
    "",
    " red",
    "a\0b",
    "\ud800",
    "x" * 65,
    "x" * 501,
    "bank",
    "a:b",
    "Qs",
    "10h",
    "A",
    "1",
    "2026-11-21",
    "all",
    "USD",
    "0" * 64,
]
NUMBERS = [0, 1, 2, -1, 25, 500, 10**12, 10**12 + 1, 2**70, 0.5, 1.0, 5.7, True, False]
VALUES: list[Any] = [*WORDS, *NUMBERS, None, [], {}, {"do": "void"}, b"red", ("A",)]
VALUES += [*[[entry] for entry in VALUES], ["A", "2"], ["A"] * 61]


def choices_of(field: Field[Any]) -> Iterator[Any]:
    """The words that a field takes, or has in the lists or records that it takes."""
    for validator in field.validators:
        if isinstance(validator, OneOf):
            yield from validator.choices
    if isinstance(field, List):
        yield from ([choice] for choice in choices_of(field.inner))
    if isinstance(field, Nested):
        yield {entry.data_key or name: sound_values(entry)[0] for name, entry in field.schema.fields.items()}


def is_taken(field: Field[Any], value: Any) -> bool:
    try:
        field.deserialize(value)
    except ValidationError:
        return False
    return True


def sound_values(field: Field[Any]) -> list[Any]:
    return [value for value in (*choices_of(field), *VALUES) if is_taken(field, value)]


@cache
def documents_of(record: type) -> st.SearchStrategy[dict[str, Any]]:
    """Documents of a record: sound ones, and some with a value that is not, a key that is missing, or one too many."""
    required: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {"stranger": st.just(1)}
    for name, field in schema_for(record).fields.items():
        values = st.sampled_from(sound_values(field))
        (required if field.required else optional)[field.data_key or name] = values
    sound = st.fixed_dictionaries(
        required, optional={key: entry for key, entry in optional.items() if key != "stranger"}
    )
    spoiled = {key: entry | st.sampled_from(VALUES) for key, entry in {**required, **optional}.items()}
    return sound | st.fixed_dictionaries({}, optional=spoiled)


def outcome_of(make: Any, document: dict[str, Any]) -> str | None:
    """What comes of a document, in words, since to Python 1 is True; ``None`` where it is refused."""
    try:
        return repr(make(document))
    except ValidationError:
        return None


@pytest.mark.parametrize("record", RECORDS, ids=[f"{entry.__module__}.{entry.__name__}" for entry in RECORDS])
@settings(max_examples=25)
@given(data=st.data())
def test_the_quick_way_and_the_schema_of_record_take_the_same_documents_alike(
    record: type, data: st.DataObject
) -> None:
    """What either makes of a document is what the other does; and what the quick way refuses is refused in full."""
    document = data.draw(documents_of(record))
    # A parser of JSON makes no tuples, least of all within a list.
    lists = [value for value in document.values() if isinstance(value, list)]
    assume(not any(isinstance(item, tuple) for items in lists for item in items))
    by_schema = outcome_of(schema_for(record).load, document)
    assert outcome_of(lambda entry: load(record, entry), document) == by_schema
    quickly = outcome_of(partial(load_at_once, record), document)
    assert quickly in (by_schema, None)
    if "b'red'" not in str(document):
        assert quickly == by_schema


def test_what_does_not_load_is_told_whole() -> None:
    """Every fault of it, as the schema of record tells them."""
    with pytest.raises(ValidationError) as caught:
        load(HOUSE_COMMANDS["buy_checks"], {"amount": 5.7, "stranger": 1})
    assert set(caught.value.messages) == {"player", "amount", "stranger"}


def test_half_a_surrogate_pair_in_place_of_a_list_is_left_to_the_schema() -> None:
    document = {"do": "start_hand", "dealer": "red", "players": "\ud83c"}
    with pytest.raises(ValidationError):
        load_at_once(GAMES["frog"].words["start_hand"], document, frozenset({"do"}))
