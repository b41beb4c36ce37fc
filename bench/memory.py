"""The memory of a process that holds live nights: fifty of them with every page shown, and one that goes on for long.

Of the long night every hundredth command is followed by its three pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.evening import SEATED, evening
from bench.figures import Figure
from bench.house_in_process import house_in_process
from bench.process_time import alone

NIGHTS, COMMANDS = 50, 130
QUICK_NIGHTS, QUICK_COMMANDS = 8, 10
MOST_BYTES = 300e6
SHOWN_EVERY = 100
FLAT, HELD = 1.1, 1.3
"""How much more ten times the commands may take: what has to be kept of each is some hundred bytes."""
ROUNDS = 3


def figures(quick: bool) -> Iterator[Figure]:
    """Resident memory, in bytes, each time in a process of its own; the quick form has all of it in this one."""
    nights, commands = (QUICK_NIGHTS, QUICK_COMMANDS) if quick else (NIGHTS, COMMANDS)
    few, many, deals = (50, 250, 2) if quick else (1_000, 10_000, 75)
    told = evening(deals)[SEATED : SEATED + many]
    assert len(told) == many
    live, long = [], []
    for _ in range(1 if quick else ROUNDS):
        live.append(_of_nights(nights, told[:commands]) if quick else alone(_of_nights, nights, told[:commands]))
        long.append(_of_commands(told, few) if quick else alone(_of_commands, told, few))
    limits = (MOST_BYTES,) * len(live)
    yield Figure(
        what=f"{nights} live nights of {SEATED + commands} commands, all pages shown",
        beside="300 MB",
        unit="B",
        ours=tuple(live),
        theirs=limits,
        at_most=1,
    )
    before, after = zip(*long, strict=True)
    what, beside = f"a night after {many:,} commands", f"after {few:,}"
    yield Figure(what=what, beside=beside, unit="B", ours=after, theirs=before, at_most=FLAT, held=HELD)


def _of_nights(nights: int, told: Sequence[dict[str, Any]]) -> float:
    with house_in_process(nights) as tables:
        for table in tables:
            for document in told:
                table.carry_out(document)
        for table in tables:
            table.show()
        return _resident_bytes()


def _of_commands(commands: Sequence[dict[str, Any]], few: int) -> tuple[float, float]:
    with house_in_process(1) as (table,):
        before = 0.0
        for number, document in enumerate(commands, 1):
            table.carry_out(document)
            if number % SHOWN_EVERY == 0:
                table.show()
            if number == few:
                before = _resident_bytes()
        return before, _resident_bytes()


def _resident_bytes() -> float:
    status = Path("/proc/self/status").read_text()
    return float(status.partition("VmRSS:")[2].split()[0]) * 1024
