"""The tables of a book, their migrations, and checks of the database's own structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar

import pysqlite3
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    text,
)
from sqlmodel import Field, SQLModel

from events.records import BookError

APPLICATION_ID = 0x4341_5345
"""What SQLite's ``application_id`` holds in a book's file: ``CASE`` in ASCII."""

POSITION = BigInteger().with_variant(Integer, "sqlite")
"""In SQLite only an ``INTEGER`` key is the table's own order and needs no index beside it."""


class BookTable(SQLModel):
    """The base of a book's tables, with metadata of their own."""

    metadata: ClassVar[MetaData] = MetaData()


def _stream() -> Column[str]:
    """The column of a row's stream. It is called as it was when a book had nights alone, in the file and in exports."""
    return Column("night", String, nullable=False)


class FactRow(BookTable, table=True):
    """One fact: its place in the book and in its stream, its body, who and whence, and the chain."""

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
    """One command that reached the rules: what was asked, and the answer that it got.

    ``version_before`` and ``version_after`` are the stream's versions around it; a refused command moves no version.
    It has a code, and in ``why`` the template of a sentence with its parameters as JSON; in older books the sentence.
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


def create_tables(connection: Connection) -> None:
    """Create the tables where they are missing, and have the database refuse to change or drop a row."""
    BookTable.metadata.create_all(connection)
    guards = _guards_of_sqlite if connection.dialect.name == "sqlite" else _guards_of_postgresql
    for table in BookTable.metadata.sorted_tables:
        for statement in guards(table):
            connection.execute(text(statement))


def missing_guards(connection: Connection) -> list[str]:
    """The triggers that should keep rows from being changed or dropped and are not there, by name."""
    sqlite = connection.dialect.name == "sqlite"
    names = "SELECT name FROM sqlite_master WHERE type = 'trigger'" if sqlite else "SELECT tgname FROM pg_trigger"
    there = set(connection.execute(text(names)).scalars())
    ways = ("update", "delete", "replace") if sqlite else ("changed", "emptied")
    wanted = [f"{table}_never_{way}" for table in BookTable.metadata.sorted_tables for way in ways]
    return [name for name in wanted if name not in there]


def _guards_of_sqlite(table: Table) -> list[str]:
    """Triggers against UPDATE and DELETE, and against INSERT OR REPLACE, which deletes without firing the latter."""
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


FAULTS_LIMIT = 20
"""How many faults are told at the most."""

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
    """What is wrong with the structure of the database; nothing in a sound book.

    Takes about a second for a hundred thousand facts.
    """
    if connection.dialect.name != "sqlite":
        return _faults_of_postgresql(connection)
    return [*_faults_of_schema(connection), *file_faults(connection)][:FAULTS_LIMIT]


def uniqueness_faults(connection: Connection) -> list[str]:
    """The faults for which ids, versions and positions might not stay unique, or a row not be found."""
    if connection.dialect.name != "sqlite":
        return _faults_of_postgresql(connection)
    return [*_faults_of_schema(connection, ("table", "index")), *file_faults(connection)][:FAULTS_LIMIT]


def file_faults(connection: Connection) -> list[str]:
    """What SQLite finds wrong with the pages of the file, and between the tables and their indexes."""
    said = connection.exec_driver_sql(f"PRAGMA integrity_check({FAULTS_LIMIT})").scalars()
    return [line for line in said if line != "ok"]


def _faults_of_schema(connection: Connection, kinds: Sequence[str] = ("table", "index", "trigger")) -> list[str]:
    """What differs from the tables, indexes and triggers that this program makes."""
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
        # What somebody adds for reading does no harm; a trigger would act on what is written.
        if what == "trigger" and what in kinds and table in _TABLES and (what, name) not in wanted:
            faults.append(f"there is a {what} {name} that is not the book's")
    return faults


@cache
def _schema_as_made() -> Schema:
    """The tables, indexes and triggers of a fresh book."""
    engine = create_engine("sqlite://", module=pysqlite3)
    try:
        with engine.begin() as connection:
            create_tables(connection)
            rows = connection.execute(text(_SCHEMA_QUERY)).all()
    finally:
        engine.dispose()
    return {(row.type, row.name): (row.tbl_name, _parts(row.sql)) for row in rows}


def _parts(sql: str | None) -> list[str]:
    """A statement in its parts, sorted: the keys that a trigger compares were not always written in one order."""
    return sorted(re.split(r" OR | WHEN | BEGIN ", " ".join((sql or "").split())))


def _faults_of_postgresql(connection: Connection) -> list[str]:
    """Which unique indexes are missing or not in force; that they agree with their tables is PostgreSQL's to keep."""
    found = {row[0]: row[1] for row in connection.execute(text(_INDEXES_OF_POSTGRESQL))}
    missing = sorted(_UNIQUE_IN_POSTGRESQL - found.keys())
    invalid = sorted(name for name in _UNIQUE_IN_POSTGRESQL & found.keys() if not found[name])
    return [f"there is no index {name}" for name in missing] + [f"the index {name} is not in force" for name in invalid]
