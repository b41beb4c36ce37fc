"""The tables of docs/performance.md: one for each part of the bench, written anew where it was measured.

What stands around the tables is written by hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from platform import python_version
from statistics import median

import pyperf

from bench.figures import Figure
from events.book.sqlite import sqlite3

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
_COLUMNS = ("what", "ours", "beside", "theirs", "ratio", "of the rounds", "to reach", "")
_SECONDS = ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms"), (float("inf"), 1.0, "s"))
_BYTES = ((1e3, 1.0, "B"), (1e6, 1e-3, "kB"), (float("inf"), 1e-6, "MB"))
_SCALES = {"s": _SECONDS, "B": _BYTES}
_PYPERF_UNITS = {"s": "second", "B": "byte"}


def table_of(figures: Sequence[Figure]) -> str:
    """The table of a part."""
    return "\n".join((line_of(_COLUMNS), line_of(["---"] * len(_COLUMNS)), *(_row(one) for one in figures)))


def write_page(taken: Mapping[str, Sequence[Figure]]) -> None:
    """Put what was measured in the place of what the page had; :class:`LookupError` where a part has no place there."""
    page = PAGE.read_text(encoding="utf-8")
    for part, figures in taken.items():
        page = put_table(page, part, f"{table_of(figures)}\n\n{this_machine()}")
    PAGE.write_text(page, encoding="utf-8")


def write_values(path: Path, taken: Mapping[str, Sequence[Figure]]) -> None:
    """Every value of every round, ours and theirs, for pyperf's own commands (``stats``, ``compare_to``)."""
    suite = pyperf.BenchmarkSuite(
        [
            _benchmark(f"{part}: {one.what} / {one.beside} / {whose}", values, one.unit)
            for part, figures in taken.items()
            for one in figures
            for whose, values in (("ours", one.ours), ("theirs", one.theirs))
        ]
    )
    suite.dump(str(path), replace=True)


def _benchmark(name: str, values: Sequence[float], unit: str) -> pyperf.Benchmark:
    metadata = {"name": name, "unit": _PYPERF_UNITS.get(unit, "integer")}
    return pyperf.Benchmark([pyperf.Run(values, metadata=metadata, collect_metadata=False)])


def put_table(page: str, part: str, text: str) -> str:
    """A page with the text in the place of a part; :class:`LookupError` if it has none."""
    begins, ends = f"<!-- {part} -->", f"<!-- end of {part} -->"
    place = re.compile(f"{re.escape(begins)}.*?{re.escape(ends)}", re.DOTALL)
    if not place.search(page):
        raise LookupError(f"the page has no place for {part}")
    return place.sub(lambda _: f"{begins}\n\n{text}\n\n{ends}", page)


def _row(one: Figure) -> str:
    spread = f"{min(one.ratios):.2f}–{max(one.ratios):.2f}"
    verdict = "" if not one.goal else "reached" if one.is_reached else "**not reached**"
    values = (one.what, in_words(one.ours, one.unit), one.beside, in_words(one.theirs, one.unit))
    return line_of((*values, f"{one.ratio:.2f}", spread, one.goal, verdict))


def line_of(cells: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def in_words(values: Sequence[float], unit: str) -> str:
    """The median of some values."""
    value = median(values)
    for limit, per, name in _SCALES.get(unit, ()):
        if value < limit:
            value, unit = value * per, name
            break
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}"


def this_machine() -> str:
    """What it was measured on."""
    seen = f"Python {python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} processors"
    return f"{seen}, the machine's load at the end {os.getloadavg()[0]:.1f}."
