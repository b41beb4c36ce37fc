"""The server behind ``casekeeper serve``: Granian, one worker, which holds the one writer of the book."""

from __future__ import annotations

import os
from typing import Any


def application() -> Any:
    """The web application on the book that the environment names; called in Granian's worker."""
    from events.book import Book
    from web.application import create_app

    return create_app(Book.open(os.environ["CASEKEEPER_BOOK"]))


def run(host: str, port: int) -> None:
    """Serve until stopped."""
    from granian import Granian
    from granian.constants import Interfaces

    Granian(
        "web.server:application",
        factory=True,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=32,
        backpressure=128,
        workers_kill_timeout=3,
        log_enabled=False,
    ).serve()
