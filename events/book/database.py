"""The databases of a book, SQLite and PostgreSQL: connections, their settings, and errors as one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from ctypes import py_object, pythonapi
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any

from msgspec import field
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection, StaticPool

from events.book.file import BookFile, ReadOnlyFile, head_beside, make_private
from events.book.lock import FileLock
from events.book.name_lock import is_open_here
from events.book.sqlite import sqlite3
from events.book.stored_rows import EVENTS
from events.book.tables import APPLICATION_ID, assert_known, assert_readable, create_tables, migrate, stamp, version_of
from events.frozen import Frozen
from events.records import BookError

BUSY_TIMEOUT_MS = 10_000

CACHE_KIB = 1_000
"""The page cache of each connection to a file, half of the default; the operating system caches the pages too."""

WRITER_LOCK = 0x6361_7365
SQLITE_MAGIC = b"SQLite format 3\0"


_ON_DISK = (
    "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') <> 'remote_apply'"
)
"""Overrides the setting of the database or role; a value that waits for more than the local disk is left alone."""

_IN_UTF8 = {"client_encoding": "utf8"}
"""Overrides the setting of the database, the role, the URL or the environment."""

_NOTICED = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a database server that is gone without a word is noticed; the URL may say otherwise.

See https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS.
"""

ABANDONED_MS = 5_000
"""How long a server that hangs in the middle of a transaction may make the others wait for their turn."""


def sqlite_engine(url: URL | str, begin: str, *, read_only: bool = False, **options: Any) -> Engine:
    """Connections to a file or to a book in memory, with this statement to begin transactions."""
    engine = create_engine(
        url,
        module=sqlite3,
        connect_args={"check_same_thread": False},
        # The users of a connection end their transactions themselves.
        pool_reset_on_return=None,
        **options,
    )

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        if read_only:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA temp_store = MEMORY")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def file_url(path: Path) -> URL:
    """SQLAlchemy's URL for a file."""
    return URL.create("sqlite", database=str(path))


def database_url(url: str) -> str:
    """SQLAlchemy's URL for a database, which may be called ``postgres://``."""
    return re.sub("^postgres(?=[:+])", "postgresql", url)


def read_only_url(uri: str) -> URL:
    """SQLAlchemy's URL for a file that SQLite opens by its own URI."""
    name, _, how = uri.partition("?")
    query = dict(option.split("=") for option in how.split("&"))
    return URL.create("sqlite", database=name, query={**query, "uri": "true"})


SERVERS = """
SELECT DISTINCT application_name FROM pg_stat_activity
WHERE datname = current_database() AND starts_with(application_name, :server) ORDER BY 1
"""


def postgresql_reading(url: str, program: str = "") -> Engine:
    """Connections for reading; all queries of a reading see one moment, as SQLite does by default.

    A connection is tested before it is used: the database may have been restarted. ``program`` is the name of this
    program for others.
    """
    return _postgresql(url, program, isolation_level="REPEATABLE READ", pool_pre_ping=True)


def looking(reading: Engine) -> Engine:
    """The same connections without transactions, for single statements.

    A transaction would cost two more round trips to PostgreSQL.
    """
    return reading.execution_options(isolation_level="AUTOCOMMIT") if reading.name == "postgresql" else reading


def postgresql_writing(url: str, program: str = "") -> Engine:
    """The single writing connection of this process. Its transactions take turns with those of other processes."""
    engine = _postgresql(url, program, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "connect")
    def _let_begin(connection: Any, _: object) -> None:
        connection.autocommit = True

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A single message; the driver's own BEGIN would be another. At any other isolation level, which a role may have
        # as its default, queries after waiting for the lock would see the state before it. All settings end with the
        # transaction, as a pooler may lend the session to somebody else.
        connection.exec_driver_sql(
            "BEGIN ISOLATION LEVEL READ COMMITTED; "
            f"SET LOCAL lock_timeout = {BUSY_TIMEOUT_MS}; "
            f"SET LOCAL idle_in_transaction_session_timeout = {ABANDONED_MS}; "
            f"{_ON_DISK}; SELECT pg_advisory_xact_lock({WRITER_LOCK})"
        )

    return engine


def _postgresql(url: str, program: str, **options: Any) -> Engine:
    given = make_url(url).query
    noticed = {name: value for name, value in _NOTICED.items() if name not in given}
    named = {"fallback_application_name": program} if program else {}
    engine = create_engine(url, connect_args=_IN_UTF8 | noticed | named, **options)

    @event.listens_for(engine, "connect")
    def _settle(connection: Any, _: object) -> None:
        _settle_session(connection)
        if is_pooled(connection):
            # A prepared statement would be missing in the next session.
            connection.prepare_threshold = None
        connection.commit()

    return engine


