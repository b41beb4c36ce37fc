"""Every sheet that tests look at is printed once in a run: the same events make the same bytes, for whoever asks."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from reports.game_papers import all_blanks
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights, nights_of_games

NIGHTS: dict[str, Callable[[], Any]] = {
    **nights.BOOKED,
    "crowded": nights.crowded,
    "crowded_pot": nights.crowded_pot,
    "twenty_deals": nights.long_night,
    "hostile": nights.hostile,
    "fifteen": nights.fifteen_players,
    "two": nights.two_players,
    "mixed": nights_of_games.mixed_night,
    "bridge": nights_of_games.bridge_night,
}
"""The nights to print by name; each has its state and its events."""

HOSTILE_NIGHTS: dict[str, Callable[[], Any]] = {
    "hostile_pots": nights_of_games.hostile_pots,
    "hostile_frog": nights_of_games.hostile_frog,
    "hostile_matches": nights_of_games.hostile_matches,
    "hostile_bridge": nights_of_games.hostile_bridge,
    "ten_rounds": nights_of_games.night_of_ten,
}
"""More nights to print, of the longest names and the largest sums."""

BLANK = "blank"
"""The name of no night, under which there are the blank papers."""

A4 = HouseStyle()


@dataclass(frozen=True)
class Prints:
    """Sheets by night, name and style, kept in a folder that all workers of a run share."""

    folder: Path

    def __call__(self, night: str, sheet: str, style: HouseStyle = A4) -> bytes:
        """A sheet as its night's set has it: ``table``, ``settlement-1-red``, ``deal-1``."""
        name = "-".join((night, style.language, style.currency, style.paper, style.marks, sheet))
        path = self.folder / f"{name}.pdf"
        if not path.exists():
            # Put in place at once: another worker who prints the same at the same time writes the same bytes.
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(self._papers(night, style)[sheet]())
            unfinished.replace(path)
        return path.read_bytes()

    def names(self, night: str) -> list[str]:
        """The sheets of a night's set, in its order."""
        return list(self._papers(night, A4))

    def kinds(self, night: str) -> list[str]:
        """Of every kind of sheet of a night's set the first."""
        first: dict[str, str] = {}
        for name in self.names(night):
            first.setdefault(name.partition("-")[0], name)
        return list(first.values())

    def _papers(self, night: str, style: HouseStyle) -> dict[str, Callable[[], bytes]]:
        if (night, style) not in self._listed:
            self._listed[night, style] = _blanks(style) if night == BLANK else _set_of(night, style)
        return self._listed[night, style]

    @cached_property
    def _listed(self) -> dict[tuple[str, HouseStyle], dict[str, Callable[[], bytes]]]:
        return {}


def _set_of(night: str, style: HouseStyle) -> dict[str, Callable[[], bytes]]:
    played = (NIGHTS | HOSTILE_NIGHTS)[night]()
    papers = list_papers(played.now, played.events, RenderOptions(style=style, zone=UTC), rows=played.rows)
    return {name_of(played.now, paper): paper.make for paper in papers}


def _blanks(style: HouseStyle) -> dict[str, Callable[[], bytes]]:
    return {name: partial(one.print, RenderOptions(style=style)) for name, one in all_blanks().items()}


@pytest.fixture(scope="session")
def prints(tmp_path_factory: pytest.TempPathFactory) -> Prints:
    """The sheets of this run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    sheets = folder / "sheets"
    sheets.mkdir(exist_ok=True)
    return Prints(sheets)
