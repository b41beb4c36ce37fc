"""A night's papers beside WeasyPrint by itself, by the number of players, and the events that they carry.

The settlements are made as a printing process makes them: from the night's rows, folded anew each time, to PDFs that
can be archived and read aloud. WeasyPrint gets the HTML of these same sheets, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from unittest.mock import patch

from pypdf import PdfReader

from bench.dealt_nights import deal_night, order_of
from bench.figures import Figure, Measure, in_turn
from bench.peers import bare_weasyprint
from bench.process_time import process, time_in
from events.book.book import Book
from reports import printing
from reports.pdf import archive, render
from reports.pdf import archive as night_log
from reports.sheets.papers import SETTLEMENT

PLAYERS, DEALS = (2, 8, 32), 8
QUICK_PLAYERS, QUICK_DEALS = (1, 2), 1
MOST, LINEAR, HELD = 1.15, 1.2, 1.6


def figures(quick: bool) -> Iterator[Figure]:
    """Settlements of few players and of many, and the logs of nights of which one is twice as long as the other."""
    rounds, players = (2, QUICK_PLAYERS) if quick else (5, PLAYERS)
    variants = {"a plain PDF": None} if quick else {"a plain PDF": None, "PDF/A-3a": archive.VARIANT}
    styles = tuple(render.style_sheets())
    with Book.open() as book, ExitStack() as stack:
        press = stack.enter_context(process(printing.get_ready, 0))
        bare = {said: stack.enter_context(process()) for said in variants}
        measures: list[Measure] = []
        for many in players:
            packed, names = _settlements(book, many)
            pages = _pages(packed, names)
            measures.append(partial(time_in, press, _print, packed, names))
            measures += [
                partial(time_in, bare[said], bare_weasyprint.render, pages, styles, variant)
                for said, variant in variants.items()
            ]
        taken, each = in_turn(rounds, *measures), 1 + len(variants)
        for at, many in enumerate(players):
            ours, *others = taken[each * at : each * (at + 1)]
            for said, theirs in zip(variants, others, strict=True):
                yield Figure(
                    what=f"the settlements of {many} players" if many > 1 else "the settlement of a player",
                    beside=f"WeasyPrint, {said} of the same HTML",
                    unit="s",
                    ours=ours,
                    theirs=theirs,
                    at_most=MOST,
                    held=HELD,
                )
        fewer, more = players[-2:]
        yield Figure(
            what=f"a settlement of {more} players",
            beside=f"one of {fewer}",
            unit="s",
            ours=tuple(value / more for value in taken[-each]),
            theirs=tuple(value / fewer for value in taken[-2 * each]),
            at_most=LINEAR,
            held=HELD,
        )
        yield _logs(book, QUICK_DEALS if quick else DEALS, 1 if quick else 8)


def _settlements(book: Book, players: int) -> tuple[bytes, list[str]]:
    packed, names = order_of(book, deal_night(book, players, 2))
    return packed, [name for name in names if name.startswith(SETTLEMENT)]


def _pages(packed: bytes, names: Sequence[str]) -> list[str]:
    """The HTML of these sheets, as it is handed to WeasyPrint."""
    pages: list[str] = []

    def keep(html: str, *_: object) -> bytes:
        pages.append(html)
        return b""

    with patch.object(render, "to_pdf", keep):
        _print(packed, names)
    return pages


def _print(packed: bytes, names: Sequence[str]) -> int:
    """The bytes of these sheets, made of an order that the process has not worked out yet."""
    printing._sheets.cache_clear()
    return sum(len(printing.print_sheet(packed, name)) for name in names)


def _logs(book: Book, deals: int, players: int) -> Figure:
    """The bytes of all events that a night's papers carry, per event of the night."""
    once, twice = (_logged(book, players, many) for many in (deals, 2 * deals))
    return Figure(
        what=f"events carried by all papers of {2 * deals} deals, bytes an event of the night",
        beside=f"of {deals}",
        unit="B",
        ours=(twice,),
        theirs=(once,),
        at_most=LINEAR,
    )


def _logged(book: Book, players: int, deals: int) -> float:
    night = deal_night(book, players, deals)
    packed, names = order_of(book, night)
    sheets = (PdfReader(BytesIO(printing.print_sheet(packed, name))) for name in names)
    carried = sum(len(log) for sheet in sheets for log in sheet.attachments.get(night_log.NAME, ()))
    return carried / book.extent(night)[0]
