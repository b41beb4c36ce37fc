"""Every event: the fast reading by msgspec and the marshmallow schema of record are one; what events of games share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from events.book.event_types import UnknownEvent, decode, encode, kinds, load
from events.common.event import Event, added_fields, event, event_types
from events.common.house import HouseSettingsChanged, PlayerChanged
from events.common.night import ChecksBought, NightOpened
from events.common.play import InRound
from events.frozen import Frozen
from events.games import GAMES, fan_tan, faro, game_of
from events.games.faro import DealStarted

KINDS = sorted((name, entry.schema_version) for name, entry in kinds().items())
each_kind = pytest.mark.parametrize(("kind", "version"), KINDS, ids=[f"{kind}-{version}" for kind, version in KINDS])

ALIENS: list[Any] = [1, 1.0, 1.5, True, None, "", "1", "true", [], ["x"], [None], {"moves": 1}]
"""Values one of which is wrong wherever it is put."""


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that stands in an event."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return st.one_of(*[values_of(argument) for argument in arguments])
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is list:
        return st.lists(values_of(arguments[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(st.text(max_size=8), values_of(arguments[1]), max_size=4)
    if issubclass(hint, Frozen):
        return records_of(hint)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers() | st.integers(-(10**12), 10**12),
        str: st.text(max_size=20),
        bool: st.booleans(),
        NoneType: st.none(),
    }
    return simple[hint]


@cache
def records_of(record: Any) -> st.SearchStrategy[Any]:
    """Any instance of a frozen record, made from its type hints."""
    hints = get_type_hints(record)
    return st.builds(record, **{name: values_of(hints[name]) for name in record.__struct_fields__})


def example_of(hint: Any) -> Any:
    """One JSON document of a type with everything in it that may be in it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return example_of(arguments[0])
    if origin in (tuple, list):
        return [example_of(arguments[0])]
    if origin is dict:
        return {"key": example_of(arguments[1])}
    if issubclass(hint, Frozen):
        hints = get_type_hints(hint)
        return {name: example_of(hints[name]) for name in hint.__struct_fields__}
    simple: dict[Any, Any] = {int: 25, str: "red", bool: True}
    return simple[hint]


def spoiled(document: Any) -> Iterator[Any]:
    """A document with every value in it, one after another, made every alien, and every key left out."""
    yield from ALIENS
    if isinstance(document, dict):
        for key, value in document.items():
            yield {name: other for name, other in document.items() if name != key}
            yield from ({**document, key: new} for new in spoiled(value))
    if isinstance(document, list):
        for at, value in enumerate(document):
            yield from ([*document[:at], new, *document[at + 1 :]] for new in spoiled(value))


def fast(kind: str, version: int, document: Any) -> Event | None:
    """What msgspec makes of a document; None where it refuses it."""
    try:
        read: Event = decode(kind, version, json.dumps(document))
    except UnknownEvent:
        return None
    return read


def of_record(kind: str, version: int, document: Any) -> Event | None:
    """What marshmallow makes of a document; None where it refuses it."""
    try:
        read: Event = load(kind, version, document)
    except ValidationError:
        return None
    return read


@each_kind
@settings(max_examples=4)
@given(data=st.data())
def test_bodies_are_canonical_json_that_msgspec_and_marshmallow_read_alike(
    kind: str, version: int, data: st.DataObject
) -> None:
    """Any instance is read by both as itself; compared as JSON too, since to Python 1 is True.

    Keys are sorted, without spaces, in UTF-8, as Python's own json writes it, and nothing is left out but what was
    added later: such a field stands where it is not at its default, and bodies from before it stay as they are.
    """
    created = data.draw(records_of(kinds()[kind]))
    body = encode(created)
    quickly, by_schema = decode(kind, version, body), load(kind, version, json.loads(body))
    assert quickly == by_schema == created
    assert encode(quickly) == encode(by_schema) == body
    assert type(quickly) is type(by_schema) is kinds()[kind]
    document = json.loads(body)
    assert body == json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    at_default = {name for name, default in added_fields(type(created)).items() if getattr(created, name) == default}
    assert set(document) == set(created.__struct_fields__) - at_default


@each_kind
def test_both_refuse_the_same_spoiled_documents(kind: str, version: int) -> None:
    """Every value of every event replaced by every wrong one: what one refuses the other refuses, or both agree."""
    document = example_of(kinds()[kind])
    assert fast(kind, version, document) == of_record(kind, version, document) is not None
    refused = 0
    for item in spoiled(document):
        # A surplus key and none of its own: the fast path passes over the key, as below, and has all of the defaults.
        is_empty = isinstance(item, dict) and item.get("settings") == {"moves": 1}
        assert is_empty or fast(kind, version, item) == of_record(kind, version, item), item
        refused += fast(kind, version, item) is None
    assert refused >= len(ALIENS)


