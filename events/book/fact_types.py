"""All fact types by name: typed decoders for replay and marshmallow schemas of record.

Replay decodes stored facts with msgspec straight into frozen records; marshmallow is the schema of record, and a test
proves both equal for every fact type. Both upcast bodies of older schema versions first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import msgspec
from marshmallow import Schema, ValidationError

from events.facts import night, papers, play, staff
from events.facts.fact import Fact, added_fields, fact_types
from events.facts.upcasting import Body, upcast
from events.games import GAMES
from events.schema import schema_for

__all__ = ["UnknownFact", "decode", "encode", "encode_all", "is_of_record", "kinds", "load"]

_SHARED = (night, staff, papers, play)
_encoder = msgspec.json.Encoder(order="sorted")
_added_to = cache(added_fields)
_UPCASTER_FAILS = (LookupError, TypeError, ValueError, AttributeError)
"""The exceptions of an upcaster for a body that no program wrote."""


class UnknownFact(ValueError):
    """A stored fact has a type, schema version or body that this program does not know."""


def kinds() -> dict[str, type[Fact]]:
    """All fact types by name: those of every night and those of the games."""
    modules = {module.__name__ for module in (*_SHARED, *GAMES.values())}
    return {name: fact_type_ for name, fact_type_ in fact_types().items() if fact_type_.__module__ in modules}


def load(kind: str, schema_version: int, body: Body) -> Any:
    """Load a fact from a body of any version with the marshmallow schema of record.

    Raises :class:`UnknownFact` for an unknown version, and :class:`marshmallow.ValidationError`.
    """
    schema: Schema = schema_for(_type_of(kind, schema_version))
    return schema.load(upcast(kind, schema_version, body))


def is_of_record(kind: str, schema_version: int, body: str) -> bool:
    """Whether a stored body is canonical JSON and valid by the schema of record."""
    try:
        document = msgspec.json.decode(body, type=Body)
        load(kind, schema_version, document)
    except (msgspec.MsgspecError, RecursionError, ValidationError, *_UPCASTER_FAILS):
        return False
    return _encoder.encode(document).decode() == body


def encode(fact: Fact) -> str:
    """A fact's body as canonical JSON (sorted keys, no spaces, UTF-8), without later fields that have their default."""
    added = _added_to(type(fact))
    if not added:
        return _encoder.encode(fact).decode()
    body = msgspec.to_builtins(fact)
    kept = {name: value for name, value in body.items() if name not in added or value != added[name]}
    return _encoder.encode(kept).decode()


def encode_all(facts: Sequence[Fact]) -> bytes:
    """The bodies of many facts as canonical JSON, one per line."""
    if any(map(_added_to, set(map(type, facts)))):
        return "".join([encode(fact) + "\n" for fact in facts]).encode()
    return _encoder.encode_lines(facts)


def decode(kind: str, schema_version: int, body: str | bytes) -> Any:
    """Decode a stored body with msgspec; raises :class:`UnknownFact` if it is invalid.

    It refuses what the schema of record refuses, except for unknown keys, which it ignores.
    """
    try:
        return _decoder(kind, schema_version)(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnknownFact(f"the body of a {kind} does not read: {error}") from None


@cache
def _decoder(kind: str, schema_version: int) -> Callable[[str | bytes], Fact]:
    """What decodes a version of a fact type, made when the first such fact is read."""
    fact_type = _type_of(kind, schema_version)
    if schema_version < fact_type.schema_version:
        return partial(_lifted, fact_type, schema_version)
    return msgspec.json.Decoder(fact_type).decode


def _type_of(kind: str, schema_version: int) -> type[Fact]:
    fact_type = kinds().get(kind)
    if fact_type is None or not 1 <= schema_version <= fact_type.schema_version:
        raise UnknownFact(f"no fact is called {kind} in version {schema_version}")
    return fact_type


def _lifted(fact_type: type[Fact], schema_version: int, body: str | bytes) -> Fact:
    """Upcast the body of an older version and load the fact."""
    document = msgspec.json.decode(body, type=Body)
    try:
        lifted = upcast(fact_type.__name__, schema_version, document)
    except _UPCASTER_FAILS as error:
        raise UnknownFact(f"a {fact_type.__name__} of version {schema_version} cannot be lifted: {error!r}") from None
    return msgspec.convert(lifted, fact_type)
