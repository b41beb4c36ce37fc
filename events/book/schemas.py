"""Other books in the database of a book in PostgreSQL, each in a schema of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Connection, text

from events.book.book import Book
from events.records import BookError

_PREFIX = "SELECT 'casekeeper_' || left(md5(current_schema()), 8) || '_'"
_FOUND = f"SELECT nspname FROM pg_namespace WHERE starts_with(nspname, ({_PREFIX})) ORDER BY nspname"


def open_beside(book: Book, name: str) -> Book:
    """Open the book with a name, of lower-case letters and digits, beside a book; it is created if it is missing.

    Raises :class:`BookError` if this user may create no schema, and behind a pooler, which lets nobody choose one.
    """
    with _statements(book) as connection:
        url, schema = connection.engine.url, _schema(connection, name)
        connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    options = f"{url.query.get('options', '')} -csearch_path={schema}".strip()
    opened = None
    try:
        opened = Book.open(url.update_query_dict({"options": options}).render_as_string(hide_password=False))
        with opened.reading() as reading:
            if reading.execute(text("SELECT current_schema()")).scalar_one() != schema:
                raise BookError("book_unreadable", "There is no database at that URL: %(error)s.", error=schema)
    except BookError:
        if opened:
            opened.close()
        # One with tables stays.
        with suppress(BookError), _statements(book) as connection:
            connection.execute(text(f"DROP SCHEMA {schema} RESTRICT"))
        raise
    return opened


def remove_beside(book: Book, *, but: Collection[str]) -> None:
    """Remove the books beside a book, except those with some names."""
    with _statements(book) as connection:
        left = {_schema(connection, name) for name in but}
        for schema in connection.execute(text(_FOUND)).scalars().all():
            if schema not in left:
                connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))


def _schema(connection: Connection, name: str) -> str:
    return f"{connection.execute(text(_PREFIX)).scalar_one()}{name}"


@contextmanager
def _statements(book: Book) -> Iterator[Connection]:
    """A connection on which each statement is a transaction."""
    with book.reading() as connection:
        yield connection.execution_options(isolation_level="AUTOCOMMIT")
