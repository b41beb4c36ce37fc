"""All facts by name: their typed decoders for replay and their marshmallow schemas of record.

Replay reads a stored fact with msgspec straight into its frozen record; marshmallow stays the schema of
record, and a test holds the two equal for every type of fact.
"""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import Schema

from events import money, night, papers, staff
from events.fact import Fact, added_fields, fact_types
from events.games import GAMES
from events.schema import schema_for

__all__ = ["UnknownFact", "decode", "encode", "kinds", "schema"]

_HOUSE = (night, money, staff, papers)
_encoder = msgspec.json.Encoder(order="sorted")
_added: dict[type[Fact], dict[str, Any]] = {}
_decoders: dict[tuple[str, int], msgspec.json.Decoder[Fact]] = {}


class UnknownFact(ValueError):
    """A stored fact has a type, a schema version or a body that this program does not know."""


def kinds() -> dict[tuple[str, int], type[Fact]]:
    """Every fact type by its name and schema version: the house's, and those of the games that there are."""
    modules = {module.__name__ for module in (*_HOUSE, *GAMES.values())}
    return {(name, one.schema_version): one for name, one in fact_types().items() if one.__module__ in modules}


def schema(kind: str, schema_version: int = 1) -> Schema:
    """The marshmallow schema of record of a fact type."""
    return schema_for(kinds()[kind, schema_version])


def encode(fact: Fact) -> str:
    """A fact's body as canonical JSON: keys sorted, no spaces, UTF-8; fields added later left out at their default."""
    added = _added.get(type(fact))
    if added is None:
        added = _added.setdefault(type(fact), added_fields(type(fact)))
    if not added:
        return _encoder.encode(fact).decode()
    body = msgspec.to_builtins(fact)
    kept = {name: value for name, value in body.items() if name not in added or value != added[name]}
    return _encoder.encode(kept).decode()


def decode(kind: str, schema_version: int, body: str | bytes) -> Any:
    """A stored body as its frozen record, by the fast path; :class:`UnknownFact` where it is not one.

    It refuses what the schema of record refuses, but for a key that the record has not: that it passes over.
    """
    try:
        return (_decoders.get((kind, schema_version)) or _decoder(kind, schema_version)).decode(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnknownFact(f"the body of a {kind} does not read: {error}") from None


def _decoder(kind: str, schema_version: int) -> msgspec.json.Decoder[Fact]:
    """The decoder of a fact type, made when the first such fact is read."""
    fact_type = kinds().get((kind, schema_version))
    if fact_type is None:
        raise UnknownFact(f"no fact is called {kind} in version {schema_version}")
    return _decoders.setdefault((kind, schema_version), msgspec.json.Decoder(fact_type))
