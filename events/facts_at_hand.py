"""Facts at hand, in order: the last ones as they are, older ones packed, for what is far back is seldom asked for.

Of an old fact the fact itself and the id of its command are left, which a night keeps to take it back; all else of its
record is packed with that of its neighbours, and made again when somebody asks.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from functools import lru_cache

from events.facts.fact import Fact
from events.records import Recorded

BLOCK = 256
"""So many facts are packed together, and unpacked when one of them is asked for."""

RECENT = 512
"""Of at least so many of the last facts the records are kept."""

UNPACKED = 2
"""So many blocks are kept unpacked that were asked for last."""

_FAST = 1
"""A level of compression: what can be made smaller is made so by any, and hashes are not."""


class _Block:
    """Facts that are packed, with the ids of their commands beside them."""

    __slots__ = ("commands", "facts", "rest")

    def __init__(self, records: Sequence[Recorded]) -> None:
        self.facts: tuple[Fact, ...] = tuple(recorded.fact for recorded in records)
        self.commands = tuple(one.command for one in records)
        rest = [
            (record.stream, record.version, record.at, record.who, record.device, record.hash) for record in records
        ]
        # In a book that was forged anything may stand in any of these.
        self.rest = zlib.compress(pickle.dumps(list(zip(*rest, strict=True)), pickle.HIGHEST_PROTOCOL), _FAST)


@lru_cache(UNPACKED)
def _unpacked(block: _Block) -> list[Recorded]:
    rest = zip(block.facts, block.commands, *pickle.loads(zlib.decompress(block.rest)), strict=True)
    return [
        Recorded(
            stream=stream,
            version=version,
            fact=fact,
            at=at,
            who=who,
            device=device,
            command=command,
            hash=digest,
        )
        for fact, command, stream, version, at, who, device, digest in rest
    ]


class FactsAtHand:
    """Facts, so many by ``count``, which only grows. One adds or packs at a time; any others may read meanwhile."""

    __slots__ = ("_parts", "count")

    def __init__(self) -> None:
        self._parts: tuple[tuple[_Block, ...], list[Recorded]] = ((), [])
        self.count = 0

    def add(self, newer: Sequence[Recorded]) -> None:
        """Put more facts at the end."""
        self._parts[1].extend(newer)
        self.count += len(newer)

    def pack(self) -> None:
        """Pack the oldest ones that are not, if there are enough of them: a block at the most, so as to be quick."""
        blocks, recent = self._parts
        if len(recent) >= RECENT + BLOCK:
            self._parts = ((*blocks, _Block(recent[:BLOCK])), recent[BLOCK:])

    def between(self, start: int, stop: int) -> list[Recorded]:
        """The facts from a place on, the first of all being at 0, up to another, without that one."""
        blocks, recent = self._parts
        packed = len(blocks) * BLOCK
        if start >= packed:
            return recent[start - packed : stop - packed]
        found: list[Recorded] = []
        for at in range(start // BLOCK, min(len(blocks), -(-stop // BLOCK))):
            first = at * BLOCK
            found += _unpacked(blocks[at])[max(start - first, 0) : stop - first]
        return found + recent[: stop - packed] if stop > packed else found
