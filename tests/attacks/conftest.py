"""What the attacks share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.book.book import Book
from tests.attacks.servers import Clock
from tests.events.conftest import file_shelf, postgresql_shelf

__all__ = ["book", "file_shelf", "postgresql_shelf"]


@pytest.fixture
def book() -> Iterator[Book]:
    """A fresh book in memory."""
    with Book.open() as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    """A clock that the test sets."""
    return Clock()
