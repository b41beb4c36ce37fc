"""Older bodies of events lifted to the fields that their types have today, when they are read.

A type of event whose fields change gets a function below it, which makes a body of the version before one of the new::

    @upcasts(DealStarted, to=2)
    def _box_is_named(body: Body) -> Body:
        return {**body, "box": "wood"}

That raises the type's ``schema_version``. What is stored stays as it was written, and hashes are taken over that alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.common.event import Event

Body = dict[str, Any]
Upcaster = Callable[[Body], Body]

_upcasters: dict[tuple[str, int], Upcaster] = {}
"""The function that upcasts a body, by the event's name and the version it upcasts from."""


def upcasts(event_type: type[Event], *, to: int) -> Callable[[Upcaster], Upcaster]:
    """Register a function that upcasts bodies to a version from the previous one, and set the type's version."""
    before = event_type.schema_version
    if to != before + 1:
        raise TypeError(f"{event_type.__name__} is of version {before}, and is not lifted to {to}")

    def entered(upcaster: Upcaster) -> Upcaster:
        _upcasters[event_type.__name__, before] = upcaster
        event_type.schema_version = to
        return upcaster

    return entered


def upcast(kind: str, schema_version: int, body: Body) -> Body:
    """A body of any version as its type has it today."""
    while upcaster := _upcasters.get((kind, schema_version)):
        body = upcaster(body)
        schema_version += 1
    return body
