"""Books that are quicker to open and to read: what is the same for every book of SQLite is made once a process.

SQLAlchemy compiles each statement anew for each engine, and thousands of tests open a book each. Compiled
statements are shared here by all engines of SQLite, as one engine does among its connections. The statements that
created the tables of the first book create those of every other one.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from events.book import database
from events.book.tables import create_tables

_COMPILED: LRUCache[Any, Any] = LRUCache(1_000)
_CREATING: list[str] = []
_SCHEMA = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"


def share_statements() -> None:
    """Have all books of this process share them; :func:`events.book.database.sqlite_engine` makes each engine alike."""
    dialect: Any = SQLiteDialect_pysqlite
    dialect.__eq__ = lambda self, other: type(self) is type(other)
    dialect.__hash__ = lambda self: hash(type(self))
    shared: Any = database
    shared.create_engine = partial(create_engine, execution_options={"compiled_cache": _COMPILED})
    shared.create_tables = _create_tables


def _create_tables(connection: Connection) -> None:
    """Create the tables of an empty book as those of the first; otherwise create what is missing."""
    schema = partial(connection.exec_driver_sql, _SCHEMA)
    if connection.dialect.name != "sqlite" or schema().first():
        create_tables(connection)
    elif _CREATING:
        for statement in _CREATING:
            connection.exec_driver_sql(statement)
    else:
        create_tables(connection)
        _CREATING.extend(schema().scalars())
