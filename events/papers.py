"""Facts of the papers: how the house has them, and each time that some of them were printed. A stream of their own.

Who asked for it, when and on which device stands on the fact's row.
"""

from __future__ import annotations

from dataclasses import dataclass

from events.fact import Fact, fact

PAPERS = "papers"
"""The stream of these facts in the book; no night is called so, for a night's id begins with its date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperStyle:
    """How papers are printed: language, ISO currency, sheet, marks of a cue-card, and where slips are printed."""

    language: str
    currency: str
    paper: str
    marks: str
    slips: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """One sheet of a printing, by its name among the night's papers, and which printing of that sheet it is."""

    name: str
    number: int


@fact
class HouseStyleChosen(Fact):
    """The house has its papers in this style from here on."""

    style: PaperStyle


@fact
class PapersPrinted(Fact):
    """Papers of a night were printed, as of one of its facts; ``printing`` counts the printings of that night.

    All that their bytes depend on besides the night is here: the style, the table's clock (``zone``, by its name or its
    offset) and the address of the house, which may be empty.
    """

    night: str
    version: int
    head: str
    printing: int
    style: PaperStyle
    zone: str
    address: str
    sheets: tuple[PrintedSheet, ...]
