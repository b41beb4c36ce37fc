"""The ids that the writer knows: those of the table, be they written by itself, by another program or not at all."""

from __future__ import annotations

import pytest

from events.book.book import Book
from events.book.unit_of_work import Writing
from events.records import BookError
from tests.events.by_hand import accept, ask, bought
from tests.events.shelves import Shelf


def last_known(book: Book) -> int:
    assert book._writer
    return book._writer._ids._last


def spoils(writing: Writing) -> None:
    writing.accept(ask("spoilt"), [bought()])
    writing.facts("2026-11-21-1")
    writing.accept(ask("first"), [bought()])


def test_ids_of_another_program_are_read_from_behind_ones_own(file_shelf: Shelf) -> None:
    """Own ids are known as they are inserted; what comes from elsewhere is read from the row after the last of them."""
    with file_shelf.open() as one, file_shelf.open() as other:
        for number in range(3):
            accept(one, ask(f"c{number}"), [bought()])
        assert last_known(one) == 3
        accept(other, ask("elsewhere"), [bought()])
        assert one.write(lambda writing: writing.command("elsewhere")) is not None
        assert last_known(one) == 4


def test_an_id_that_was_rolled_back_is_free(book: Book) -> None:
    """Though it was in the table for a while, and known to be."""
    accept(book, ask("first"), [bought()])
    with pytest.raises(BookError):
        book.write(spoils)
    known = last_known(book)
    assert book.write(lambda writing: writing.command("spoilt")) is None
    accept(book, ask("spoilt"), [bought()])
    assert [one.id for one in book.commands("2026-11-21-1")] == ["first", "spoilt"]
    assert last_known(book) in (0, known + 1)
