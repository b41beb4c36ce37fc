"""A house of fifty tables on PostgreSQL, beside one of its tables alone on the same server.

The server is a ``casekeeper serve``, the screens a process of their own, all on one machine. A dealer of the fifty
touches once a second, at a moment of chance; the lone one five times a second, so that there are enough touches for a
p99. The quick form has no server: it takes the processor's time of a touch and of what its screens are told, at twenty
tables in turn and at one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.evening import SEATED, evening
from bench.figures import Figure, in_turn
from bench.house_in_process import house_in_process
from bench.screens import screens
from bench.served_tables import postgresql, serving_tables

TABLES, QUICK_TABLES = 50, 20
ROUNDS = 4
QUICK_ROUNDS = 5
QUICK_TOUCHES = 4
SECONDS, APART_S = 12.0, 1.0
ALONE_SECONDS, ALONE_APART_S = 24.0, 0.2
"""The lone table plays longer: of sixty touches the slowest would be the p99."""
MOST = 3.0
ALONE = "one table alone"


def figures(quick: bool) -> Iterator[Figure]:
    """How long a touch waits for its answer, and its screens for it."""
    yield from _quick() if quick else _served()


def _served() -> Iterator[Figure]:
    with (
        TemporaryDirectory(prefix="casekeeper-bench-") as folder,
        postgresql(Path(folder)) as url,
        serving_tables(Path(folder), url, TABLES) as served,
        screens(served) as house,
    ):

        def played(tables: int, seconds: float, apart_s: float) -> tuple[float, ...]:
            house.sit_down(tables)
            before = served.processor_s
            seen = house.play(seconds, apart_s)
            used = served.processor_s - before
            return _p99(seen.answered), _p99(seen.heard_by_all), used / len(seen.answered)

        taken = [
            (played(TABLES, SECONDS, APART_S), played(1, ALONE_SECONDS, ALONE_APART_S)) for _ in range(ROUNDS + 1)
        ][1:]
    for at, what, most in (
        (0, f"a touch at one of {TABLES} tables, p99", MOST),
        (1, "until its tablet, board and player’s page are updated, p99", None),
        (2, "the server’s processor time of a touch and its updates", None),
    ):
        ours, theirs = (tuple(one[whose][at] for one in taken) for whose in (0, 1))
        yield Figure(what=what, beside=ALONE, unit="s", ours=ours, theirs=theirs, at_most=most)


def _p99(took: Sequence[float]) -> float:
    return sorted(took)[-1 - len(took) // 100]


def _quick() -> Iterator[Figure]:
    with house_in_process(QUICK_TABLES) as tables:
        commands = [iter(evening(1)[SEATED:]) for _ in tables]
        turn = cycle(range(1, QUICK_TABLES))

        def touch(number: int) -> None:
            tables[number].touch(next(commands[number]))
            tables[number].tell()

        def taken(numbers: Sequence[int]) -> float:
            begun = process_time()
            for number in numbers:
                touch(number)
            return (process_time() - begun) / len(numbers)

        ours, theirs = in_turn(
            QUICK_ROUNDS, lambda: taken([next(turn) for _ in range(QUICK_TOUCHES)]), lambda: taken([0] * QUICK_TOUCHES)
        )
    what = f"the processor’s time of a touch and what its screens are told, at {QUICK_TABLES} tables in turn"
    yield Figure(what=what, beside=ALONE, unit="s", ours=ours, theirs=theirs, at_most=MOST)
