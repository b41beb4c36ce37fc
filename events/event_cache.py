"""A sequence of events: the newest as records, older ones compressed, as they are seldom needed.

An old event itself and the id of its command stay in memory, as a night needs them for taking it back; the rest of its
record is compressed in blocks and restored on demand.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from functools import lru_cache

from events.common.event import Event
from events.records import Recorded

BLOCK = 256
"""The number of events per block."""

RECENT = 512
"""The minimum number of newest events that are stored as records."""

UNPACKED = 2
"""How many decompressed blocks are cached."""

_FAST = 1
"""The compression level: higher levels gain nothing, as hashes do not compress."""


class _Block:
    """A block of compressed events, with the ids of their commands."""

    __slots__ = ("commands", "events", "rest")

    def __init__(self, records: Sequence[Recorded]) -> None:
        self.events: tuple[Event, ...] = tuple(recorded.event for recorded in records)
        self.commands = tuple(row.command for row in records)
        rest = [
            (record.stream, record.version, record.at, record.who, record.device, record.hash) for record in records
        ]
        # In a forged book any of these values may be anything.
        self.rest = zlib.compress(pickle.dumps(list(zip(*rest, strict=True)), pickle.HIGHEST_PROTOCOL), _FAST)


@lru_cache(UNPACKED)
def _unpacked(block: _Block) -> list[Recorded]:
    rest = zip(block.events, block.commands, *pickle.loads(zlib.decompress(block.rest)), strict=True)
    return [
        Recorded(
            stream=stream,
            version=version,
            event=event,
            at=at,
            who=who,
            device=device,
            command=command,
            hash=digest,
        )
        for event, command, stream, version, at, who, device, digest in rest
    ]


class EventCache:
    """A growing sequence of events. One thread may add or pack at a time while others read."""

    __slots__ = ("_parts", "count")

    def __init__(self) -> None:
        self._parts: tuple[tuple[_Block, ...], list[Recorded]] = ((), [])
        self.count = 0

    def add(self, newer: Sequence[Recorded]) -> None:
        """Append events."""
        self._parts[1].extend(newer)
        self.count += len(newer)

    def pack(self) -> None:
        """Compress the oldest uncompressed events, if there are enough: at most one block, to be quick."""
        blocks, recent = self._parts
        if len(recent) >= RECENT + BLOCK:
            self._parts = ((*blocks, _Block(recent[:BLOCK])), recent[BLOCK:])

    def between(self, start: int, stop: int) -> list[Recorded]:
        """The events from index ``start`` to ``stop`` (exclusive), counted from 0."""
        blocks, recent = self._parts
        packed = len(blocks) * BLOCK
        if start >= packed:
            return recent[start - packed : stop - packed]
        found: list[Recorded] = []
        for at in range(start // BLOCK, min(len(blocks), -(-stop // BLOCK))):
            first = at * BLOCK
            found += _unpacked(blocks[at])[max(start - first, 0) : stop - first]
        return found + recent[: stop - packed] if stop > packed else found