def is_pooled(connection: Any) -> bool:
    """Whether a pooler such as PgBouncer lends sessions to transactions: it makes up the number of the process."""
    answering: int = connection.execute("SELECT pg_backend_pid()").fetchone()[0]
    announced: int = connection.info.backend_pid
    return answering != announced


def _settle_session(connection: Any) -> None:
    """Limit how long a PostgreSQL session waits for a lock, as for SQLite: a table may be locked for hours.

    Raises :class:`BookError` (``wrong_encoding``) if the database cannot hold every letter.
    """
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise BookError(
            "wrong_encoding",
            "A book needs a database in UTF8, and this one is in %(encoding)s. Create one with `createdb --encoding "
            "UTF8 --template template0`; pg_dump moves a book there.",
            encoding=encoding,
        )
    connection.execute(f"SET lock_timeout = {BUSY_TIMEOUT_MS}")


def prepared(engine: Engine, prepare: Callable[[Connection], object]) -> Engine:
    """Prepare a database in one transaction; close it if that fails."""
    try:
        with engine.begin() as connection:
            prepare(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def prepare_database(connection: Connection, create: bool) -> None:
    """Create a book in a database, or check and migrate the existing book."""
    is_there = inspect(connection).has_table(EVENTS.name)
    if is_there:
        migrate(connection)
    elif not create:
        raise BookError("no_such_book", "There is no book in that database.")
    if create:
        create_tables(connection)
    if not is_there:
        stamp(connection)


def assert_database(connection: Connection) -> None:
    """Check that a database holds a readable book."""
    if not inspect(connection).has_table(EVENTS.name):
        raise BookError("no_such_book", "There is no book in that database.")
    assert_readable(connection)


def look_into(path: Path, create: bool) -> None:
    """Refuse a file that is not SQLite before SQLite opens it, since SQLite treats a file of a few bytes as empty."""
    if not path.is_file():
        raise BookError("not_a_book", "%(path)s is not a file.", path=path)
    if is_open_here(path):
        # It was checked when it was opened. Closing the file again would drop this process's SQLite locks on it.
        return
    with path.open("rb") as file:
        first = file.read(len(SQLITE_MAGIC))
    if first != SQLITE_MAGIC and (first or not create):
        raise BookError("not_a_book", "%(path)s is not a casekeeper book.", path=path)


def prepare_file(connection: Connection, path: Path, create: bool) -> None:
    """Make an empty file a book, or check that it is one; sets WAL mode."""
    run = connection.exec_driver_sql
    run("COMMIT")
    is_new = assert_book(connection, path, create)
    _write_ahead(connection)
    run("BEGIN IMMEDIATE")
    if not is_new:
        migrate(connection)
    if create:
        create_tables(connection)
    if is_new:
        run(f"PRAGMA application_id = {APPLICATION_ID}")
        stamp(connection)


def assert_book_to_read(connection: Connection, path: Path, older: bool) -> None:
    """Raise :class:`BookError` if a file holds no readable book; ``older`` ones can be copied."""
    assert_book(connection, path, create=False)
    if not older:
        assert_readable(connection)


def assert_book(connection: Connection, path: Path, create: bool) -> bool:
    """Whether a file is empty and should become a book.

    Raises :class:`BookError` if it holds another program's tables or is not a database (``not_a_book``), or has a newer
    version.
    """
    run = connection.exec_driver_sql
    tables = run("SELECT count(*) FROM sqlite_master").scalar_one()
    stamp = run("PRAGMA application_id").scalar_one()
    if not tables and not create:
        raise BookError("not_a_book", "%(path)s is empty; there is no book in it.", path=path)
    if tables and stamp != APPLICATION_ID:
        raise BookError("not_a_book", "%(path)s is a database, but not a casekeeper book.", path=path)
    if tables and version_of(connection) < 1:
        raise BookError("not_a_book", "%(path)s has tables that no version of casekeeper makes.", path=path)
    assert_known(connection)
    return not tables


def let_go(engine: Engine, file: BookFile) -> None:
    """Close the writing connection, with the log merged into the file.

    A copy of the file alone is then complete. If the file was overwritten, closing would mix both contents, so the
    connection stays open until the process ends.
    """
    raw = engine.raw_connection()
    try:
        file.assert_log_in_place()
    except BookError:
        pythonapi.Py_IncRef(py_object(raw.driver_connection))
        raw.detach()
    else:
        _checkpoint(raw, "FULL")
        raw.close()
        engine.dispose()
        file.end_use()
    file.forget()
    engine.dispose()


def checkpoint(engine: Engine) -> None:
    """Merge the log into the main file, as far as no reader needs it."""
    raw = engine.raw_connection()
    _checkpoint(raw, "PASSIVE")
    raw.close()


def _checkpoint(raw: PoolProxiedConnection, how: str) -> None:
    """Merge the log into the main file; on a full disk or with a reader, a later checkpoint does it."""
    cursor = raw.cursor()
    try:
        cursor.execute("PRAGMA busy_timeout = 500")
        cursor.execute(f"PRAGMA wal_checkpoint({how})")
    except sqlite3.Error:
        return
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        cursor.close()


def _write_ahead(connection: Connection) -> None:
    """Set WAL mode, waiting for another process that does so too: SQLite itself does not wait for that."""
    give_up = monotonic() + BUSY_TIMEOUT_MS / 1_000
    while True:
        try:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except OperationalError as error:
            if book_error(error).code != "book_busy" or monotonic() > give_up:
                raise
            sleep(0.005)


def _nothing() -> None:
    return None


class Opened(Frozen):
    """The open parts of a book; ``writing`` is ``None`` if it is read-only, ``file`` if it is not in a file."""

    reading: Engine
    writing: Engine | None
    gate: Any = field(default_factory=nullcontext)
    file: BookFile | None = None
    at_rest: ReadOnlyFile | None = None
    assert_owned: Callable[[], None] = _nothing
    heads: Iterable[Path] = ()


def in_memory() -> Opened:
    """A new book in memory."""
    engine = sqlite_engine("sqlite://", "BEGIN IMMEDIATE", poolclass=StaticPool)
    with engine.begin() as connection:
        create_tables(connection)
    return Opened(reading=engine, writing=engine, gate=RLock())


def in_file(path: Path, create: bool, lock: FileLock | None, heads: Iterable[Path]) -> Opened:
    """Open the book in a file for writing; raises as :meth:`events.book.book.Book.open` does."""
    _look_for(path, create)
    file = BookFile(path)
    if path.exists():
        look_into(path, create)
        file.assert_one_name()
    else:
        make_private(file.path)
    file.begin_use()
    url = file_url(file.path)
    writing = sqlite_engine(url, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
    try:
        prepared(writing, lambda connection: prepare_file(connection, path, create))
    except BaseException:
        file.end_use()
        raise
    assert_owned = lock.assert_held if lock else _nothing
    try:
        # Make its content visible in the file itself, which is watched.
        checkpoint(writing)
        file.watch()
        assert_owned()
    except BaseException:
        let_go(writing, file)
        raise
    return Opened(
        reading=sqlite_engine(url, "BEGIN"),
        writing=writing,
        file=file,
        assert_owned=assert_owned,
        heads=(head_beside(path), *heads),
    )


def to_read(path: Path, older: bool = False) -> Opened:
    """Open the book in a file for reading only, or with ``older`` one that has to be migrated first, to be copied."""
    _look_for(path, create=False)
    look_into(path, create=False)
    at_rest = ReadOnlyFile(path)
    reading = sqlite_engine(read_only_url(at_rest.uri), "BEGIN", read_only=True)
    try:
        prepared(reading, lambda connection: assert_book_to_read(connection, path, older))
    except BaseException:
        at_rest.close()
        raise
    return Opened(reading=reading, writing=None, at_rest=at_rest)


def behind_url(url: str, create: bool, read_only: bool, heads: Iterable[Path], program: str) -> Opened:
    """The book in a PostgreSQL database. Errors never quote its URL, which may contain a password."""
    if url.startswith("sqlite"):
        raise BookError("book_unreadable", "Name a SQLite book by its file, not by a URL.")
    url = database_url(url)
    try:
        reading = postgresql_reading(url, program)
    except ValueError:
        raise BookError(
            "book_unreadable",
            "There is no database at that URL: its port is not a number, or a character of its password is not "
            "percent-encoded.",
        ) from None
    except ImportError:
        raise BookError(
            "no_driver",
            "A book in PostgreSQL needs the library psycopg. Install `casekeeper[postgresql]` and write the URL as "
            "postgresql://user@host/name.",
        ) from None
    if read_only:
        prepared(reading, assert_database)
        return Opened(reading=reading, writing=None)
    writing = postgresql_writing(url, program)
    prepared(writing, lambda connection: prepare_database(connection, create))
    return Opened(reading=reading, writing=writing, heads=heads)


def _look_for(path: Path, create: bool) -> None:
    if path.is_dir():
        raise BookError("not_a_book", "%(path)s is a folder, not a book.", path=path)
    if not path.exists() and not create:
        raise BookError("no_such_book", "There is no book at %(path)s.", path=path)
    if not path.parent.is_dir():
        raise BookError("no_such_book", "There is no folder %(folder)s to keep a book in.", folder=path.parent)


_LOST = ("08", "25P03", "25006", "57P0")
"""How the codes begin of errors for which another connection helps: the server is ending, starting, or was demoted."""

_OUTDATED = ("23505", "40001", "40P01")
"""The codes of errors of a transaction that another writer was quicker than."""


def is_disconnected(error: Exception) -> bool:
    """Whether a transaction failed because its PostgreSQL server was out of reach; it may have been committed."""
    if not isinstance(error, DBAPIError) or isinstance(error.orig, sqlite3.Error):
        return False
    state = getattr(error.orig, "sqlstate", None) or ""
    return error.connection_invalidated or state.startswith(_LOST) or book_error(error).code == _SILENT.code


def is_outdated(error: Exception) -> bool:
    """Whether a transaction failed on PostgreSQL because another writer has changed the book since it was read."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _OUTDATED


_FULL = BookError(
    "book_full",
    "The disk is full and nothing was recorded. Free some space where the book is kept. Touches wait on the tablet "
    "until then.",
)

_DAMAGED = BookError(
    "book_damaged", "The book's file is damaged. Restore a copy, or save what can be read with 'casekeeper rescue'."
)

_BUSY = BookError("book_busy", "Another program is writing to the book; try again in a moment.")

_PASSWORD = BookError("wrong_password", "The database refuses the password, or has no such user. Check both.")

_SILENT = BookError("book_unreadable", "The book's database does not answer.")

_TROUBLES = (
    ("disk is full", _FULL),
    ("no space left", _FULL),
    (
        "disk i/o error",
        BookError(
            "book_unwritable", "Writing to the disk failed and nothing was recorded. Check whether the disk is full."
        ),
    ),
    ("not a database", BookError("not_a_book", "That file is not a casekeeper book.")),
    ("malformed", _DAMAGED),
    ("could not decode", _DAMAGED),
    ("readonly", BookError("book_unwritable", "The book's file is read-only. Nothing was recorded.")),
    ("unable to open", BookError("book_unreadable", "The book's file cannot be opened there.")),
    ("is locked", _BUSY),
    ("lock timeout", _BUSY),
    ("password authentication failed", _PASSWORD),
    ("no password supplied", _PASSWORD),
    (
        'role ".*" does not exist',
        BookError("no_such_role", "The database server has no such user. Check the name in the URL."),
    ),
    (
        'database ".*" does not exist',
        BookError(
            "no_such_database",
            "The server has no such database. Check the name in the URL, or create it with createdb.",
        ),
    ),
    (
        "database system is (starting up|shutting down|in recovery mode|not yet accepting)",
        BookError("book_unreadable", "The database is being restarted."),
    ),
    ("fatal:", BookError("book_unreadable", "The database refuses the connection. Its log says why.")),
    ("append only", BookError("append_only", "The book is append-only: nothing in it can be changed or removed.")),
    ("connection", _SILENT),
    ("failed to resolve", _SILENT),
)


def book_error(error: SQLAlchemyError) -> BookError:
    """The :class:`BookError` for a database error: a code and a sentence, never only the database's own words."""
    text = str(getattr(error, "orig", None) or error).lower()
    for part, trouble in _TROUBLES:
        if re.search(part, text):
            return trouble.again()
    first_line = text.splitlines()[0] if text else type(error).__name__
    return BookError("book_trouble", "The database behind the book failed: %(error)s.", error=first_line)


def damaged_file() -> BookError:
    """The error for a file whose damage SQLite reports in bytes that are not text."""
    return _DAMAGED.again()


def damaged_structure(faults: Sequence[str]) -> BookError:
    """The error for writing to a database whose structure has faults."""
    return BookError(
        "book_damaged",
        "Nothing is written to this book because its file is damaged: %(fault)s. Stop, copy the file, and check it "
        "with `casekeeper verify`. Damaged indexes are rebuilt with `casekeeper reindex`; damaged pages need a backup.",
        fault=faults[0],
    )
