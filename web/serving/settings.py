"""What is served, and with which key of the house."""

from __future__ import annotations

from pathlib import Path

from events.frozen import Frozen
from web.app.hosts import Entrance, Hosts


class Settings(Frozen):
    """What to serve, with which key of the house; over TLS where a certificate is named; ``known_as`` has its names.

    ``entrance`` says where it listens.

    The book's head is written to ``heads`` besides to the file beside it.
    """

    book: str
    key_file: str
    first_code: str | None = None
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    known_as: Hosts | None = None
    entrance: Entrance | None = None
    heads: tuple[Path, ...] = ()
