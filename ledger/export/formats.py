"""The formats of the export: what each is called, what a file of it is, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from events.frozen import Frozen
from ledger.export import beancount, comma_separated, json_lines, plain_text

if TYPE_CHECKING:
    from events.book.book import Book

Lines = Callable[["Book", Iterable[str], str], Iterator[str]]

DEFAULT_COMMODITY = "USD"
_COMMODITY = re.compile(r"[A-Z]{3}")
_BATCH = 500
"""So many lines are handed on at once: one by one, each would cost more on its way than in its making."""


class Format(Frozen):
    """A format: its name, what a file of it is, the end of a file's name, its media type, and the lines of a file."""

    name: str
    says: str
    suffix: str
    media_type: str
    lines: Lines
    line_end: str = "\n"

    def pieces(self, book: Book, nights: Iterable[str], commodity: str = DEFAULT_COMMODITY) -> Iterator[bytes]:
        """A file of these nights in UTF-8, piece by piece; one night at a time is held.

        ``commodity`` is three capitals (:class:`ValueError` where it is not). Raises
        :class:`events.records.BookError` where the book cannot be read.
        """
        if not _COMMODITY.fullmatch(commodity):
            raise ValueError("A commodity is three capital letters, as USD.")
        return self._pieces(self.lines(book, nights, commodity))

    def _pieces(self, lines: Iterator[str]) -> Iterator[bytes]:
        gathered: list[str] = []
        for line in lines:
            gathered.append(line)
            if len(gathered) == _BATCH:
                yield self._joined(gathered)
                gathered.clear()
        if gathered:
            yield self._joined(gathered)

    def _joined(self, lines: list[str]) -> bytes:
        return "".join(line + self.line_end for line in lines).encode()


FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format(
            name="hledger",
            says="A journal with a balance asserted at every posting.",
            suffix="hledger",
            media_type="text/x-hledger; charset=utf-8",
            lines=plain_text.hledger_lines,
        ),
        Format(
            name="ledger",
            says="The same journal, declared as ledger's strictest check wants it.",
            suffix="ledger",
            media_type="text/x-ledger; charset=utf-8",
            lines=plain_text.ledger_lines,
        ),
        Format(
            name="beancount",
            says="Every posting with its amount, no tolerance, and every balance asserted before and after the night.",
            suffix="beancount",
            media_type="text/x-beancount; charset=utf-8",
            lines=beancount.lines,
        ),
        Format(
            name="csv",
            says="A row for every posting, for spreadsheets.",
            suffix="csv",
            media_type="text/csv; charset=utf-8; header=present",
            lines=comma_separated.lines,
            line_end="\r\n",
        ),
        Format(
            name="jsonl",
            says="Every command and fact with all of its columns: each hash can be taken again from its line.",
            suffix="jsonl",
            media_type="application/jsonl; charset=utf-8",
            lines=json_lines.lines,
        ),
    )
}
"""Every format by its name."""
