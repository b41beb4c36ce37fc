"""The version of the tables, in a file and in PostgreSQL: an older book is brought to that of today, a newer refused.

The migration of these tests adds an index, which is a change that a database of either kind can make.
"""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, inspect

from events.book import tables as migrations
from events.book.book import Book
from events.book.tables import newest_version, version_of
from events.records import BookError
from tests.events.by_hand import accept, ask, bought
from tests.events.shelves import Shelf

NIGHT = "2026-11-21-1"


def add_an_index(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE INDEX facts_by_kind ON facts (kind)")


def version(book: Book) -> int:
    with book._read() as connection:
        return version_of(connection)


def indexes(book: Book) -> set[str]:
    with book._read() as connection:
        return {str(one["name"]) for one in inspect(connection).get_indexes("facts")}


def trouble(shelf: Shelf, *, read_only: bool) -> BookError:
    with pytest.raises(BookError) as raised:
        Book.open(shelf.where or "", create=False, read_only=read_only)
    return raised.value


@pytest.fixture
def filled(lasting_shelf: Shelf) -> Shelf:
    """A book of the first version, with something in it."""
    with lasting_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        assert version(book) == newest_version() == 1
    return lasting_shelf


def test_an_older_book_is_brought_to_the_version_of_today(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", [add_an_index])
    for _ in range(2):
        with filled.open(create=False) as book:
            assert version(book) == newest_version() == 2
            assert "facts_by_kind" in indexes(book)
            assert book.facts(NIGHT)
    with Book.open(filled.where or "", read_only=True) as book:
        assert book.facts(NIGHT)


def test_one_that_is_only_read_says_what_to_do(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", [add_an_index])
    refused = trouble(filled, read_only=True)
    assert refused.code == "older_book"
    assert "book version 1" in refused.why
    assert "casekeeper serve" in refused.why


def test_a_migration_that_fails_leaves_the_book_as_it_was(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_over(connection: Connection) -> None:
        add_an_index(connection)
        raise BookError("book_trouble", "It fell over.")

    monkeypatch.setattr(migrations, "MIGRATIONS", [fall_over])
    assert trouble(filled, read_only=False).code == "book_trouble"
    monkeypatch.undo()
    with filled.open(create=False) as book:
        assert version(book) == 1
        assert "facts_by_kind" not in indexes(book)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_book_is_refused_in_a_sentence(filled: Shelf, monkeypatch: pytest.MonkeyPatch, read_only: bool) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "MIGRATIONS", [add_an_index])
        filled.open(create=False).close()
    refused = trouble(filled, read_only=read_only)
    assert refused.code == "newer_book"
    assert refused.why.endswith(
        "was written by a newer casekeeper (book version 2, and this one knows 1): open it with that one."
    )


@pytest.mark.postgresql
def test_a_database_without_a_version_is_of_the_first(postgresql_shelf: Shelf) -> None:
    """As the programs left it that kept none."""
    with postgresql_shelf.open() as book:
        accept(book, ask("c"), [bought()])
        postgresql_shelf.run(book, "COMMENT ON TABLE facts IS NULL")
    for read_only in (True, False):
        with Book.open(postgresql_shelf.where or "", read_only=read_only) as book:
            assert version(book) == 1
            assert book.facts(NIGHT)
