"""All event types by name: typed decoders for replay and marshmallow schemas of record.

Replay decodes stored events with msgspec straight into frozen records; marshmallow is the schema of record, and a test
proves both equal for every event type. Both upcast bodies of older schema versions first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import msgspec
from marshmallow import Schema, ValidationError

from events.common import box, house, night, play
from events.common.event import Body, Event, added_fields, event_types, upcast
from events.frozen import decoder_of
from events.games import GAMES
from events.schema import schema_for

__all__ = ["UnknownEvent", "decode", "encode", "encode_all", "is_of_record", "kinds", "load"]

_SHARED = (house, night, play, box)
_encoder = msgspec.json.Encoder(order="sorted")
_added_to = cache(added_fields)
_UPCASTER_FAILS = (LookupError, TypeError, ValueError, AttributeError)
"""The exceptions of an upcaster for a body that no program wrote."""


class UnknownEvent(ValueError):
    """A stored event has a type, schema version or body that this program does not know."""


def kinds() -> dict[str, type[Event]]:
    """All event types by name: those of every night and those of the games."""
    modules = {module.__name__ for module in (*_SHARED, *GAMES.values())}
    return {name: event_type_ for name, event_type_ in event_types().items() if event_type_.__module__ in modules}


def load(kind: str, schema_version: int, body: Body) -> Any:
    """Load an event from a body of any version with the marshmallow schema of record.

    Raises :class:`UnknownEvent` for an unknown version, and :class:`marshmallow.ValidationError`.
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


def encode(event: Event) -> str:
    """An event's body as canonical JSON (sorted keys, no spaces, UTF-8), without later fields at their default."""
    added = _added_to(type(event))
    if not added:
        return _encoder.encode(event).decode()
    body = msgspec.to_builtins(event)
    kept = {name: value for name, value in body.items() if name not in added or value != added[name]}
    return _encoder.encode(kept).decode()


def encode_all(events: Sequence[Event]) -> bytes:
    """The bodies of many events as canonical JSON, one per line."""
    if any(map(_added_to, set(map(type, events)))):
        return "".join([encode(event) + "\n" for event in events]).encode()
    return _encoder.encode_lines(events)


def decode(kind: str, schema_version: int, body: str | bytes) -> Any:
    """Decode a stored body with msgspec; raises :class:`UnknownEvent` if it is invalid.

    It refuses what the schema of record refuses, except for unknown keys, which it ignores.
    """
    try:
        return _decoder(kind, schema_version)(body)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnknownEvent(f"the body of a {kind} does not read: {error}") from None


@cache
def _decoder(kind: str, schema_version: int) -> Callable[[str | bytes], Event]:
    """What decodes a version of an event type, made when the first such event is read."""
    event_type = _type_of(kind, schema_version)
    decoder = decoder_of(event_type)
    if schema_version < event_type.schema_version:
        return partial(_lifted, event_type, schema_version)
    return decoder.decode


def _type_of(kind: str, schema_version: int) -> type[Event]:
    event_type = kinds().get(kind)
    if event_type is None or not 1 <= schema_version <= event_type.schema_version:
        raise UnknownEvent(f"no event is called {kind} in version {schema_version}")
    return event_type


def _lifted(event_type: type[Event], schema_version: int, body: str | bytes) -> Event:
    """Upcast the body of an older version and load the event."""
    document = msgspec.json.decode(body, type=Body)
    try:
        lifted = upcast(event_type.__name__, schema_version, document)
    except _UPCASTER_FAILS as error:
        raise UnknownEvent(f"a {event_type.__name__} of version {schema_version} cannot be lifted: {error!r}") from None
    return msgspec.convert(lifted, event_type)
