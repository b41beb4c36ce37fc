"""The tables of a book, their migrations, and checks of the database's own structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    text,
)
from sqlalchemy.exc import DatabaseError
from sqlmodel import Field, SQLModel

from events.book.sqlite import is_damage, sqlite3
from events.records import BookError

APPLICATION_ID = 0x4341_5345
"""SQLite's ``application_id`` in a book's file: ``CASE`` in ASCII."""

POSITION = BigInteger().with_variant(Integer, "sqlite")
"""In SQLite only an ``INTEGER`` key is the table's own order, without an index."""


class BookTable(SQLModel):
    """The base of a book's tables, with separate metadata."""

    metadata: ClassVar[MetaData] = MetaData()


def _stream() -> Column[str]:
    """The stream column. The file and exports still call it ``night``, from when books had only nights."""
    return Column("night", String, nullable=False)


class EventRow(BookTable, table=True):
    """An event: its position in the book and in its stream, its body, its sender, and its hashes."""

    __tablename__ = "facts"
    __table_args__ = (UniqueConstraint("night", "version"), UniqueConstraint("prev_hash"))

    position: int = Field(sa_column=Column(POSITION, primary_key=True, autoincrement=False))
    stream: str = Field(sa_column=_stream())
    version: int
    kind: str
    schema_version: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    at: str
    who: str
    device: str
    command: str
    command_hash: str
    prev_hash: str
    hash: str


class CommandRow(BookTable, table=True):
    """A command that reached the rules, and its answer.

    ``version_before`` and ``version_after`` are the stream's versions around it, equal if it was refused. A refused
    command has a code, and in ``why`` the sentence's template with its parameters as JSON; older books have the
    sentence itself.
    """

    __tablename__ = "commands"
    __table_args__ = (UniqueConstraint("night", "number"), UniqueConstraint("prev_hash"))

    id: str = Field(primary_key=True)
    stream: str = Field(sa_column=_stream())
    number: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    at: str
    who: str
    device: str
    version_before: int
    version_after: int
    refused: str | None = None
    why: str | None = None
    prev_hash: str
    hash: str


SHARED_VALUES = Table(
    "shared_values",
    MetaData(),
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    # Not written ahead: it is empty after a crash of PostgreSQL, and on a standby.
    prefixes=["UNLOGGED"],
)
"""What the servers of a book in PostgreSQL share for a time (:mod:`events.book.shared_values`); no part of the book."""


def create_tables(connection: Connection) -> None:
    """Create missing tables, with triggers that refuse to change or delete rows of the book."""
    BookTable.metadata.create_all(connection)
    is_sqlite = connection.dialect.name == "sqlite"
    guards = _guards_of_sqlite if is_sqlite else _guards_of_postgresql
    for table in BookTable.metadata.sorted_tables:
        for statement in guards(table):
            connection.execute(text(statement))
    if not is_sqlite:
        SHARED_VALUES.create(connection, checkfirst=True)
        for statement in _ANNOUNCEMENT:
            connection.execute(text(statement))


def missing_guards(connection: Connection) -> list[str]:
    """The names of the missing triggers that protect rows."""
    sqlite = connection.dialect.name == "sqlite"
    names = "SELECT name FROM sqlite_master WHERE type = 'trigger'" if sqlite else "SELECT tgname FROM pg_trigger"
    there = set(connection.execute(text(names)).scalars())
    ways = ("update", "delete", "replace") if sqlite else ("changed", "emptied")
    wanted = [f"{table}_never_{way}" for table in BookTable.metadata.sorted_tables for way in ways]
    return [name for name in wanted if name not in there]


