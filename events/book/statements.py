"""Runs statements that SQLAlchemy compiles once directly on the driver, for the queries of every command.

Running one through SQLAlchemy takes ten times as long as SQLite needs to answer it; text and parameters are the same.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Protocol, cast

from sqlalchemy import Dialect, Engine, Table, insert
from sqlalchemy.dialects import registry
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection, StaticPool
from sqlalchemy.sql.expression import ClauseElement

BEGIN = "begin"
"""The engine option for the statement that begins its transactions."""

_SQLITE = "sqlite"
_BY_NAME = {_SQLITE: "named", "postgresql": "pyformat"}
_IN_ORDER = {_SQLITE: "qmark", "postgresql": "format"}
"""The parameter style of each driver. SQLAlchemy's dialects are imported only when such a book is opened."""

_DATA_VERSION = "PRAGMA data_version"
_NO_VALUES: dict[str, Any] = {}

Row = Sequence[Any]


class OnDriver(Protocol):
    """A connection with access to the driver's own: SQLAlchemy's, or a :class:`KeptConnection`."""

    @property
    def dialect(self) -> Dialect:
        """The database and driver."""

    @property
    def connection(self) -> Any:
        """The driver's own connection."""


class KeptConnection:
    """An engine's only connection, reused by all transactions. For one thread at a time.

    Taking it from the pool and returning it costs more than inserting a row. After an error it goes back to the pool,
    which repairs or replaces it.

    If it ``joins``, statements without results are sent together with the next query or the commit, and their errors
    appear there. Each message to PostgreSQL costs a round trip and a wait for the interpreter.
    """

    def __init__(self, engine: Engine) -> None:
        self.dialect = engine.dialect
        self.connection: Any = None
        self.joins = engine.name == "postgresql"
        self._ahead: list[str] = []
        self._engine = engine
        self._begin: str = engine.get_execution_options()[BEGIN]
        self._pooled: PoolProxiedConnection | None = None
        # Readers of a book in memory share the writing connection.
        self._is_shared = isinstance(engine.pool, StaticPool)

    @contextmanager
    def transaction(self) -> Iterator[KeptConnection]:
        """A transaction: committed at the end of the block, rolled back if it raises.

        Driver errors are raised as SQLAlchemy's :class:`DBAPIError`; a lost connection is not reused.
        """
        try:
            try:
                if self._pooled is None:
                    self._pooled = self._engine.raw_connection()
                    self.connection = self._pooled.driver_connection
                if self.joins:
                    self._ahead = [self._begin]
                else:
                    self.connection.execute(self._begin)
                yield self
                if self._ahead:
                    self._send("COMMIT")
                else:
                    self.connection.commit()
            except self.dialect.loaded_dbapi.Error as error:
                raise _as_sqlalchemy_has_it(self, error) from error
        except BaseException as error:
            self._undo(error)
            raise
        if self._is_shared:
            self.give_back()

    def ask(self, queries: Iterable[tuple[str, Mapping[str, Any]]]) -> list[list[Row]]:
        """All rows of each of several queries; only for a connection that ``joins``."""
        bound = [self._bound(words, values) for words, values in queries]
        cursor, found = self._send(*bound), list[list[Row]]()
        while True:
            found.append(cursor.fetchall() if cursor.description else [])
            if not cursor.nextset():
                return found[-len(bound) :]

    def put(self, words: str, values: Iterable[Row]) -> None:
        """Run a statement for each row of values."""
        if self.joins:
            self._ahead += [self._bound(words, row) for row in values]
        else:
            self.connection.cursor().executemany(words, values)

    def give_back(self) -> None:
        """Return the connection to the engine's pool."""
        if self._pooled is not None:
            self._pooled.close()
            self._pooled = self.connection = None

    def _bound(self, words: str, values: Row | Mapping[str, Any]) -> str:
        """A statement with its values filled in by the driver."""
        from psycopg import ClientCursor

        return ClientCursor(self.connection).mogrify(words, values)

    def _send(self, *statements: str) -> Any:
        """Send the pending and the given statements; returns a cursor with their results in order."""
        from psycopg import ClientCursor

        ahead, self._ahead = self._ahead, []
        return ClientCursor(self.connection).execute("; ".join((*ahead, *statements)))

    def _undo(self, error: BaseException) -> None:
        self._ahead = []
        if self._pooled is None:
            return
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            self._pooled.invalidate(error)
        else:
            with suppress(self.dialect.loaded_dbapi.Error):
                self.connection.rollback()
        self.give_back()


