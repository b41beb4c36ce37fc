"""What the tests of the dealer's floor share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.book.book import Book


@pytest.fixture
def book() -> Iterator[Book]:
    """A fresh book in memory."""
    with Book.open() as opened:
        yield opened