def is_written_alike(hint: Any) -> bool:
    """Whether values of a type that are equal are written alike: to Python 1 is True."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return not {int, bool}.issubset(arguments) and all(map(is_written_alike, arguments))
    if origin in (tuple, list, dict):
        return all(is_written_alike(argument) for argument in arguments if argument is not ...)
    if issubclass(hint, Frozen):
        hints = get_type_hints(hint)
        return hint.__eq__ is Frozen.__eq__ and all(is_written_alike(hints[name]) for name in hint.__struct_fields__)
    return hint in (int, str, bool, NoneType)


@each_kind
def test_events_that_are_equal_are_written_alike(kind: str, version: int) -> None:
    """But for settings and changed fields, which may be numbers or flags: those are compared as they are written."""
    record = kinds()[kind]
    assert is_written_alike(record) == (record not in (NightOpened, HouseSettingsChanged, PlayerChanged))


def test_events_of_two_kinds_are_never_equal() -> None:
    first, other = (type(name, (Event,), {}) for name in ("One", "Other"))
    assert first() == first() != other()


def test_an_opening_without_a_version_of_the_rules_reads_and_is_written_again_as_it_was() -> None:
    """The bytes of a body are in the hash of its event: an older book's may not change."""
    document = example_of(NightOpened)
    del document["rules"]
    body = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    read = decode("NightOpened", 1, body)
    assert read == load("NightOpened", 1, document)
    assert read.rules == 1
    assert encode(read) == body


@each_kind
def test_a_key_too_many_is_refused_by_the_schema_of_record_and_passed_over_by_the_fast_path(
    kind: str, version: int
) -> None:
    """The one difference between the two, as :func:`events.book.event_types.decode` says."""
    document = example_of(kinds()[kind])
    assert of_record(kind, version, document | {"surplus": 1}) is None
    assert fast(kind, version, document | {"surplus": 1}) == fast(kind, version, document)


@each_kind
def test_an_event_is_frozen(kind: str, version: int) -> None:
    created = fast(kind, version, example_of(kinds()[kind]))
    assert created is not None
    for name in created.__struct_fields__:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(created, name, None)
    assert created.schema_version == version


def test_every_type_of_event_is_in_the_register() -> None:
    of_tests = {name for name, kind in event_types().items() if kind.__module__.startswith("tests.")}
    assert set(kinds()) == set(event_types()) - of_tests


def test_two_events_cannot_have_one_name() -> None:
    with pytest.raises(TypeError, match="two event types are called DealStarted"):
        event(type("DealStarted", (Event,), {}))
    assert event_types()["DealStarted"] is DealStarted


@pytest.mark.parametrize(("kind", "version"), [("DealForgotten", 1), ("DealStarted", 2), ("DealStarted", 0)])
def test_an_unknown_event_is_named(kind: str, version: int) -> None:
    with pytest.raises(UnknownEvent, match=rf"no event is called {kind} in version {version}"):
        decode(kind, version, "{}")


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", '{"deal":1', '{"deal":1}x', r'{"deal":"\ud800"}', "\x00", b"\xff"]
)
def test_a_body_that_does_not_read_is_an_unknown_event(body: str | bytes) -> None:
    with pytest.raises(UnknownEvent, match="DealStarted"):
        decode("DealStarted", 1, body)


ROUND_FIELDS = {"faro": "deal", "fan_tan": "hand"}


def kinds_of(game: str) -> list[type[Event]]:
    return [item for item in event_types().values() if item.__module__ == GAMES[game].__name__]


@pytest.mark.parametrize("game", ROUND_FIELDS)
def test_an_event_with_the_number_of_a_round_is_of_that_round(game: str) -> None:
    for kind in kinds_of(game):
        named = ROUND_FIELDS[game] in kind.__struct_fields__
        assert issubclass(kind, InRound) == named, kind
        if issubclass(kind, InRound):
            assert kind.round_field == ROUND_FIELDS[game]


def test_an_event_is_of_its_game_or_of_the_house() -> None:
    assert game_of(faro.DealStarted(deal=1)) == "faro"
    assert game_of(fan_tan.PotLeft(hand=1, chips=0)) == "fan_tan"
    assert game_of(ChecksBought(player="red", amount_cents=500)) == ""
