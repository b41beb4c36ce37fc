"""What holds for all tests: none depends on how fast the machine is, or on chance: examples are the same each time.

What is started once a process of the tests is made known here, and only here: a second conftest that knew it would
start a second one.
"""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

import reports.games  # noqa: F401 - registers the words and papers of all games
from tests.support.fixtures import browser, new_york, playwright, postgresql, unprinted

__all__ = ["browser", "new_york", "playwright", "postgresql", "unprinted"]

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("steady")

gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the tests that drive a browser: those that use one."""
    for item in items:
        if "playwright" in item.fixturenames:
            item.add_marker(pytest.mark.browser)


def pytest_collection_finish() -> None:
    """The collector of garbage need not look through all tests, and what they have loaded, time and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
