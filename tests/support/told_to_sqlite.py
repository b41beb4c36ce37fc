"""What SQLite itself says that it was told, whoever spoke to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def told_to_sqlite(engine: Engine) -> Iterator[list[str]]:
    """The statements that the connections of an engine run until the end of the block, with their values in them."""
    told: list[str] = []

    def trace(connection: Any, *_: object) -> None:
        connection.set_trace_callback(told.append)

    event.listen(engine, "checkout", trace)
    try:
        yield told
    finally:
        event.remove(engine, "checkout", trace)
