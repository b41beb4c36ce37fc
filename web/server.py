"""The server behind ``casekeeper serve``: Granian, one worker, which holds the one writer of the book."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

YOUNG_OBJECTS = 20_000
"""How many objects are made before the garbage collector looks through the young ones."""

THREADS = 128
"""How many requests are answered at once. Every open stream holds one: ``web.live`` leaves the rest free."""

CONNECTIONS = 1024
"""How many connections are kept at once: a browser holds several, most of them idle."""

_BOOK, _KEY_FILE = "CASEKEEPER_BOOK", "CASEKEEPER_KEY_FILE"
_FIRST_CODE, _TLS = "CASEKEEPER_FIRST_CODE", "CASEKEEPER_TLS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What to serve, where, with which key of the house; over TLS where a certificate is named."""

    book: str
    key_file: str
    host: str
    port: int
    first_code: str | None = None
    tls_certificate: Path | None = None
    tls_key: Path | None = None


def application() -> Any:
    """The web application on the book that the environment names; called in Granian's worker.

    A night's history lives as long as the night and has no cycles: looking through all of it again and again for
    some would now and then keep a dealer waiting for a twentieth of a second.
    """
    from events.book import Book
    from web.application import create_app
    from web.door import Door
    from web.house_key import read_key

    book, house_key = Book.open(os.environ[_BOOK]), read_key(Path(os.environ[_KEY_FILE]))
    door = Door(book, house_key, first_code=os.environ.get(_FIRST_CODE))
    app = create_app(book, house_key=house_key, door=door, tls=_TLS in os.environ)
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 1_000)
    return app


def run(settings: Settings) -> None:
    """Serve until stopped."""
    from granian import Granian
    from granian.constants import Interfaces

    told = {
        _BOOK: settings.book,
        _KEY_FILE: settings.key_file,
        _FIRST_CODE: settings.first_code,
        _TLS: "yes" if settings.tls_certificate else None,
    }
    os.environ |= {name: value for name, value in told.items() if value is not None}
    Granian(
        "web.server:application",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        backpressure=CONNECTIONS,
        workers_kill_timeout=3,
        log_enabled=False,
        ssl_cert=settings.tls_certificate,
        ssl_key=settings.tls_key,
    ).serve()
