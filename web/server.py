"""The server behind ``casekeeper serve``: Granian, one worker, which holds the one writer of the book."""

from __future__ import annotations

import gc
import os
from typing import Any

YOUNG_OBJECTS = 20_000
"""How many objects are made before the garbage collector looks through the young ones."""


def application() -> Any:
    """The web application on the book that the environment names; called in Granian's worker.

    A night's history lives as long as the night and has no cycles: looking through all of it again and again for
    some would now and then keep a dealer waiting for a twentieth of a second.
    """
    from events.book import Book
    from web.application import create_app

    app = create_app(Book.open(os.environ["CASEKEEPER_BOOK"]))
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 1_000)
    return app


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
