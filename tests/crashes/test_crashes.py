"""Kills at random moments under load: nothing acknowledged is lost, doubled or half there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tests.crashes.evening import Evening, Plan
from tests.crashes.servers import Database
from tests.support.casekeeper_serve import PATIENCE_S

KILLS = 5


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL server to be killed. It lies where the user that it runs as can read it."""
    with TemporaryDirectory(prefix="casekeeper-postgresql-") as folder:
        started = Database(Path(folder))
        with psycopg.connect(started.url, autocommit=True) as connection:
            # What a killed process has written survives it.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield started
        started.close()


@pytest.mark.parametrize("seed", range(5))
def test_a_server_on_sqlite_is_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    assert_whole(_plan(seed, tmp_path, str(tmp_path / "night.db")))


@pytest.mark.postgresql
@pytest.mark.parametrize("seed", range(5))
def test_a_server_on_postgresql_and_its_database_are_killed(seed: int, tmp_path: Path, database: Database) -> None:
    assert_whole(_plan(seed, tmp_path, database.new_book(f"evening_{seed}"), database))


def _plan(seed: int, folder: Path, book: str, database: Database | None = None) -> Plan:
    """An evening that a slow machine ends in time too. How late a reader hears of something is the command's to say."""
    return Plan(
        book=book,
        folder=folder,
        kills=KILLS,
        seed=seed,
        tables=5,
        programs=2,
        database=database,
        pause_s=0.2,
        stale_s=PATIENCE_S,
    )


def assert_whole(plan: Plan) -> None:
    outcome = Evening(plan).run()
    assert outcome.faults == []
    assert outcome.kills.total() == KILLS
    assert outcome.heard
