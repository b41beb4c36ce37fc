"""What is measured, part by part, each in a process of its own."""

from __future__ import annotations

from importlib import import_module

from bench.figures import Figure
from bench.process_time import alone

PARTS = {
    "tables": "bench.tables",
    "papers": "bench.papers",
    "startup": "bench.startup",
    "opening": "bench.opening",
    "verification": "bench.verification",
    "memory": "bench.memory",
    "touch": "bench.touch",
    "commands": "bench.commands",
    "office": "bench.office",
    "simulation": "bench.simulation",
}
"""The parts in the order of the page, and the module of each: its ``figures(quick)`` gives the figures."""


def measured(part: str, quick: bool) -> list[Figure]:
    """The figures of a part, from a process that has loaded nothing that another part has."""
    return alone(_figures, part, quick)


def _figures(part: str, quick: bool) -> list[Figure]:
    return list(import_module(PARTS[part]).figures(quick))