def _guards_of_sqlite(table: Table) -> list[str]:
    """Triggers against UPDATE and DELETE, and against INSERT OR REPLACE, which fires no DELETE trigger."""
    keys = [
        constraint
        for constraint in table.constraints
        if isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint)
    ]
    same = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join(f'{col.name} = NEW.{col.name}' for col in key.columns)})"
        for key in keys
    )
    forbidden = (("UPDATE", "UPDATE", ""), ("DELETE", "DELETE", ""), ("REPLACE", "INSERT", f"WHEN {same} "))
    return [
        f"CREATE TRIGGER IF NOT EXISTS {table}_never_{what.lower()} BEFORE {verb} ON {table} {when}"
        f"BEGIN SELECT RAISE(ABORT, 'the book is append only: no {what} on {table}'); END"
        for what, verb, when in forbidden
    ]


def _guards_of_postgresql(table: Table) -> list[str]:
    return [
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION 'the book is append only: no % on %', TG_OP, TG_TABLE_NAME; END $$",
        f"CREATE OR REPLACE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        f"CREATE OR REPLACE TRIGGER {table}_never_emptied BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    ]


CHANNEL = "casekeeper"
"""The channel on which PostgreSQL announces new events: the names of their streams, or "" if they are too long."""

_ANNOUNCEMENT = (
    "CREATE OR REPLACE FUNCTION announce_events() RETURNS trigger LANGUAGE plpgsql AS $$ "
    "DECLARE streams text := (SELECT string_agg(DISTINCT night, ' ') FROM appended); "
    f"BEGIN PERFORM pg_notify('{CHANNEL}', CASE WHEN octet_length(streams) < 8000 THEN streams ELSE '' END); "
    "RETURN NULL; END $$",
    f"CREATE OR REPLACE TRIGGER {EventRow.__tablename__}_announced AFTER INSERT ON {EventRow.__tablename__} "
    "REFERENCING NEW TABLE AS appended FOR EACH STATEMENT EXECUTE FUNCTION announce_events()",
)

MIGRATIONS: list[Callable[[Connection], None]] = []
"""The migrations of the tables: the first from version 1 to 2, and so on."""

_COMMENT = "casekeeper book version {}"
_FIRST = 1


def newest_version() -> int:
    """The table version of this program."""
    return _FIRST + len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """The version of a book's tables; 0 for a SQLite file without any."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    query = text("SELECT obj_description(to_regclass(:facts), 'pg_class')")
    comment = connection.execute(query, {"facts": EventRow.__tablename__}).scalar_one()
    read = re.fullmatch(_COMMENT.format(r"(\d{1,9})"), comment or "")
    return int(read[1]) if read else _FIRST


def stamp(connection: Connection) -> None:
    """Mark a book as the newest version."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {newest_version()}")
    else:
        comment = _COMMENT.format(newest_version())
        connection.exec_driver_sql(f"COMMENT ON TABLE {EventRow.__tablename__} IS '{comment}'")


def assert_known(connection: Connection) -> None:
    """Raise :class:`BookError` (``newer_book``) for tables of a newer program."""
    version = version_of(connection)
    if version > newest_version():
        raise BookError(
            "newer_book",
            "This book was written by a newer casekeeper (book version %(version)s, and this one knows %(newest)s). "
            "Open it with that version.",
            version=version,
            newest=newest_version(),
        )


def assert_readable(connection: Connection) -> None:
    """Raise :class:`BookError` (``newer_book``, ``older_book``) for tables that cannot be read without migration."""
    assert_known(connection)
    version = version_of(connection)
    if version < newest_version():
        raise BookError(
            "older_book",
            "This book was written by an older casekeeper (book version %(version)s) and can only be read here: copy "
            "it, and have 'casekeeper serve' bring the copy to this one's.",
            version=version,
        )


def migrate(connection: Connection) -> None:
    """Migrate a book's tables to the newest version, in the transaction that opens it for writing."""
    assert_known(connection)
    version = version_of(connection)
    for step in MIGRATIONS[version - _FIRST :]:
        step(connection)
    if version < newest_version():
        stamp(connection)


FAULTS_LIMIT = 20
"""The most faults that are reported."""

Schema = dict[tuple[str, str], tuple[str, list[str]]]

