"""Which version of its tables a book has, and how an older one is brought to that of today.

SQLite keeps the version in the file's ``user_version``, PostgreSQL in the comment of the table of facts, where a book
without one is of version 1. A change of the tables is a function at the end of :data:`MIGRATIONS`, and a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlalchemy import Connection, text

from events.book.tables import FactRow
from events.records import BookError

MIGRATIONS: list[Callable[[Connection], None]] = []
"""What brings the tables to the next version: the first from version 1 to 2, and so on."""

_COMMENT = "casekeeper book version {}"
_FIRST = 1


def newest_version() -> int:
    """The version of the tables that this program makes."""
    return _FIRST + len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """The version of a book's tables; 0 of a SQLite file that says nothing."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    query = text("SELECT obj_description(to_regclass(:facts), 'pg_class')")
    said = connection.execute(query, {"facts": FactRow.__tablename__}).scalar_one()
    read = re.fullmatch(_COMMENT.format(r"(\d{1,9})"), said or "")
    return int(read[1]) if read else _FIRST


def stamp(connection: Connection) -> None:
    """Say that a book has the newest version."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {newest_version()}")
    else:
        comment = _COMMENT.format(newest_version())
        connection.exec_driver_sql(f"COMMENT ON TABLE {FactRow.__tablename__} IS '{comment}'")


def assert_known(connection: Connection, where: str) -> None:
    """Raise :class:`BookError` (``newer_book``) for tables that a newer program made."""
    version = version_of(connection)
    if version > newest_version():
        newer = f"was written by a newer casekeeper (book version {version}, and this one knows {newest_version()})"
        raise BookError("newer_book", f"{where} {newer}: open it with that one.")


def assert_readable(connection: Connection, where: str) -> None:
    """Raise :class:`BookError` (``newer_book``, ``older_book``) for tables that cannot be read as they are."""
    assert_known(connection, where)
    version = version_of(connection)
    if version < newest_version():
        older = f"was written by an older casekeeper (book version {version})"
        way_out = "copy it, and have 'casekeeper serve' bring the copy to this one's"
        raise BookError("older_book", f"{where} {older}, and is only read here: {way_out}.")


def migrate(connection: Connection, where: str) -> None:
    """Bring a book's tables to the newest version, within the transaction of who opens it to write."""
    assert_known(connection, where)
    version = version_of(connection)
    for step in MIGRATIONS[version - _FIRST :]:
        step(connection)
    if version < newest_version():
        stamp(connection)
