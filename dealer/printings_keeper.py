"""The keeper of the papers' stream: the style of the house and the printings, in the same book as the nights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from dealer.assistant import Sender, now_utc
from dealer.printings import (
    ChooseHouseStyle,
    Printed,
    Printings,
    PrintPapers,
    decide,
    evolve,
    printing_of,
    read_papers_command,
)
from dealer.stream_keeper import StreamKeeper, StreamRules
from events.book import Book
from events.papers import PAPERS, PapersPrinted, PaperStyle
from events.records import Head


def _as_compared(document: dict[str, Any]) -> dict[str, Any]:
    """What tells two printings of one id apart: which sheets a night has by then, and in which style, does not."""
    return {name: document[name] for name in ("do", "night")} if document["do"] == PrintPapers.do else document


_RULES = StreamRules(
    stream=PAPERS,
    empty=Printings(),
    read=read_papers_command,
    decide=decide,
    evolve=lambda printings, one: evolve(printings, one.fact, one.at, one.who),
    compared=_as_compared,
)


class PrintingsKeeper:
    """Keeps the papers' stream in the book. Safe to use from many threads; ``clock`` gives the present."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._book = book
        self._stream = StreamKeeper(book, _RULES, clock)

    def printings(self) -> Printings:
        """The papers as they stand on disk."""
        return self._stream.state()

    def choose(self, style: PaperStyle, sender: Sender, command_id: str | None = None) -> None:
        """Have the papers in a style from here on; :class:`Refusal` (``bad_input``) where it is none."""
        document = {"do": ChooseHouseStyle.do, "style": asdict(style)}
        self._stream.write(lambda _: document, sender, command_id)

    def print(
        self,
        night: str,
        head: Head,
        sheets: Mapping[str, int],
        style: PaperStyle,
        sender: Sender,
        *,
        zone: str,
        address: str = "",
        command_id: str | None = None,
    ) -> Printed:
        """Enter a printing of a night's sheets as of a head, and give it with the number of each sheet's printing.

        ``sheets`` has by each name the number of the fact that began what the sheet is of, 0 for the whole night. Sent
        again under its id it is the printing that it was at first, though the night went on or the style is another.
        """
        document = {
            "do": PrintPapers.do,
            "night": night,
            "version": head.version,
            "head": head.hash,
            "zone": zone,
            "address": address,
            "sheets": [{"name": name, "begun": begun} for name, begun in sheets.items()],
            "style": asdict(style),
        }
        recorded = self._stream.write(lambda _: document, sender, command_id)
        (made,) = self._book.facts(PAPERS, after=recorded.version_before, until=recorded.version_after)
        if not isinstance(made.fact, PapersPrinted):
            raise AssertionError(f"a printing made a {made.kind}")
        return Printed(fact=made.fact, at=made.at, who=made.who)

    def printing(self, night: str, number: int) -> Printed:
        """One printing of a night; :class:`Refusal` (``no_such_printing``) where there is none."""
        return printing_of(self.printings(), night, number)