def rows(on: OnDriver, statement: ClauseElement, values: Mapping[str, Any] = _NO_VALUES) -> list[Row]:
    """All rows of a query."""
    try:
        words, parameters = _asked(on, statement, values)
        if isinstance(on, KeptConnection) and on.joins:
            return on.ask(((words, parameters),))[0]
        cursor = on.connection.cursor()
        cursor.execute(words, parameters)
        return list(cursor.fetchall())
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def rows_of_each(on: KeptConnection, queries: Sequence[tuple[ClauseElement, Mapping[str, Any]]]) -> list[list[Row]]:
    """All rows of each of several queries, on a connection that joins them."""
    try:
        return on.ask([_asked(on, statement, values) for statement, values in queries])
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def each_row(
    on: OnDriver, statement: ClauseElement, values: Mapping[str, Any] = _NO_VALUES
) -> Generator[Row, None, None]:
    """Iterate over the rows of a query; close it if not all are read."""
    if isinstance(on, KeptConnection) and on.joins:
        yield from rows(on, statement, values)
        return
    try:
        cursor = on.connection.cursor()
        cursor.execute(*_asked(on, statement, values))
        yield from cast(Iterator[Row], cursor)
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def first_row(on: OnDriver, statement: ClauseElement, values: Mapping[str, Any] = _NO_VALUES) -> Row | None:
    """The row of a query that returns at most a single row, or ``None``."""
    found = rows(on, statement, values)
    return found[0] if found else None


def insert_rows(on: KeptConnection, table: Table, values: Sequence[Row]) -> None:
    """Insert rows into a table, each with a value for every column in order."""
    try:
        on.put(_insertion(table, on.dialect.name), values)
    except on.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(on, error) from error


def change_mark(on: OnDriver) -> int | None:
    """A number that changes when somebody else commits; ``None`` if the database has none.

    See https://www.sqlite.org/pragma.html#pragma_data_version.
    """
    if on.dialect.name != _SQLITE:
        return None
    return int(on.connection.cursor().execute(_DATA_VERSION).fetchone()[0])


def _asked(on: OnDriver, statement: ClauseElement, values: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """A query in the driver's form, with all of its parameters."""
    words, own = _compiled(statement, on.dialect.name)
    return words, {**own, **values} if own else values


@cache
def _compiled(statement: ClauseElement, dialect: str) -> tuple[str, dict[str, Any]]:
    """A statement in the driver's form, with its parameter names and its own fixed parameters."""
    compiled = statement.compile(dialect=registry.load(dialect)(paramstyle=_BY_NAME[dialect]))
    return str(compiled), {name: value for name, value in compiled.params.items() if value is not None}


@cache
def _insertion(table: Table, dialect: str) -> str:
    """The INSERT statement with positional values, which take half the time of named ones."""
    return str(insert(table).compile(dialect=registry.load(dialect)(paramstyle=_IN_ORDER[dialect])))


def _as_sqlalchemy_has_it(on: OnDriver, error: Any) -> SQLAlchemyError:
    """The SQLAlchemy exception for a driver's exception."""
    base: type[Exception] = on.dialect.loaded_dbapi.Error
    is_lost = on.dialect.is_disconnect(error, on.connection, None)
    raised: SQLAlchemyError = DBAPIError.instance(
        None, None, error, base, connection_invalidated=is_lost, dialect=on.dialect
    )
    return raised
