"""What the database says of its own structure: whether indexes agree with tables, and tables are as made.

Uniqueness, order and the guards are kept by the database; whoever bends an index, or the text of a trigger, is found
here. An index is derived from its table: where nothing else is wrong it can be made anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pysqlite3
from sqlalchemy import Connection, create_engine, text

from events.book.tables import BookTable, create_tables

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
