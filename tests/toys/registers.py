"""Enters the toys in the registers of their floors, as long as a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.json import Decoder

from dealer import commands, games
from events import register
from events.fact import fact_types

NAMES = ("high_low", "tally")


@contextmanager
def toys_registered() -> Iterator[None]:
    """The toys are games of the house."""
    from tests.toys.high_low import game as high_low
    from tests.toys.tally import game as tally

    records = {one.GAME.name: one.GAME for one in (high_low, tally)}
    words = {word for one in records.values() for word in one.words}
    kinds = {(k, 1): t for k, t in fact_types().items() if t.__module__.startswith("tests.toys.")}
    games.GAMES.update(records)
    commands._commands.update(
        {one.do: one for toy in (high_low, tally) for one in vars(toy).values() if getattr(one, "do", None) in words}
    )
    register._types.update(kinds)
    register._decoders.update({key: Decoder(kind) for key, kind in kinds.items()})
    try:
        yield
    finally:
        for name in records:
            del games.GAMES[name]
        for word in words:
            del commands._commands[word]
        for key in kinds:
            del register._types[key], register._decoders[key]
