"""The keeper of the papers' stream: the style of the house and the printings, in the same book as the nights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec.structs import asdict

from dealer.printings.printings import (
    ChooseHouseStyle,
    Printed,
    Printings,
    PrintPapers,
    decide,
    evolve,
    printing_of,
    read_papers_command,
)
from dealer.streams.runtime import Sender, StreamRules, Streams, now_utc
from events.book.book import Book
from events.facts.papers import PAPERS, PapersPrinted, PaperStyle
from events.records import Head, Recorded


def _as_compared(document: dict[str, Any]) -> dict[str, Any]:
    """What tells two printings of one id apart: which sheets a night has by then, and in which style, does not."""
    return {name: document[name] for name in ("do", "night")} if document["do"] == PrintPapers.do else document


def _evolve(printings: Printings | None, facts: Iterable[Recorded]) -> Printings:
    return reduce(lambda now, one: evolve(now, one.fact, one.at, one.who), facts, printings or Printings())


_RULES: StreamRules[Printings] = StreamRules(
    initial=Printings(),
    read=lambda document, _: read_papers_command(document),
    decide=lambda printings, command, deciding: decide(printings or Printings(), command, deciding.at),
    evolve=_evolve,
    compared=_as_compared,
)


class PrintingsKeeper:
    """Keeps the papers' stream in the book. Safe to use from many threads; ``clock`` gives the present."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self._stream = Streams(book, _RULES, clock)

    def printings(self) -> Printings:
        """The papers as they stand on disk."""
        return self._stream.at(PAPERS).state

    def choose(self, style: PaperStyle, sender: Sender, command_id: str | None = None) -> None:
        """Have the papers in a style from here on; :class:`Refusal` (``bad_input``) where it is none."""
        document = {"do": ChooseHouseStyle.do, "style": asdict(style)}
        self._stream.execute(PAPERS, document, sender, command_id=command_id)

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
        (made,) = self._stream.execute(PAPERS, document, sender, command_id=command_id).facts
        if not isinstance(made.fact, PapersPrinted):
            raise AssertionError(f"a printing made a {made.kind}")
        return Printed(fact=made.fact, at=made.at, who=made.who)

    def printing(self, night: str, number: int) -> Printed:
        """One printing of a night; :class:`Refusal` (``no_such_printing``) where there is none."""
        return printing_of(self.printings(), night, number)
