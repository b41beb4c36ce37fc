"""The book as JSON lines: every row of a night with all of its columns, so that each hash can be taken again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from events.book.book import Book
    from events.book.chain import StoredCommand, StoredFact


_encode = msgspec.json.Encoder().encode


def lines(book: Book, nights: Iterable[str], commodity: str) -> Iterator[str]:
    """A line for each row: of every night its commands in order, the refused ones too, then its facts in order.

    The first key of a line, ``row``, says ``command`` or ``fact``; then follow the columns as they are chained, the
    hash last. Amounts stand in the bodies in cents, whatever the commodity.
    """
    for night in nights:
        facts, commands = book.rows(night)
        yield from (_line("command", row) for row in commands)
        yield from (_line("fact", row) for row in facts)


def _line(what: str, row: StoredCommand | StoredFact) -> str:
    return _encode({"row": what, **row._asdict()}).decode()
