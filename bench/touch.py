"""A touch at the tablet: what its answer weighs, what it costs late in a night, and when the page has painted it.

The answer of a page that says what it shows. Answers over HTTP and the fingers of a browser have a ``casekeeper
serve``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.evening import SEATED, evening
from bench.figures import Figure, in_turn
from bench.finger import fingers
from bench.house_in_process import TableHere, house_in_process
from bench.served_tables import serving_tables
from bench.tablet import Tablet

EARLY, LATE, QUICK_LATE = 100, 10_000, 500
A_DEAL = 100
"""A deal of the evening has more than so many commands."""

TOUCHES = 30
ROUNDS, QUICK_ROUNDS = 10, 3
MOST_BYTES = 15_000
FLAT, HELD = 1.2, 1.6
MOST_PAINTED = 1.5


def figures(quick: bool) -> Iterator[Figure]:
    """Bytes and the processor's time in process; in the whole form answers over HTTP and fingers in a browser too."""
    yield from _in_process(QUICK_LATE if quick else LATE, QUICK_ROUNDS if quick else ROUNDS)
    if not quick:
        yield from _over_http()
        yield from _in_a_browser()


def _commands(late: int, rounds: int) -> tuple[dict[str, Any], ...]:
    """An evening of so many commands, and those of the rounds after them."""
    needed = late + 1 + TOUCHES * (rounds + 1)
    commands = evening(needed // A_DEAL + 1)[SEATED:]
    assert len(commands) >= needed
    return commands


def _in_process(late: int, rounds: int) -> Iterator[Figure]:
    commands = _commands(late, rounds)
    with house_in_process(2) as (early_table, late_table):
        weights: list[int] = []

        def touched(table: TableHere, touches: Iterator[dict[str, object]]) -> float:
            begun = process_time()
            weights.extend([table.touch(document) for document in islice(touches, TOUCHES)])
            return (process_time() - begun) / TOUCHES

        touches = [iter(commands[:]), iter(commands[:])]
        for table, before, at in zip((early_table, late_table), (EARLY, late), touches, strict=True):
            for document in islice(at, before):
                table.carry_out(document)
            # A page is loaded whole first.
            table.touch(next(at))
        ours, theirs = in_turn(
            rounds, lambda: touched(late_table, touches[1]), lambda: touched(early_table, touches[0])
        )
    yield Figure(
        what="the answer to a touch at six players, before compression",
        beside="what is to be reached",
        unit="B",
        ours=(float(median(weights)),),
        theirs=(float(MOST_BYTES),),
        at_most=1,
    )
    yield _beside_early(f"the processor’s time of a touch after {late:,} commands", ours, theirs, HELD)


def _over_http() -> Iterator[Figure]:
    """What a dealer waits for: from the first byte sent to the last byte taken in."""
    commands = _commands(LATE, ROUNDS)
    played = [commands[:LATE], commands[:EARLY]]
    with (
        TemporaryDirectory(prefix="casekeeper-bench-") as folder,
        serving_tables(Path(folder), str(Path(folder, "house.db")), len(played), played) as served,
        asyncio.Runner() as runner,
    ):

        def touched(tablet: Tablet, touches: Iterator[dict[str, Any]]) -> float:
            return runner.run(_touched(tablet, touches)) / TOUCHES

        tablets = [Tablet(served.port, table) for table in served.tables]
        touches = [iter(commands[len(one) :]) for one in played]
        for tablet, at in zip(tablets, touches, strict=True):
            runner.run(tablet.sign_in())
            # A page is loaded whole first.
            runner.run(tablet.touch(next(at)))
        ours, theirs = in_turn(ROUNDS, lambda: touched(tablets[0], touches[0]), lambda: touched(tablets[1], touches[1]))
    yield _beside_early(f"the whole answer to a touch over HTTP, after {LATE:,} commands", ours, theirs)


def _beside_early(what: str, late: tuple[float, ...], early: tuple[float, ...], held: float | None = None) -> Figure:
    return Figure(what=what, beside=f"after {EARLY}", unit="s", ours=late, theirs=early, at_most=FLAT, held=held)


async def _touched(tablet: Tablet, touches: Iterator[dict[str, Any]]) -> float:
    begun = perf_counter()
    for document in islice(touches, TOUCHES):
        await tablet.touch(document)
    return perf_counter() - begun


def _in_a_browser() -> Iterator[Figure]:
    with (
        TemporaryDirectory(prefix="casekeeper-bench-") as folder,
        serving_tables(Path(folder), str(Path(folder, "house.db")), 1) as served,
        fingers(served) as finger,
    ):
        ours, theirs = in_turn(ROUNDS, finger.touches, finger.empty_requests)
    yield Figure(
        what="from the finger to the painted table, p95",
        beside="to the paint after an empty answer",
        unit="s",
        ours=ours,
        theirs=theirs,
        at_most=MOST_PAINTED,
    )