_TABLES = frozenset(table.name for table in BookTable.metadata.sorted_tables)
_SCHEMA_QUERY = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_INDEXES_OF_POSTGRESQL = """
    SELECT c.relname, i.indisvalid AND i.indisready AND i.indislive AND i.indpred IS NULL AND i.indexprs IS NULL
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relname IN ('facts', 'commands') AND i.indisunique
"""
_UNIQUE_IN_POSTGRESQL = frozenset(
    {
        "facts_pkey",
        "facts_night_version_key",
        "facts_prev_hash_key",
        "commands_pkey",
        "commands_night_number_key",
        "commands_prev_hash_key",
    }
)


def structure_faults(connection: Connection) -> list[str]:
    """The faults in the structure of the database; empty in a sound book.

    Takes about a second per hundred thousand events.
    """
    if connection.dialect.name != "sqlite":
        return _faults_of_postgresql(connection)
    return [*_faults_of_schema(connection), *file_faults(connection)][:FAULTS_LIMIT]


def uniqueness_faults(connection: Connection) -> list[str]:
    """The faults that could make ids, versions or positions ambiguous, or hide a row."""
    if connection.dialect.name != "sqlite":
        return _faults_of_postgresql(connection)
    return [*_faults_of_schema(connection, ("table", "index")), *file_faults(connection)][:FAULTS_LIMIT]


def file_faults(connection: Connection) -> list[str]:
    """SQLite's own check of the file's pages, and of tables against indexes."""
    faults: list[str] = []
    try:
        for line in connection.exec_driver_sql(f"PRAGMA integrity_check({FAULTS_LIMIT})").scalars():
            # The faults of pages come in one value, under a heading.
            faults += [fault for fault in line.splitlines() if fault != "ok" and not fault.startswith("***")]
    except DatabaseError as error:
        if not is_damage(error):
            raise
        faults = faults or [str(error.orig)]
    return faults


def _faults_of_schema(connection: Connection, kinds: Sequence[str] = ("table", "index", "trigger")) -> list[str]:
    """The differences from the tables, indexes and triggers that this program creates."""
    wanted = {key: made for key, made in _schema_as_made().items() if key[0] in kinds}
    found: Schema = {
        (row.type, row.name): (row.tbl_name, _parts(row.sql)) for row in connection.execute(text(_SCHEMA_QUERY))
    }
    faults = []
    for (what, name), made in wanted.items():
        if (what, name) not in found:
            faults.append(f"there is no {what} {name}")
        elif found[what, name] != made:
            faults.append(f"the {what} {name} is not as this program makes it")
    for (what, name), (table, _) in found.items():
        # Additions for reading are harmless; a trigger would act on writes.
        if what == "trigger" and what in kinds and table in _TABLES and (what, name) not in wanted:
            faults.append(f"there is a {what} {name} that is not the book's")
    return faults


@cache
def _schema_as_made() -> Schema:
    engine = create_engine("sqlite://", module=sqlite3)
    try:
        with engine.begin() as connection:
            create_tables(connection)
            rows = connection.execute(text(_SCHEMA_QUERY)).all()
    finally:
        engine.dispose()
    return {(row.type, row.name): (row.tbl_name, _parts(row.sql)) for row in rows}


def _parts(sql: str | None) -> list[str]:
    """The parts of a statement, sorted, because earlier versions wrote the keys in a trigger in another order."""
    return sorted(re.split(r" OR | WHEN | BEGIN ", " ".join((sql or "").split())))


def _faults_of_postgresql(connection: Connection) -> list[str]:
    """The unique indexes that are missing or not in force; PostgreSQL itself keeps them equal to their tables."""
    found = {row[0]: row[1] for row in connection.execute(text(_INDEXES_OF_POSTGRESQL))}
    missing = sorted(_UNIQUE_IN_POSTGRESQL - found.keys())
    invalid = sorted(name for name in _UNIQUE_IN_POSTGRESQL & found.keys() if not found[name])
    return [f"there is no index {name}" for name in missing] + [f"the index {name} is not in force" for name in invalid]
