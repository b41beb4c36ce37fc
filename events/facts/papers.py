"""Facts of the papers: how the house has them, and each time that some of them were printed. A stream of their own.

Who asked for it, when and on which device stands on the fact's row.
"""

from __future__ import annotations

from events.facts.fact import Fact, fact
from events.frozen import Frozen

PAPERS = "papers"
"""The stream of these facts in the book; no night is called so, for a night's id begins with its date."""

LANGUAGE_CODES = ("en", "de", "fr", "es")
"""The languages that papers are written in."""

PAPER_SIZES = ("A4", "Letter")
"""The sheets that papers come on; slips come on the roll besides."""

TABS, CROSS_AND_NAUGHT = MARKS = ("tabs", "cross_and_naught")
"""How a cue-card is marked: winner ``I`` and loser ``O``, or the older cross and naught (rulebook 1.10)."""

ROLL, SHEET = SLIP_PLACES = ("roll", "sheet")
"""Where a marker's slips are printed: on the roll of a slip printer, or three on a sheet of the house."""


class PaperStyle(Frozen, gc=False):
    """How papers are printed: language, ISO currency, sheet, marks of a cue-card, and where slips are printed."""

    language: str
    currency: str
    paper: str
    marks: str
    slips: str


class PrintedSheet(Frozen, gc=False):
    """One sheet of a printing, by its name among the night's papers, and which printing of that sheet it is.

    ``begun`` is the number of the night's fact that began what the sheet is of: that seated the player, started the
    deal or hand, laid the bet, raised the dispute, issued the marker. It is 0 for sheets of the whole night. A sheet of
    the same name that another fact began is another sheet.
    """

    name: str
    begun: int
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
