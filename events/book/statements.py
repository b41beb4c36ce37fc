"""Statements that SQLAlchemy makes once and the driver runs: for whoever asks the same for every command.

To run one through SQLAlchemy costs ten times what SQLite needs to answer it; its text and its parameters are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Dialect, Engine, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg as postgresql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.expression import ClauseElement

BEGIN = "begin"
"""The option of an engine that says how its transactions begin."""

_SQLITE: Dialect = sqlite.dialect(paramstyle="named")
_POSTGRESQL: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]

_DATA_VERSION = text("PRAGMA data_version")
_NO_VALUES: dict[str, Any] = {}

Row = Sequence[Any]


class OnDriver(Protocol):
    """A connection with the driver's own behind it: one of SQLAlchemy's, or a :class:`Transaction`."""

    @property
    def dialect(self) -> Dialect:
        """Which database it is, and with which driver."""

    @property
    def connection(self) -> PoolProxiedConnection:
        """The driver's own connection."""


class Transaction:
    """A transaction that the driver has begun."""

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect) -> None:
        self.connection = connection
        self.dialect = dialect


@contextmanager
def transaction(engine: Engine) -> Iterator[Transaction]:
    """A transaction of an engine, committed at the end of the block and rolled back where that raises.

    What the driver raises comes as SQLAlchemy has it, :class:`DBAPIError`; a connection that is lost is not kept.
    """
    connection = engine.raw_connection()
    begun = Transaction(connection, engine.dialect)
    try:
        try:
            connection.cursor().execute(engine.get_execution_options()[BEGIN])
            yield begun
            connection.commit()
        except engine.dialect.loaded_dbapi.Error as error:
            raise _as_sqlalchemy_has_it(begun, error) from error
    except BaseException as error:
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            connection.invalidate(error)
        else:
            with suppress(engine.dialect.loaded_dbapi.Error):
                connection.rollback()
        raise
    finally:
        connection.close()


def rows(on: OnDriver, statement: ClauseElement, values: Mapping[str, Any] = _NO_VALUES) -> list[Row]:
    """All rows that a query gives."""
    try:
        words, own = _compiled(statement, on.dialect.name)
        cursor = on.connection.cursor()
        cursor.execute(words, {**own, **values} if own else values)
        return list(cursor.fetchall())
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def first_row(on: OnDriver, statement: ClauseElement, values: Mapping[str, Any] = _NO_VALUES) -> Row | None:
    """The row that a query gives, if it gives any; it gives no more than one."""
    found = rows(on, statement, values)
    return found[0] if found else None


def insert_rows(on: OnDriver, statement: ClauseElement, values: Sequence[Mapping[str, Any]]) -> None:
    """Run an insertion for each of these rows."""
    try:
        words, _ = _compiled(statement, on.dialect.name)
        on.connection.cursor().executemany(words, values)
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def change_mark(on: OnDriver) -> int | None:
    """A number that stays the same as long as nobody else commits; ``None`` where the database has no such thing.

    See https://www.sqlite.org/pragma.html#pragma_data_version.
    """
    if on.dialect.name != _SQLITE.name:
        return None
    return int(rows(on, _DATA_VERSION)[0][0])


@cache
def _compiled(statement: ClauseElement, dialect: str) -> tuple[str, dict[str, Any]]:
    """A statement as a database's driver takes it, its parameters by their names, and those that it brings itself."""
    compiled = statement.compile(dialect=_SQLITE if dialect == _SQLITE.name else _POSTGRESQL)
    return str(compiled), {name: value for name, value in compiled.params.items() if value is not None}


def _as_sqlalchemy_has_it(on: OnDriver, error: Any) -> SQLAlchemyError:
    """What SQLAlchemy would raise for what the driver raised."""
    base: type[Exception] = on.dialect.loaded_dbapi.Error
    is_lost = on.dialect.is_disconnect(error, None, None)
    raised: SQLAlchemyError = DBAPIError.instance(
        None, None, error, base, connection_invalidated=is_lost, dialect=on.dialect
    )
    return raised
