"""The two tables of a book: every fact, and every command with its answer. Rows are added and never touched again."""

from __future__ import annotations

from typing import ClassVar

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
    text,
)
from sqlmodel import Field, SQLModel

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
    keys = [one for one in table.constraints if isinstance(one, PrimaryKeyConstraint | UniqueConstraint)]
    same = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join(f'{one.name} = NEW.{one.name}' for one in key.columns)})"
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
