"""What the attacks share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.book import Book


@pytest.fixture
def book() -> Iterator[Book]:
    """A fresh book in memory."""
    with Book.open() as opened:
        yield opened
